/** Fetches a paper of an application as PDF, in the reader's language: beside the title of a sheet. */
import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { startDownload } from '#web/calls/downloads.ts';
import { useLanguage } from '#web/texts/texts.ts';
import type { letterPdf } from '../../letter/contract.ts';
import type { certificatePdf, nocLetterPdf } from '../../papers/contract.ts';

type PaperButtonProps = {
  label: string;
  paper: typeof letterPdf | typeof nocLetterPdf | typeof certificatePdf;
  id: string;
  fileName: string;
};

export function PaperButton({ label, paper, id, fileName }: PaperButtonProps) {
  const language = useLanguage();
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconFileDownload size={16} />}
      onClick={() => void startDownload(paper, { params: { id }, query: { language } }, fileName)}
    >
      {label}
    </Button>
  );
}
