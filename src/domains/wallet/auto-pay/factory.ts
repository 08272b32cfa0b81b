/** Households that have their bills paid by themselves, for tests: over HTTP, with a clock of the job that people do not follow. */
import { expect } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { differences } from '#domains/payments/queries.ts';
import type { Clock } from '#platform/clock.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import type { Person, TestApp } from '#test/app.ts';
import { guardedBalances } from '../book-proof.ts';
import { walletCalls } from '../factory.ts';
import { payBills } from './actions/work-tries.ts';
import * as contract from './contract.ts';

const ON_BILL = { trigger: 'ON_BILL' as const };
type When = typeof ON_BILL | { trigger: 'FIXED_DAY'; day: number };
type Wish = { when?: When; ceiling?: number; connectionId?: string };

/** The call by which a household wants it. */
export const on = (as: Person, more: Wish = {}) => ({
  as,
  body: {
    on: true as const,
    when: more.when ?? ON_BILL,
    ceilingMinor: minor(more.ceiling ?? 115_00),
    ...(more.connectionId ? { connectionId: more.connectionId } : {}),
  },
});
export const off = (as: Person) => ({ as, body: { on: false as const } });

export async function autoPayCalls(app: TestApp) {
  const START = app.system().today;
  const calls = await walletCalls(app);
  /** The day of the job, so many days after the first one. The people stay signed in on the first one. */
  let days = 0;
  const clock: Clock = {
    timeZone: app.clock.timeZone,
    now: () => new Date(`${addDays(START, days)}T04:00:00Z`),
  };
  const run = () => payBills(app.db, clock);
  /** The job of a day. */
  const runOn = (day: number) => {
    days = day;
    return run();
  };
  const seen = (as: Person) => app.call(contract.checkAutoPay, { as });
  /** Planned and decided tries, the newest first. */
  const tries = async (as: Person) => {
    const { planned, results } = await seen(as);
    return [...planned, ...results].map(({ state, reason, payOn, amountMinor }) => [
      ...[state, reason ?? '', amountMinor],
      (Date.parse(payOn) - Date.parse(START)) / 86_400_000,
    ]);
  };
  const told = async (as: Person) =>
    (
      await all<{ event: string }>(
        app.owner.db,
        sql`select o.event from platform.outbox o join consumers.consumers c on c.phone = o.recipient
          where c.id = ${as.consumerId} and (o.event like 'wallet.auto%' or o.body ~ 'Auto-pay took|অটো-পে: ওয়ালেট থেকে') order by o.created_at, o.id`,
      )
    ).map(({ event }) => event.replace(/:.*/, ''));
  const bells = async (as: Person) =>
    (await app.call(listNotices, { as })).items
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('wallet.auto'))
      .toReversed();

  /** A household with bills of ৳115 that are open, so much in the wallet, and the wish that they are paid. */
  async function household(amountMinor: number, wish: Wish | null = {}, months = 1) {
    const as = await calls.withMoney(amountMinor);
    const { connectionId, invoices } = await transaction(app.db, (tx) =>
      makeDebtor(tx, app.system(), { consumerId: String(as.consumerId), months }),
    );
    if (wish) await app.call(contract.updateAutoPay, on(as, wish));
    return { as, connectionId, invoices };
  }
  return {
    ...calls,
    ...{ START, clock, run, runOn, seen, tries, told, bells, household },
    goTo: (day: number) => {
      days = day;
    },
    /** After each test: the books agree, and nothing waits for the days of the next one. */
    settle: async () => {
      const sums = await invariants(app.db);
      expect(sums).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
      const settled = await differences(app.db);
      expect(settled).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
      expect(await guardedBalances.difference(app.db)).toBe(0);
      await execute(
        app.db,
        sql`update wallet.auto_payments set state = 'DROPPED', reason = 'RULE_ENDED', decided_at = now(), decided_on = ${START}::date
          where state = 'PLANNED'`,
      );
      await execute(
        app.db,
        sql`update wallet.auto_rules set ended_at = now(), ended_as = 'OFF' where ended_at is null`,
      );
    },
  };
}
