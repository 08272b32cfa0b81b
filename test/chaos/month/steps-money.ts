/** Steps of a walk that move money and prices: paying, reversing, cancelling, adjusting, surcharges, tariffs, VAT, days that pass. */
import { adjustMeterReading } from '#domains/billing/corrections/actions/adjust-invoice.ts';
import { cancelInvoice } from '#domains/billing/corrections/actions/cancel-invoice.ts';
import { decideCorrection } from '#domains/billing/corrections/actions/decide-correction.ts';
import { MOST_LATER } from '#domains/billing/corrections/contract.ts';
import { approveVat, planVat } from '#domains/billing/settings/actions/change-vat.ts';
import { chargeSurcharges } from '#domains/billing/surcharges/actions/charge-surcharges.ts';
import { approveTariff, submitTariff, withdrawTariff } from '#domains/billing/tariffs/actions/move-tariff.ts';
import { createTariff } from '#domains/billing/tariffs/actions/write-tariff.ts';
import { tariffBody } from '#domains/billing/tariffs/contract.ts';
import { billedReadingsAfter } from '#domains/meters/readings/queries.ts';
import { correctHandover } from '#domains/ownership/correct-handover.ts';
import { makePayment } from '#domains/payments/actions/make-payment.ts';
import { decideReversal, reversePayment } from '#domains/payments/actions/reverse-payment.ts';
import { decideProposal } from '#domains/payments/proposals/actions/decide-proposal.ts';
import { proposeBackdated } from '#domains/payments/proposals/actions/propose-money.ts';
import { settledOfPayments } from '#domains/payments/settled-by-day.ts';
import { all, sql } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import { approveMonth, nth, readAll, type Step } from './steps-readings.ts';
import { act, clockOf, type Town } from './town.ts';

type Debt = { connection: string; open: number };

async function someDebt({ db }: Town, a = 0, b = 0): Promise<Debt | undefined> {
  const debts = await all<Debt>(
    db,
    sql`select c.id as connection, coalesce(sum(i.total_minor - i.settled_minor), 0)::bigint as open from meters.connections c
      left join billing.invoices i on i.connection_id = c.id and i.cancelled_on is null group by c.id
      order by 2 = 0, c.id`,
  );
  return nth(b % 5 === 0 ? debts : debts.filter(({ open }) => open > 0), a);
}

const amountOf = (open: number, n: number): number =>
  Math.max(1, n % 4 === 0 ? Math.floor(open / 2) : n % 4 === 1 ? open + 50_000 : n % 4 === 2 ? n : open);

/** Cash or a card of today or of some days back; or cash of long ago by two people. */
export const pay: Step = async (town, [a, b, c = 0, d = 0, e = 0]) => {
  const debt = await someDebt(town, a, b);
  if (!debt) return;
  const amountMinor = minor(amountOf(debt.open, c));
  const { connection: connectionId } = debt;
  const isLongAgo = d % 6 === 5;
  const paidOn = addDays(town.day, isLongAgo ? -(8 + (e % 10)) : -(d % 3));
  if (isLongAgo) {
    const target = { kind: 'CONNECTION' as const, connectionId, takenOver: false };
    const asked = {
      ...{ target, amountMinor, tender: { method: 'CASH' as const, paidOn } },
      ...{ toPayBack: true, reason: 'found later' },
    };
    const { id } = await act(town, 'planner', (tx, actor) => proposeBackdated(tx, actor, asked));
    await act(town, 'approver', (tx, actor) => decideProposal(tx, actor, { id, accept: true }));
    return;
  }
  const tender =
    e % 3 === 0
      ? { method: 'POS' as const, paidOn, receiptNumber: `S${a}${c}${e}` }
      : { method: 'CASH' as const, paidOn };
  const payment = {
    connectionId,
    amountMinor,
    tender,
    unusual: true,
    takenOver: false,
    toPayBack: true,
    dateReason: 'brought later',
  };
  await act(town, 'reader', (tx, actor) => makePayment(tx, actor, payment));
};

export const takeBack: Step = async (town, [a]) => {
  const payments = await all<{ id: string }>(
    town.db,
    sql`select id from payments.payments where state = 'APPROVED' order by id desc`,
  );
  const payment = nth(payments, a);
  if (!payment) return;
  const asked = { paymentId: payment.id, reason: 'wrong connection' };
  const { reversal } = await act(town, 'planner', (tx, actor) => reversePayment(tx, actor, asked));
  if (reversal?.state !== 'REQUESTED') return;
  await act(town, 'approver', (tx, actor) =>
    decideReversal(tx, actor, { reversalId: reversal.id, accept: true }),
  );
};

type Bill = { id: string; version: number; litres: number; connectionId: string; period: string };

