/**
 * The till: what people mean to pay is kept until its day comes, then recorded in that order through the real action.
 * `owed` mirrors the ledger (below zero: an advance), so that everybody pays the balance of their account.
 */
import { recordPayments, type TakenPayment } from '#domains/payments/actions/record-payments.ts';
import { transaction } from '#platform/database/db.ts';
import type { MonthsBills } from './month-of-billing.ts';
import { type Intention, methodOf, openDay, type Payer } from './paying.ts';
import type { Random } from './random.ts';
import { instantOf } from './staff.ts';
import type { Story } from './story.ts';

type Promised = { n: number; pays: Intention['pays']; method: TakenPayment['method']; billMinor: number };

export type Till = {
  /** Bills were issued: everybody makes up their mind. */
  bill(month: number, bills: MonthsBills): void;
  /** Records all that comes before a day. */
  takeUntil(day: string): Promise<void>;
};

/** Half a bill is paid in whole hundreds of Taka. */
const HUNDRED_TAKA_MINOR = 10_000;

export function openTill(story: Story, payers: readonly Payer[]): Till {
  const random = story.random.fork('till');
  const owed = new Map<number, number>();
  const promised = new Map<string, Promised[]>();
  const bill: Till['bill'] = (month, { issuedOn, dueOn, totals }) => {
    for (const [n, { id }] of story.connections.entries()) {
      const totalMinor = totals.get(id);
      if (totalMinor === undefined) continue;
      owed.set(n, (owed.get(n) ?? 0) + totalMinor);
      const intention = payers[n]?.answerTo({ month, issuedOn, dueOn, totalMinor });
      if (!intention) continue;
      const method = methodOf(random);
      const day = openDay(intention.day, method);
      if (!promised.has(day)) promised.set(day, []);
      promised.get(day)?.push({ n, pays: intention.pays, method, billMinor: totalMinor });
    }
  };
  const takeUntil: Till['takeUntil'] = async (before) => {
    const days = [...promised.keys()].filter((day) => day < before).sort();
    const payments = days.flatMap((day) =>
      (promised.get(day) ?? []).flatMap((promise) => payment(story, owed, { promise, day, random }) ?? []),
    );
    for (const day of days) promised.delete(day);
    const lastDay = days.at(-1) ?? before;
    await transaction(story.db, (tx) => recordPayments(tx, story.at('cashier', lastDay, '17:00'), payments));
  };
  return { bill, takeUntil };
}

function payment(
  story: Story,
  owed: Map<number, number>,
  { promise, day, random }: { promise: Promised; day: string; random: Random },
): TakenPayment | undefined {
  const { n, pays, method, billMinor } = promise;
  const amountMinor = amountOf(owed.get(n) ?? 0, pays, billMinor);
  if (amountMinor <= 0) return undefined;
  owed.set(n, (owed.get(n) ?? 0) - amountMinor);
  return {
    connectionId: story.connections[n]?.id ?? '',
    method,
    amountMinor,
    paidOn: day,
    takenAt: takenAt(random, day, method),
    ...(method === 'POS'
      ? { slipNumber: `${random.int(100_000, 999_999)}${String(n).padStart(4, '0')}` }
      : {}),
  };
}

/** Counters are open from nine to five, the bank's page always is. */
function takenAt(random: Random, day: string, method: TakenPayment['method']): Date {
  const hour = method === 'GATEWAY' ? random.int(7, 22) : random.int(9, 16);
  const two = (value: number) => String(value).padStart(2, '0');
  return instantOf(day, `${two(hour)}:${two(random.int(0, 59))}`);
}

function amountOf(owedMinor: number, pays: Intention['pays'], billMinor: number): number {
  if (pays === 'all') return owedMinor;
  if (pays === 'half') return Math.ceil(owedMinor / 2 / HUNDRED_TAKA_MINOR) * HUNDRED_TAKA_MINOR;
  return owedMinor + Math.ceil((billMinor * (pays.bills - 1)) / HUNDRED_TAKA_MINOR) * HUNDRED_TAKA_MINOR;
}
