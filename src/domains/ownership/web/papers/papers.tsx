/** The papers of a request: what is there, what is missing, and adding one. */
import { Button, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { changeShown, upload } from '#web/calls/upload.ts';
import { useAction } from '#web/calls/use-action.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import type { RequestDetail } from '../../contract.ts';
import { PAPER_KINDS, type PaperKind } from '../../ownership.rules.ts';
import { addPaper, removePaper } from '../../steps/contract.ts';
import { useNames } from '../state-chip.tsx';
import { showPaper } from './show-paper.ts';

type Paper = RequestDetail['documents'][number];

export function Papers({ request }: { request: RequestDetail }) {
  const t = useTexts('ownership');
  const { papers } = useNames();
  const { instant } = useFormats();
  const removal = useAction(removePaper, { onDone: () => toast('success', t('act.removed')) });
  const { id: requestId, version, can, side } = request;
  const remove = async ({ id: documentId, kind, fileName }: Paper) => {
    const question = { question: t('detail.remove_question'), yes: t('detail.remove_paper') };
    if (!(await confirm('delete', `${papers[kind]}: ${fileName}`, question))) return;
    removal.run({ body: { requestId, version, documentId } });
  };
  const isOpen = can.document === 'yes' || can.verify === 'yes';
  // Owners see their own papers only.
  const partsOf = ({ kind, uploadedAt, uploadedBy }: Paper) =>
    [papers[kind], instant(uploadedAt), ...(side === null ? [uploadedBy] : [])].join(' · ');
  return (
    <Sheet title={t('detail.papers')}>
      {request.hiddenPapers > 0 ? (
        <p>{t('detail.hidden_papers', { count: request.hiddenPapers })}</p>
      ) : request.documents.length === 0 ? (
        <p>{t('detail.no_papers')}</p>
      ) : null}
      <ul>
        {request.documents.map((paper) => (
          <li key={paper.id}>
            {`${partsOf(paper)} `}
            <Button variant="subtle" size="compact-sm" onClick={() => void showPaper(paper.id)}>
              {`${t('detail.open_paper')} ${paper.fileName}`}
            </Button>
            {paper.isRemovable && can['remove-document'] === 'yes' ? (
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                aria-label={`${t('detail.remove_paper')} ${paper.fileName}`}
                onClick={() => void remove(paper)}
              >
                {t('detail.remove_paper')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {isOpen ? request.missing.map((what) => <p key={what}>{t(`detail.missing_${what}`)}</p>) : null}
      {can.document === 'yes' ? <AddPaper requestId={requestId} /> : null}
    </Sheet>
  );
}

function AddPaper({ requestId }: { requestId: string }) {
  const t = useTexts('ownership');
  const { papers } = useNames();
  const [kind, setKind] = useState<PaperKind>('deed_paper');
  const send = async (file: File, onProgress: (share: number) => void, idempotencyKey: string) => {
    await upload(addPaper, { query: { requestId, kind } }, { files: { file }, onProgress, idempotencyKey });
    await changeShown();
    toast('success', t('act.added'));
  };
  return (
    <Stack gap="sm" mt="md" maw={480}>
      <NativeSelect
        label={t('detail.kind')}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as PaperKind)}
        data={PAPER_KINDS.map((value) => ({ value, label: papers[value] }))}
      />
      <FileUpload key={kind} label={papers[kind]} accepts="paper" send={send} />
    </Stack>
  );
}
