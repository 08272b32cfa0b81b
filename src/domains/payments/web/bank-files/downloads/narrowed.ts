/** What both pages of kept downloads say of a file. */
import type { Translate } from '#web/texts/texts.ts';
import type { BankDownload } from '../../../bank-files/downloads/contract.ts';

export const COMPARE = '/city-bank-download-history/compare';

/** By what the report was narrowed when it was downloaded; null if it was all of it. */
export const narrowed = (
  { class: of, status, source, search }: Pick<BankDownload, 'class' | 'status' | 'source' | 'search'>,
  t: Translate<'payments'>,
): string | null =>
  [
    of && t(`bank_files.classes.${of}`),
    status && `${t('bank_files.status')}: ${t(`bank_files.statuses.${status}`)}`,
    source && t(`bank_files.sources.${source}`),
    search && `“${search}”`,
  ]
    .filter(Boolean)
    .join(' · ') || null;
