/** Prints labels with QR codes for the chosen meters. */
import { startDownload } from '#web/calls/downloads.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import type { BulkAction } from '#web/ui/list/bulk-bar.tsx';
import type { Meter } from '../../contract.ts';
import { meterLabels } from '../../store/contract.ts';

export function useLabels(): BulkAction<Meter> {
  const t = useTexts('meters');
  const language = useLanguage();
  return {
    label: t('store.labels'),
    run: (ids) => startDownload(meterLabels, { query: { ids: ids.join(','), language } }, 'meter-labels.pdf'),
  };
}
