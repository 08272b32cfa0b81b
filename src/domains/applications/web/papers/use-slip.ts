import { startDownload } from '#web/calls/downloads.ts';
import { useLanguage } from '#web/texts/texts.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { acknowledgementPdf } from '../../intake/contract.ts';

/** Fetches the acknowledgement slip of a submitted application, in the reader's language. */
export function useSlip({ id, number }: Pick<ApplicationDetail, 'id' | 'number'>) {
  const language = useLanguage();
  return () =>
    startDownload(
      acknowledgementPdf,
      { params: { id }, query: { language } },
      `acknowledgement-${number}.pdf`,
    );
}
