/** The papers of a request: what is there, what is missing, and adding one. */
import { Button, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '#web/calls/call.ts';
import { signalChange } from '#web/calls/change-signals.ts';
import { upload } from '#web/calls/upload.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import { openPaper, type RequestDetail } from '../contract.ts';
import { PAPER_KINDS, type PaperKind } from '../ownership.rules.ts';
import { addPaper } from '../steps/contract.ts';
import { useNames } from './state-chip.tsx';

export function Papers({ request }: { request: RequestDetail }) {
  const t = useTexts('ownership');
  const { papers } = useNames();
  const { instant } = useFormats();
  const open = async (documentId: string) => {
    const { url } = await call(openPaper, { query: { documentId } });
    window.open(url, '_blank', 'noopener');
  };
  const isOpen = request.can.document === 'yes' || request.can.verify === 'yes';
  return (
    <Sheet title={t('detail.papers')}>
      {request.documents.length === 0 ? <p>{t('detail.no_papers')}</p> : null}
      <ul>
        {request.documents.map((paper) => (
          <li key={paper.id}>
            {`${papers[paper.kind]} · ${instant(paper.uploadedAt)} · ${paper.uploadedBy} `}
            <Button variant="subtle" size="compact-sm" onClick={() => void open(paper.id)}>
              {`${t('detail.open_paper')} ${paper.fileName}`}
            </Button>
          </li>
        ))}
      </ul>
      {isOpen ? request.missing.map((what) => <p key={what}>{t(`detail.missing_${what}`)}</p>) : null}
      {request.can.document === 'yes' ? <AddPaper requestId={request.id} /> : null}
    </Sheet>
  );
}

function AddPaper({ requestId }: { requestId: string }) {
  const t = useTexts('ownership');
  const { papers } = useNames();
  const [kind, setKind] = useState<PaperKind>('deed_paper');
  const send = async (file: File, onProgress: (share: number) => void, idempotencyKey: string) => {
    await upload(addPaper, { query: { requestId, kind } }, { files: { file }, onProgress, idempotencyKey });
    signalChange('changed');
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
