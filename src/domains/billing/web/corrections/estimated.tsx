/** That the reading of a bill is estimated and by which rule, or what of its water was billed by estimates before. */
import { useLanguage } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { InvoiceDetail } from '../../invoices/contract.ts';
import { ESTIMATED, sayEstimate } from '../../invoices/estimate-words.rules.ts';
import style from '../billing.module.css';

export function Estimated({ bill, at }: { bill: InvoiceDetail; at: 'notice' | 'mark' }) {
  const language = useLanguage();
  const formats = useFormats();
  if (at === 'mark') return <StateChip tone="grey">{ESTIMATED[language]}</StateChip>;
  return <p className={style.because}>{sayEstimate(bill, language, formats)}</p>;
}
