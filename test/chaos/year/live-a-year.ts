/**
 * A year of a small utility, day by day: meters are read, some are not and are estimated, bills are run and posted, households pay as they
 * are used to, the counter makes mistakes and puts them right, each night charges what is late, each month is closed.
 */
import { approveRun, postRun } from '#domains/billing/bill-run/actions/approve-run.ts';
import { planRun } from '#domains/billing/bill-run/actions/plan-run.ts';
import { workCalculation, workPosting } from '#domains/billing/bill-run/actions/work-run.ts';
import { findRun } from '#domains/billing/bill-run/queries.ts';
import { adjustMeterReading } from '#domains/billing/corrections/actions/adjust-invoice.ts';
import { decideCorrection } from '#domains/billing/corrections/actions/decide-correction.ts';
import { chargeSurcharges } from '#domains/billing/surcharges/actions/charge-surcharges.ts';
import * as closings from '#domains/ledger/closings/contract.ts';
import { expectedOf } from '#domains/ledger/closings/queries.ts';
import * as estimates from '#domains/meters/estimates/contract.ts';
import { approveFlagged } from '#domains/meters/readings/actions/approve-flagged.ts';
import { approveUnflagged } from '#domains/meters/readings/actions/approve-unflagged.ts';
import { captureReadings } from '#domains/meters/readings/actions/capture-readings.ts';
import { correctHandover } from '#domains/ownership/correct-handover.ts';
import { makePayment } from '#domains/payments/actions/make-payment.ts';
import { recordPayments } from '#domains/payments/actions/record-payments.ts';
import { decideReversal, reversePayment } from '#domains/payments/actions/reverse-payment.ts';
import { settledOfPayments } from '#domains/payments/settled-by-day.ts';
import { all, sql } from '#platform/database/db.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import { refusal } from '../month/refusal.ts';
import { FIRST_DAY, goTo, type Household, LAST_DAY, type Town } from './town.ts';

/** Money as the people who brought it remember it. Below zero: it was given back. */
export type Brought = { connectionId: string; day: string; amountMinor: number };

const DAY_OF = { reading: 27, review: 28, billing: 7, closing: 12 };
const DAYS_OF_MONTH = 30;
const NIGHTS_AFTER = 35;

/** Days go on after the year until its last bills are posted and its last month is closed. */
export async function liveAYear(town: Town): Promise<Brought[]> {
  const brought: Brought[] = [];
  for (let day = FIRST_DAY; day <= addDays(LAST_DAY, NIGHTS_AFTER); day = addDays(day, 1)) {
    goTo(town, day);
    const { app } = town;
    await chargeSurcharges(app.db, app.clock, settledOfPayments);
    const dayOfMonth = Number(day.slice(8));
    const month = firstOfMonth(day);
    if (dayOfMonth === DAY_OF.reading && day <= LAST_DAY) await read(town, month);
    if (dayOfMonth === DAY_OF.review && day <= LAST_DAY) await review(town, month);
    const before = addMonths(month, -1);
    if (before >= FIRST_DAY) {
      if (dayOfMonth === DAY_OF.billing) await estimateAndBill(town, before);
      if (dayOfMonth === DAY_OF.closing) await closeMonth(town, before);
    }
    // The books begin with the year, so that each of its months is closed.
    if (day === FIRST_DAY) brought.push(...(await payAhead(town)));
    brought.push(...(await takeMoney(town)));
    if (dayOfMonth % 9 === 0) brought.push(...(await makeAMistake(town)));
  }
  return brought;
}

/** The reader misses one meter in thirty; one figure in a hundred is far too high and is billed all the same. */
async function read(town: Town, period: string): Promise<void> {
  const { random, households, day: readOn } = town;
  const readings = households.flatMap((household) => {
    const { meterId, usual, wrapsAt } = household;
    household.register += Math.round(usual * DAYS_OF_MONTH * random.around(0.25));
    if (random.chance(1 / 30)) return [];
    if (random.chance(0.01)) household.register += usual * DAYS_OF_MONTH * 3;
    return [{ meterId, readOn, registerLitres: household.register % wrapsAt }];
  });
  await town.act('reader', (tx, actor) => captureReadings(tx, actor, { period, source: 'MOBILE', readings }));
}

async function review(town: Town, period: string): Promise<void> {
  const reason = 'Looked into with the household; the reading is right.';
  await town.act('reviewer', (tx, actor) => approveUnflagged(tx, actor, { period }));
  await town.act('reviewer', (tx, actor) => approveFlagged(tx, actor, { period, reason }));
  // What is far too high wants two persons.
  await town.act('second', (tx, actor) => approveFlagged(tx, actor, { period, reason }));
}

async function estimateAndBill(town: Town, period: string): Promise<void> {
  const { app, day } = town;
  const as = await app.staff('admin');
  const { count, litres } = await app.call(estimates.sumEstimates, { as, query: { period } });
  if (count > 0) {
    await app.call(estimates.createEstimates, { as, body: { period, count, litres } });
    await review(town, period);
  }
  const { id } = await town.act('planner', (tx, actor) => planRun(tx, actor, { period, issuedOn: day }));
  await workCalculation(app.db, app.clock, id);
  const run = await findRun(app.db, id);
  if (run.state !== 'REVIEW') throw new Error(`the run of ${period} is ${run.state}`);
  await town.act('approver', (tx, actor) => approveRun(tx, actor, { id, version: run.version }));
  await town.act('planner', (tx, actor) => postRun(tx, actor, id));
  await workPosting(app.db, app.clock, id);
  const { state } = await findRun(app.db, id);
  if (state !== 'POSTED') throw new Error(`the run of ${period} is ${state}`);
}

type Owing = { connectionId: string; open: number; days: number };

