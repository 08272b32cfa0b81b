/** A bill to pay as a card with one button; a bill that is settled as a line that opens it. */
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Invoice } from '../../invoices/contract.ts';
import { InvoiceState, useCorrection } from '../bill-parts.tsx';
import billing from '../billing.module.css';
import { DueDay } from '../due-day.tsx';
import { byYear } from './by-year.rules.ts';
import style from './own-bills.module.css';

/** What the connections of the person say about their bills. */
export type Known = {
  mayPay: (connectionId: string) => boolean;
  areMany: boolean;
  /** There is one connection that they may pay for. */
  only: boolean;
};

type BillsProps = { bills: readonly Invoice[]; known: Known };

/** Which bill it is: its number, the place if there are several, and what was corrected. */
function useWhich({ areMany }: Known): (bill: Invoice) => string {
  const { digits } = useFormats();
  const place = usePlace();
  const correction = useCorrection();
  return (bill) =>
    [digits(bill.number), areMany && place(bill), correction(bill)].filter(Boolean).join(' · ');
}

/** @param sumMinor of all that is to be paid, if nothing above says it */
export function UnpaidBills({ bills, known, sumMinor }: BillsProps & { sumMinor: number | undefined }) {
  const t = useTexts('billing');
  const { money } = useFormats();
  return (
    <section className={style.part}>
      <div className={style.head}>
        <h2>{t('invoices.own_unpaid')}</h2>
        {sumMinor === undefined ? null : <span className={style.sum}>{money(sumMinor)}</span>}
      </div>
      <ul className={billing.cards}>
        {bills.map((bill) => (
          <UnpaidBill key={bill.id} bill={bill} known={known} />
        ))}
      </ul>
    </section>
  );
}

function UnpaidBill({ bill, known }: { bill: Invoice; known: Known }) {
  const t = useTexts('billing');
  const { money, month } = useFormats();
  const which = useWhich(known);
  const may = useMay();
  const go = useGo();
  const ofMonth = month(bill.period);
  return (
    <li className={billing.card}>
      <div className={style.head}>
        <h3>
          <GoLink className={style.open} to={`/billing/invoice-list/${bill.id}`}>
            {ofMonth}
          </GoLink>
        </h3>
        <InvoiceState invoice={bill} />
      </div>
      <div>
        <div className={billing.big}>{money(bill.dueMinor)}</div>
        <DueDay day={bill.dueOn} />
        {bill.settledMinor > 0 ? (
          <p className={billing.label}>
            {t('invoices.own_part', { total: bill.totalMinor, paid: bill.settledMinor })}
          </p>
        ) : null}
        <p className={billing.label}>{which(bill)}</p>
      </div>
      {known.mayPay(bill.connectionId) && may('payments:pay-online') ? (
        <div className={billing.cardEnd}>
          <Button
            size="md"
            fullWidth
            aria-label={t('invoices.own_pay', { month: ofMonth })}
            onClick={() => go('/pay', { connectionId: bill.connectionId, bill: bill.number })}
          >
            {t('invoices.pay')}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

export function YearsOfBills({ bills, known }: BillsProps) {
  const { digits } = useFormats();
  return byYear(bills).map(({ year, bills: ofYear }) => (
    <section key={year} className={style.part}>
      <h2>{digits(year)}</h2>
      <ul className={style.lines}>
        {ofYear.map((bill) => (
          <SettledBill key={bill.id} bill={bill} known={known} />
        ))}
      </ul>
    </section>
  ));
}

function SettledBill({ bill, known }: { bill: Invoice; known: Known }) {
  const common = useTexts('common');
  const { money, month, cubicMetres } = useFormats();
  const which = useWhich(known);
  return (
    <li>
      <GoLink className={style.line} to={`/billing/invoice-list/${bill.id}`}>
        <span className={style.name}>
          <b>{month(bill.period)}</b>
          <span className={billing.label}>{which(bill)}</span>
        </span>
        <span className={style.use}>
          {cubicMetres(bill.usageLitres)} {common('units.cubic_metres')}
        </span>
        <span className={style.amount}>{money(bill.totalMinor)}</span>
        <InvoiceState invoice={bill} />
        <IconChevronRight className={style.arrow} size={17} aria-hidden="true" />
      </GoLink>
    </li>
  );
}
