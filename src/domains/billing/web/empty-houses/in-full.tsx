/** That a notice of an empty house does not count on a bill. */
import { useLanguage } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { InvoiceDetail } from '../../invoices/contract.ts';
import { sayEmptyInFull } from '../../invoices/estimate-words.rules.ts';
import style from '../billing.module.css';

export function InFull({ bill }: { bill: InvoiceDetail }) {
  return <p className={style.because}>{sayEmptyInFull(bill, useLanguage(), useFormats())}</p>;
}