/** What each connection owes, and for how many days the oldest of it. */
const owing = ({ app, day }: Town): Promise<Owing[]> =>
  all(
    app.db,
    sql`select connection_id as "connectionId", sum(total_minor - settled_minor)::bigint as open, (${day}::date - min(issued_on)) as days
      from billing.invoices where cancelled_on is null and settled_minor < total_minor group by 1 order by 1`,
  );

/** How much of what is open a household brings today. */
function bringsToday({ habit }: Household, { open, days }: Owing, { random }: Town): number {
  if (habit === 'never') return 0;
  if (habit === 'prompt') return random.chance(days > 3 ? 0.15 : 0.05) ? open : 0;
  if (habit === 'late') return days > 25 && random.chance(0.1) ? open : 0;
  if (habit === 'seldom') return days > 120 && random.chance(0.05) ? open : 0;
  if (!random.chance(0.06)) return 0;
  // In whole hundreds of Taka; now and then more than is open.
  return Math.max(1, Math.round((open * random.around(0.4)) / 100_00)) * 100_00;
}

/** At the counter by cash or card, or through the bank. */
async function takeMoney(town: Town): Promise<Brought[]> {
  const { random, households, day } = town;
  const of = new Map(households.map((household) => [household.connectionId, household]));
  const brought: Brought[] = [];
  const atBank: Brought[] = [];
  for (const debt of await owing(town)) {
    const household = of.get(debt.connectionId);
    const amountMinor = household ? bringsToday(household, debt, town) : 0;
    if (amountMinor === 0) continue;
    const money = { connectionId: debt.connectionId, day, amountMinor };
    brought.push(money);
    if (random.chance(0.4)) atBank.push(money);
    else await pay(town, money);
  }
  const online = atBank.map(({ connectionId, amountMinor }) => ({
    ...{ connectionId, amountMinor, paidOn: day, method: 'GATEWAY' as const },
  }));
  await town.act('cashier', (tx, actor) => recordPayments(tx, actor, online));
  return brought;
}

async function payAhead(town: Town): Promise<Brought[]> {
  const { connectionId = '' } = town.households[0] ?? {};
  const money = { connectionId, day: town.day, amountMinor: 500_00 };
  await pay(town, money);
  return [money];
}

let slips = 0;

async function pay(town: Town, { connectionId, amountMinor, day: paidOn }: Brought): Promise<string> {
  slips += 1;
  const tender = town.random.chance(0.2)
    ? { method: 'POS' as const, paidOn, receiptNumber: `Y-${slips}` }
    : { method: 'CASH' as const, paidOn };
  const payment = {
    ...{ connectionId, amountMinor: minor(amountMinor), tender, unusual: true },
    ...{ takenOver: false, toPayBack: true, dateReason: 'brought later' },
  };
  const { id } = await town.act('cashier', (tx, actor) => makePayment(tx, actor, payment));
  return id;
}

/** Money is booked to the wrong household and taken back; or a reading was wrong and its bill is corrected. */
async function makeAMistake(town: Town): Promise<Brought[]> {
  const { random, households, day, app } = town;
  const { connectionId } = random.pick(households);
  if (random.chance(0.5)) {
    const amountMinor = random.int(1, 40) * 100_00;
    const paymentId = await pay(town, { connectionId, day, amountMinor });
    const { reversal } = await town.act('planner', (tx, actor) =>
      reversePayment(tx, actor, { paymentId, reason: 'another household' }),
    );
    if (reversal?.state === 'REQUESTED')
      await town.act('approver', (tx, actor) =>
        decideReversal(tx, actor, { reversalId: reversal.id, accept: true }),
      );
    return [
      { connectionId, day, amountMinor },
      { connectionId, day, amountMinor: -amountMinor },
    ];
  }
  const [bill] = await all<{ id: string; version: number; litres: number; previous: number }>(
    app.db,
    sql`select id, version, current_litres as litres, previous_litres as previous from billing.invoices
      where connection_id = ${connectionId} and cancelled_on is null and adjusts_id is null and current_litres > previous_litres
      order by period desc limit 1`,
  );
  if (!bill) return [];
  const registerLitres = bill.litres - Math.floor((bill.litres - bill.previous) / 3);
  const asked = { invoiceId: bill.id, version: bill.version, registerLitres, later: [], reason: 'misread' };
  await refusal(async () => {
    const { id, state } = await town.act('planner', (tx, actor) =>
      adjustMeterReading(tx, actor, asked, correctHandover),
    );
    if (state === 'REQUESTED')
      await town.act('approver', (tx, actor) =>
        decideCorrection(tx, actor, { correctionId: id, accept: true }, correctHandover),
      );
  });
  return [];
}

/** The drawer of each day is counted; one in twenty misses a little, with a reason. Then the month is closed for good. */
async function closeMonth(town: Town, month: string): Promise<void> {
  const { app, random } = town;
  const as = await app.staff('admin');
  const { items } = await app.call(closings.openCashDays, { as, query: { limit: 200, sort: 'day' } });
  for (const { day, cashierId } of items.filter((open) => open.day < addMonths(month, 1))) {
    const { expectedMinor } = await expectedOf(app.db, cashierId, day);
    const totalMinor = minor(expectedMinor - (random.chance(0.05) ? Math.min(expectedMinor, 50_00) : 0));
    const missing = totalMinor === expectedMinor ? {} : { reason: 'change given wrongly' };
    await app.call(closings.closeCash, {
      as,
      body: {
        ...{ day, cashierId, expectedMinor: minor(expectedMinor), ...missing },
        counted: { by: 'total', totalMinor },
      },
    });
  }
  await app.call(closings.closeMonth, { as: await app.staff('admin'), body: { month } });
}
