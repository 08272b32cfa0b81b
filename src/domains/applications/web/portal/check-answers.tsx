/** Everything once more, what is still missing, and the button that sends it. */
import { Button, Group, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '#web/calls/call-error.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useProfile, whoIs } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { RefusalNote } from '#web/ui/form/refusal-note.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { neededDocuments } from '../../documents.rules.ts';
import { submitApplication } from '../../intake/contract.ts';
import { PART_NAMES } from '../../intake/parts.rules.ts';
import { PartFacts } from '../parts/part-facts.tsx';
import style from './portal.module.css';
import type { Draft } from './use-draft.ts';

type CheckAnswersProps = {
  application: ApplicationDetail;
  draft: Draft;
  open: (section: string) => unknown;
};

/** Sends the draft; a plot that is taken may be overridden by staff who say why. */
function useSubmit({ application, draft, open }: CheckAnswersProps) {
  const form = useTexts('application_form');
  const go = useGo();
  const profile = useProfile();
  const isStaff = profile !== null && whoIs(profile.role) !== 'consumer';
  const [override, setOverride] = useState('');
  const [otherPerson, setOtherPerson] = useState('');
  const submit = useAction(submitApplication, {
    quiet: true,
    onDone: ({ id }) => {
      if (isStaff) void go(`/all-new-connections/${id}`);
      return toast('success', form('created'));
    },
  });
  const send = async (consumerId?: string) => {
    if (!(await confirm('submit')) || !(await draft.saving.flush())) return;
    const body = {
      ...draft.known(),
      ...(override ? { plotOverride: override } : {}),
      ...(otherPerson ? { newConsumer: otherPerson } : {}),
      ...(consumerId ? { consumerId } : {}),
    };
    await submit.runAsync({ body }).catch((error: unknown) => {
      const fields = error instanceof CallError ? error.fields : [];
      const first = fields[0]?.path.split('.')[0];
      if (!PART_NAMES.some((part) => part === first)) return;
      draft.refuse(fields);
      return open(first ?? '');
    });
  };
  const error = submit.error instanceof CallError ? submit.error : null;
  const mayOverride = isStaff && (error?.code === 'applications.plot_taken' || override !== '');
  const known = isStaff && error?.code === 'applications.applicant_known' ? error.params : undefined;
  return {
    ...{ send, error, isRunning: submit.isRunning, application },
    ...{ mayOverride, override, setOverride, known, otherPerson, setOtherPerson },
  };
}

export function CheckAnswers(props: CheckAnswersProps) {
  const { application, draft, open } = props;
  const t = useTexts('applications');
  const form = useTexts('application_form');
  const common = useTexts('common');
  const submission = useSubmit(props);
  const { send, error, isRunning, mayOverride, override, setOverride } = submission;
  const { parts } = draft;
  const isTenant = parts.applicant.isOwner === false;
  const shown = PART_NAMES.filter((part) => part !== 'owner' || isTenant);
  const unfinished = shown.filter((part) => draft.problemsOf(part).length > 0);
  const there = new Set(
    application.documents
      .filter(({ state }) => state !== 'REPLACED' && state !== 'RETURNED')
      .map(({ kind }) => kind),
  );
  const missing = neededDocuments(!isTenant).filter((kind) => !there.has(kind));
  const isReady = unfinished.length === 0 && missing.length === 0;
  return (
    <div className={style.fields}>
      {shown.map((part) => (
        <section key={part} className={style.answers}>
          <div className={style.answersHead}>
            <h3>{t(`parts.${part}`)}</h3>
            <UnstyledButton className={style.link} onClick={() => open(part)}>
              {common('actions.edit')}
            </UnstyledButton>
          </div>
          <PartFacts part={part} application={{ parts }} />
        </section>
      ))}
      {isReady ? null : (
        <section className={style.notice} data-tone="amber">
          <h3>{form('still_missing')}</h3>
          <ul className={style.missing}>
            {unfinished.map((part) => (
              <li key={part}>
                <UnstyledButton className={style.link} onClick={() => open(part)}>
                  {form('unfinished', { part: t(`parts.${part}`), count: draft.problemsOf(part).length })}
                </UnstyledButton>
              </li>
            ))}
            {missing.map((kind) => (
              <li key={kind}>
                <UnstyledButton className={style.link} onClick={() => open('documents')}>
                  {t(`kinds.${kind}`)}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </section>
      )}
      <RefusalNote error={error} />
      {mayOverride ? (
        <TextInput
          label={form('override')}
          description={form('override_help')}
          value={override}
          onChange={(event) => setOverride(event.currentTarget.value)}
        />
      ) : null}
      <KnownApplicant submission={submission} />
      <p className={style.soft}>{form('declaration')}</p>
      <Group>
        <Button className={style.thumb} disabled={!isReady} loading={isRunning} onClick={() => void send()}>
          {t('actions.submit')}
        </Button>
      </Group>
    </div>
  );
}

/** Staff say whether the applicant is the one whom the register has. */
function KnownApplicant({ submission }: { submission: ReturnType<typeof useSubmit> }) {
  const form = useTexts('application_form');
  const { digits } = useFormats();
  const { send, isRunning, known, otherPerson, setOtherPerson } = submission;
  if (!known && otherPerson === '') return null;
  return (
    <>
      {known ? (
        <Group>
          <Button
            variant="light"
            className={style.thumb}
            loading={isRunning}
            onClick={() => void send(String(known.consumerId))}
          >
            {form('same_person', { name: String(known.name), number: digits(String(known.number)) })}
          </Button>
        </Group>
      ) : null}
      <TextInput
        label={form('other_person')}
        description={form('other_person_help')}
        value={otherPerson}
        onChange={(event) => setOtherPerson(event.currentTarget.value)}
      />
    </>
  );
}
