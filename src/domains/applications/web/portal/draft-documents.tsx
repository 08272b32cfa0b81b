/** The papers of a draft: what is needed first, what is welcome below; each is kept as soon as it is chosen. */
import { Button, Group } from '@mantine/core';
import { useAction } from '#web/calls/use-action.ts';
import { confirm } from '#web/state/confirm.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { ApplicationDetail } from '../../contract.ts';
import {
  DOCUMENT_KIND_NAMES,
  DOCUMENT_KINDS,
  type DocumentKind,
  neededDocuments,
} from '../../documents.rules.ts';
import { removeDocument } from '../../intake/contract.ts';
import type { Paper } from '../papers/paper-view.tsx';
import { useDocumentLinks } from '../papers/use-document-links.ts';
import { PaperSlot } from './paper-slot.tsx';
import style from './portal.module.css';
import type { Draft } from './use-draft.ts';

const WELCOME: readonly DocumentKind[] = DOCUMENT_KIND_NAMES.filter(
  (kind) => DOCUMENT_KINDS[kind].by === 'applicant' && DOCUMENT_KINDS[kind].needed === 'no',
);

type DraftDocumentsProps = { application: ApplicationDetail; draft: Draft; next: () => void };

export function DraftDocuments({ application, draft, next }: DraftDocumentsProps) {
  const t = useTexts('applications');
  const form = useTexts('application_form');
  const urlOf = useDocumentLinks(application.id, application.documents.length > 0);
  // What was typed a moment ago decides, not what was saved.
  const needed = neededDocuments(draft.parts.applicant.isOwner !== false);
  const removal = useAction(removeDocument, { onDone: ({ version }) => draft.seen(version) });
  const remove = async (paper: Paper) => {
    const question = { question: form('remove_question'), yes: form('remove') };
    if (!(await confirm('delete', `${t(`kinds.${paper.kind}`)}: ${paper.fileName}`, question))) return;
    // A save under way would name an older version than the removal makes.
    await draft.saving.flush();
    removal.run({ body: { ...draft.known(), documentId: paper.id } });
  };
  const slot = (kind: DocumentKind) => (
    <PaperSlot
      key={kind}
      kind={kind}
      applicationId={application.id}
      papers={application.documents.filter((paper) => paper.kind === kind && paper.state !== 'REPLACED')}
      urlOf={urlOf}
      // A save that is sent meanwhile would name an older version than the upload makes.
      before={draft.saving.flush}
      during={draft.saving.hold}
      remove={remove}
      onDone={({ version }) => draft.seen(version)}
    />
  );
  return (
    <div className={style.fields}>
      <p className={style.soft}>{form('needed_help')}</p>
      <ul className={style.slots}>{needed.map(slot)}</ul>
      <h3>{form('welcome')}</h3>
      <ul className={style.slots}>{WELCOME.map(slot)}</ul>
      <Group>
        <Button className={style.thumb} onClick={next}>
          {form('continue')}
        </Button>
      </Group>
    </div>
  );
}
