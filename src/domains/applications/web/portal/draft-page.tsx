/** The application as a task list: its parts in any order, the papers, and everything once more before it is sent. */
import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useGo, usePath } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { fieldId } from '#web/ui/form/field.ts';
import { type FormTask, SectionForm } from '#web/ui/form/section-form.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import type { PartName } from '../../intake/parts.rules.ts';
import { PartFields } from '../parts/part-fields.tsx';
import { SaveNote } from '../save-note.tsx';
import { CheckAnswers } from './check-answers.tsx';
import { DraftDocuments } from './draft-documents.tsx';
import style from './portal.module.css';
import { type Draft, useDraft, useSavedDraft } from './use-draft.ts';

/** Sections in the order in which "continue" leads through them. */
function sectionsOf(draft: Draft): (PartName | 'documents' | 'check')[] {
  const isTenant = draft.parts.applicant.isOwner === false;
  return [
    'applicant',
    ...(isTenant ? (['owner'] as const) : []),
    'building',
    'plumber',
    'documents',
    'check',
  ];
}

export function DraftPage({ application }: { application: ApplicationDetail }) {
  const { isReady, ...saved } = useSavedDraft(application);
  return isReady ? <DraftForm application={application} saved={saved} /> : <RecordSkeleton />;
}

type DraftFormProps = {
  application: ApplicationDetail;
  saved: Omit<ReturnType<typeof useSavedDraft>, 'isReady'>;
};

function DraftForm({ application, saved }: DraftFormProps) {
  const t = useTexts('applications');
  const form = useTexts('application_form');
  const go = useGo();
  const path = usePath();
  const place = usePlace();
  const draft = useDraft(application, saved);
  const sections = sectionsOf(draft);
  const open = (section: string | undefined) => go(path, { section }, { replace: true });
  const stateOf = (part: PartName): FormTask['state'] => {
    if (draft.isUntouched(part)) {
      return { tone: 'grey', label: form(part === 'plumber' ? 'optional' : 'not_started') };
    }
    return draft.problemsOf(part).length === 0
      ? { tone: 'green', label: form('done') }
      : { tone: 'amber', label: form('started') };
  };
  const next = async (part: PartName) => {
    if (!draft.checkPart(part)) return;
    await draft.saving.flush();
    await open(sections[sections.indexOf(part) + 1]);
  };
  const missing = application.missingDocuments;
  const tasks = sections.map((section): FormTask => {
    if (section === 'documents') {
      return {
        id: section,
        title: t('parts.document'),
        state:
          missing === 0
            ? { tone: 'green', label: form('done') }
            : { tone: 'amber', label: form('papers_missing', { count: missing }) },
        content: () => <DraftDocuments application={application} draft={draft} next={() => open('check')} />,
      };
    }
    if (section === 'check') {
      return {
        id: section,
        title: form('check'),
        state: { tone: 'grey', label: form('last') },
        content: () => <CheckAnswers application={application} draft={draft} open={open} />,
      };
    }
    return {
      id: section,
      title: t(`parts.${section}`),
      state: stateOf(section),
      content: () => <PartSection part={section} draft={draft} next={() => void next(section)} />,
    };
  });
  return (
    <div className={style.page}>
      <PageHead title={form('title')} about={place(application) ?? form('about')}>
        <SaveNote state={draft.saving.state} retry={draft.saving.flush} />
      </PageHead>
      <div className={style.sheet}>
        <SectionForm tasks={tasks} />
      </div>
    </div>
  );
}

type PartSectionProps = { part: PartName; draft: Draft; next: () => void };

/** What was found wrong last: its first field gets the focus, which also has it read aloud. */
function useFirstWrong(part: PartName, draft: Draft) {
  const latest = useRef(draft);
  latest.current = draft;
  const { told } = draft;
  useEffect(() => {
    const path = told.length > 0 ? latest.current.firstWrong(part) : undefined;
    if (path) document.getElementById(fieldId(latest.current.form.id, path))?.focus();
  }, [told, part]);
}

function PartSection({ part, draft, next }: PartSectionProps) {
  const form = useTexts('application_form');
  useFirstWrong(part, draft);
  return (
    <form
      noValidate
      className={style.fields}
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      {part === 'plumber' ? <p className={style.soft}>{form('plumber_help')}</p> : null}
      <PartFields part={part} prefix={`${part}.`} form={draft.form} />
      <Group>
        <Button type="submit" className={style.thumb}>
          {form('continue')}
        </Button>
      </Group>
    </form>
  );
}
