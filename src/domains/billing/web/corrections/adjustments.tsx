/** The documents by which a bill was corrected: for staff and consumers the same. */
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import type { Adjustment, InvoiceDetail } from '../../invoices/contract.ts';
import style from '../billing.module.css';
import { ComparisonTable } from './comparison.tsx';

function Outcome({ adjustment, shownOn }: { adjustment: Adjustment; shownOn: string }) {
  const t = useTexts('billing');
  const { money, digits } = useFormats();
  const { amountMinor, supplement } = adjustment;
  if (amountMinor === 0) return <p>{t('corrections.no_change')}</p>;
  if (!supplement) return <p>{t('corrections.credited', { amount: money(-amountMinor) })}</p>;
  const other =
    shownOn === supplement.id ? { id: adjustment.invoiceId, number: adjustment.invoiceNumber } : supplement;
  return (
    <p>
      {t(shownOn === supplement.id ? 'corrections.supplements' : 'corrections.supplemented')}{' '}
      <GoLink to={`/billing/invoice-list/${other.id}`}>{digits(other.number)}</GoLink>
    </p>
  );
}

export function Adjustments({ bill }: { bill: InvoiceDetail }) {
  const t = useTexts('billing');
  const { day, digits } = useFormats();
  return bill.adjustments.map((adjustment) => (
    <Sheet
      key={adjustment.id}
      title={t(adjustment.amountMinor > 0 ? 'corrections.debit_title' : 'corrections.credit_title', {
        number: digits(adjustment.number),
      })}
    >
      <p className={style.because}>
        {t('corrections.on_because', { day: day(adjustment.adjustedOn), reason: adjustment.reason })}
      </p>
      <ComparisonTable comparison={adjustment} />
      <Outcome adjustment={adjustment} shownOn={bill.id} />
    </Sheet>
  ));
}