async function someBill({ db }: Town, a = 0): Promise<Bill | undefined> {
  const bills = await all<Bill>(
    db,
    sql`select id, version, coalesce(current_litres, 0) as litres, connection_id as "connectionId", period from billing.invoices
      where cancelled_on is null and adjusts_id is null order by period desc, connection_id`,
  );
  return nth(bills, a);
}

async function decide(town: Town, { id, state }: { id: string; state: string }): Promise<void> {
  if (state !== 'REQUESTED') return;
  await act(town, 'approver', (tx, actor) =>
    decideCorrection(tx, actor, { correctionId: id, accept: true }, correctHandover),
  );
}

export const cancel: Step = async (town, [a, b = 0]) => {
  const bill = await someBill(town, a);
  if (!bill) return;
  const asked = { invoiceId: bill.id, version: bill.version, reason: 'wrong', freePayment: b % 4 !== 0 };
  await decide(town, await act(town, 'planner', (tx, actor) => cancelInvoice(tx, actor, asked)));
};

export const adjust: Step = async (town, [a, b = 0]) => {
  const bill = await someBill(town, a);
  if (!bill) return;
  const registerLitres = Math.max(0, bill.litres + ((b % 31) - 15) * 750);
  const ask = { invoiceId: bill.id, version: bill.version, registerLitres, reason: 'misread' };
  await decide(
    town,
    await act(town, 'planner', async (tx, actor) => {
      // Each second time the error went on in the months after it.
      const after = b % 2 === 0 ? await billedReadingsAfter(tx, bill, MOST_LATER) : [];
      const later = after.map(({ readingId, registerLitres: noted }) => ({
        ...{ readingId, registerLitres: Math.max(0, noted + registerLitres - bill.litres) },
      }));
      return adjustMeterReading(tx, actor, { ...ask, later }, correctHandover);
    }),
  );
};

/** For a day around today, mostly inside the next month. */
const firstDay = ({ day }: Town, n: number) => addDays(day, (n % 45) - 6);

export const changeTariff: Step = async (town, [a = 0, b = 0, c = 0]) => {
  const tariff = tariffBody.parse({
    ...{ category: a % 2 ? 'residential' : 'commercial', name: 'Next', effectiveFrom: firstDay(town, b) },
    ...{
      waterMode: c % 2 ? 'blocks' : 'tiers',
      fixedAmount: '33.33',
      sewerPercent: '75',
      orderNumber: 'order 1',
    },
    ...{ vatWaterPercent: '15', minimumMode: c % 3 ? 'floor' : 'base', minimumAmount: String(c % 90) },
    blocks: [
      { from: '0', to: '15', rate: `${10 + (c % 9)}.005` },
      { from: '15', to: null, rate: '55.5' },
    ],
  });
  const draft = await act(town, 'planner', (tx, actor) => createTariff(tx, actor, tariff));
  const announced = await act(town, 'planner', (tx, actor) =>
    submitTariff(tx, actor, { ...draft, riseReason: 'costs' }),
  );
  await act(town, 'approver', (tx, actor) =>
    approveTariff(tx, actor, { id: draft.id, version: announced.version }),
  );
};

export const withdraw: Step = async (town, [a]) => {
  const versions = await all<{ id: string; version: number }>(
    town.db,
    sql`select id, version from billing.tariff_versions where state = 'APPROVED' order by effective_from desc, id`,
  );
  const version = nth(versions, a);
  if (version)
    await act(town, 'approver', (tx, actor) => withdrawTariff(tx, actor, { ...version, reason: 'no' }));
};

export const changeVat: Step = async (town, [a = 0, b = 0]) => {
  const percent = String(5 + (b % 4) * 2.5);
  const value = {
    ...{ waterPercent: percent, fixedPercent: '0', minimumPercent: '0', sewerPercent: '0' },
    exemptCategories: b % 2 ? ['commercial'] : [],
  };
  const asked = { validFrom: firstDay(town, a), value, reason: 'law' };
  const { id, version } = await act(town, 'planner', (tx, actor) => planVat(tx, actor, asked));
  await act(town, 'approver', (tx, actor) => approveVat(tx, actor, { id, version }));
};

/** The nightly job: the days since it ran last, or this day. */
export const chargeLate: Step = (town) => chargeSurcharges(town.db, clockOf(town), settledOfPayments);

export const wait: Step = async (town, [a = 0]) => {
  town.day = addDays(town.day, 1 + (a % 15));
};

/** The next month is read and approved, as it should be. */
export const nextMonth: Step = async (town, [a, b, c]) => {
  const period = firstOfMonth(town.day);
  town.day = addDays(addMonths(period, 1), 1 + ((a ?? 0) % 6));
  await readAll(town, [1, b ?? 0, c ?? 0, (a ?? 0) * 2 + 1]);
  await approveMonth(town, period);
};
