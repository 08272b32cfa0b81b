/** One payment a line: its day, what it paid, how, how much; its receipt by one tap; what became of it if it is not simply paid. */
import { IconReceipt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { webConfig } from '#web/config.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Payment } from '../../contract.ts';
import { isUndecided, NOT_DUE } from '../../payment.rules.ts';
import { ChequeNote } from '../own-cheques/cheque-note.tsx';
import { PaymentStateChip } from '../payment-state.tsx';
import { downloadReceipt } from '../receipts.ts';
import { useOwedBack } from '../what-is-paid.ts';
import { byYear, dayOfPayment } from './by-year.rules.ts';
import style from './own-payments.module.css';

/** Which bill, bills or demand note; money that is for a bill to come is an advance. */
function useWhat(): (payment: Payment) => string {
  const t = useTexts('payments');
  const { digits, month } = useFormats();
  return ({ source, targetNumber, invoices, paidOn, owedBack }) => {
    const number = digits(targetNumber);
    if (source === 'APPLICATION_SURVEY') return t('history.own_note', { number });
    if (source === 'WORK_ORDER_SURVEY') return t('pay.request', { number });
    if (source === 'OWNERSHIP_CHANGE') return t('take.OWNERSHIP', { number });
    if (source === 'WALLET_RECHARGE') return t('methods.WALLET');
    const [only] = invoices;
    if (invoices.length > 1) return t('history.bill_count', { count: invoices.length });
    if (only) return t('history.own_bill', { number: digits(only.number), month: month(only.period) });
    if (source === 'INVOICE' && paidOn && !owedBack) return t('record.advance');
    return `${t(`history.target_${source}`)} ${number}`;
  };
}

/** What the person has to know beyond the state. Nothing if the money came and stays. */
function useNote(): (payment: Payment) => ReactNode {
  const t = useTexts('payments');
  const saysOwedBack = useOwedBack();
  return (payment) => {
    const { state, isSetAside, replacedById, owedBack, cheque, declineReason } = payment;
    if (cheque) return <ChequeNote state={cheque} />;
    if (replacedById) return t('back.replaced_text');
    if (isSetAside && state === 'PROCESSING') return t('back.looked_at_text');
    if (isUndecided(state)) return t('history.own_waiting');
    if (state === 'DECLINED') return t('history.own_declined');
    if (state === 'CANCELED' && declineReason === NOT_DUE) return t('history.own_not_due');
    if (state === 'CANCELED' || state === 'EXPIRED') return t('history.own_not_paid');
    if (state === 'REVERSED') return t('back.reversed_text');
    return owedBack ? saysOwedBack(payment) : undefined;
  };
}

export function YearsOfPayments({ payments }: { payments: readonly Payment[] }) {
  const { digits } = useFormats();
  const areMany = new Set(payments.map(({ targetNumber }) => targetNumber)).size > 1;
  return byYear(payments, webConfig().timeZone).map(({ year, payments: ofYear }) => (
    <section key={year} className={style.part}>
      <h2>{digits(year)}</h2>
      <ul className={style.lines}>
        {ofYear.map((payment) => (
          <PaymentLine key={payment.id} payment={payment} areMany={areMany} />
        ))}
      </ul>
    </section>
  ));
}

/** @param areMany the payments are for several places: each line says for which */
function PaymentLine({ payment, areMany }: { payment: Payment; areMany: boolean }) {
  const t = useTexts('payments');
  const language = useLanguage();
  const { day, money } = useFormats();
  const what = useWhat()(payment);
  const note = useNote()(payment);
  const place = usePlace()(payment);
  const paidOn = day(dayOfPayment(payment, webConfig().timeZone));
  return (
    <li>
      <GoLink className={style.line} to={`/payment-history/${payment.id}`}>
        <span className={style.name}>
          <b>{paidOn}</b>
          <span className={style.what}>
            <span>{what}</span>
            {areMany && place ? <span>{place}</span> : null}
          </span>
        </span>
        <span className={style.method}>{t(`methods.${payment.method}`)}</span>
        <span className={style.amount} data-came={payment.state === 'APPROVED'}>
          {money(payment.amountMinor)}
        </span>
        <span className={style.state}>
          {/* "Reversed" reads as if money came back; the note says what happened. */}
          {payment.cheque === 'DISHONOURED' ? null : <PaymentStateChip {...payment} />}
        </span>
      </GoLink>
      {payment.can.receipt ? (
        <button
          type="button"
          className={style.receipt}
          aria-label={t('history.own_receipt', { day: paidOn })}
          onClick={() => downloadReceipt(payment, language)}
        >
          <IconReceipt size={20} aria-hidden="true" />
          {t('history.receipt')}
        </button>
      ) : null}
      {note ? <p className={style.note}>{note}</p> : null}
    </li>
  );
}
