/** What a payment paid, line by line, with the sum. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Payment } from '../contract.ts';
import style from './payments.module.css';
import { useOwedBack, usePaidFor } from './what-is-paid.ts';

export function PaidList({ payment }: { payment: Payment }) {
  const t = useTexts('payments');
  const { digits, month, money } = useFormats();
  const paidFor = usePaidFor();
  const owedBack = useOwedBack();
  if (!payment.paidOn) return <p className={style.quiet}>{t('record.nothing_yet')}</p>;
  // It came when there was nothing left to pay with it.
  if (payment.owedBack) return <p>{owedBack(payment)}</p>;
  const { invoices, advanceMinor, source } = payment;
  const other =
    source === 'INVOICE' ? [] : [{ id: source, name: paidFor(payment), amount: payment.amountMinor }];
  const lines = [
    ...invoices.map((invoice) => ({
      id: invoice.id,
      name: `${digits(invoice.number)} · ${month(invoice.period)}`,
      amount: invoice.amountMinor,
    })),
    ...other,
    ...(advanceMinor > 0 ? [{ id: 'advance', name: t('record.advance'), amount: advanceMinor }] : []),
  ];
  return (
    <ul className={style.lines}>
      {lines.map((line) => (
        <li key={line.id}>
          <span>{line.name}</span>
          <b className="figure">{money(line.amount)}</b>
        </li>
      ))}
    </ul>
  );
}
