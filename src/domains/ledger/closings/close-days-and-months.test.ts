/** Closing the cashier's day and the month: cash counted, variance posted, nothing comes in afterwards. */
import { afterEach, describe, expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { invariants } from '../queries.ts';
import { DENOMINATIONS, sumOf } from './closing.rules.ts';
import * as contract from './contract.ts';

const app = await testApp();
let reviewer = await app.staff('reviewer');
let other = await app.staff('reviewer');
const TODAY = '2026-11-15';

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const debtor = (months = 1) => transaction(app.db, (tx) => makeDebtor(tx, app.system(), { months }));
type Tender = { method: 'CASH'; paidOn?: string } | { method: 'POS'; receiptNumber: string; paidOn?: string };
async function payment(as: Person, amountMinor: number, tender: Tender = { method: 'CASH' }) {
  const { connectionId } = await debtor();
  const dateReason = 'the book of the day';
  return { as, body: { connectionId, amountMinor, tender, dateReason } };
}
const take = async (as: Person, amountMinor: number, tender?: Tender) =>
  app.call(payments.makePayment, await payment(as, amountMinor, tender));
const expected = (as: Person, day = TODAY) => app.call(contract.expectedCash, { as, query: { day } });
const close = (as: Person, totalMinor: number, more: object = {}) => ({
  as,
  body: { day: TODAY, counted: { by: 'total' as const, totalMinor }, expectedMinor: totalMinor, ...more },
});
const variance = async () =>
  (
    await one<{ minor: number }>(
      app.db,
      sql`select coalesce(sum(amount_minor), 0)::bigint as minor from ledger.entries where account_code = '6000'`,
    )
  ).minor;

describe("the cashier's day", () => {
  test('the books say what was taken; counted by notes it closes; nothing more comes in', async () => {
    const cashier = await app.staff('cashier');
    await take(cashier, 115_00);
    await take(cashier, 50_00, { method: 'POS', receiptNumber: 'S1' });
    expect(await expected(cashier)).toMatchObject({
      expectedMinor: 115_00,
      cardMinor: 50_00,
      isClosed: false,
    });
    const pieces = { '10000': 1, '1000': 1, '500': 1 };
    const counted = { by: 'pieces' as const, pieces };
    const body = { day: TODAY, counted, expectedMinor: 115_00 };
    const closing = await app.call(contract.closeCash, { as: cashier, body });
    expect(closing).toMatchObject({ countedMinor: 115_00, varianceMinor: 0, cardMinor: 50_00, reason: null });
    expect(await app.codeOf(payments.makePayment, await payment(cashier, 10_00))).toBe('ledger.day_closed');
    const card = await payment(cashier, 10_00, { method: 'POS', receiptNumber: 'S2' });
    expect(await app.codeOf(payments.makePayment, card)).toBe('ledger.day_closed');
    expect((await expected(cashier)).isClosed).toBe(true);
    expect((await app.refused(contract.closeCash, close(cashier, 115_00))).code).toBe(
      'ledger.day_closed_already',
    );
    // Another cashier still works today.
    expect((await take(await app.staff('cashier'), 10_00)).state).toBe('APPROVED');
    const { audited } = await one<{ audited: number }>(
      app.db,
      sql`select count(*)::int as audited from platform.audit where object_id = ${closing.id}`,
    );
    expect(audited).toBe(1);
  });

  test('short: the difference is posted to its own account, with the reason', async () => {
    const cashier = await app.staff('cashier');
    await take(cashier, 115_00);
    const before = await variance();
    const short = close(cashier, 110_00, { expectedMinor: 115_00 });
    expect((await app.refused(contract.closeCash, short)).code).toBe('ledger.variance_reason');
    const body = { ...short.body, reason: 'a note was missing' };
    const closing = await app.call(contract.closeCash, { as: cashier, body });
    expect(closing).toMatchObject({ expectedMinor: 115_00, countedMinor: 110_00, varianceMinor: -5_00 });
    expect((await variance()) - before).toBe(5_00);
    expect((await expected(cashier)).expectedMinor).toBe(110_00);
    const list = await app.call(contract.listClosings, { as: cashier, query: { state: 'variance' } });
    expect(list.items.map(({ id }) => id)).toEqual([closing.id]);
  });

  test('money that came since is counted first; no day ahead; not below zero', async () => {
    const cashier = await app.staff('cashier');
    await take(cashier, 115_00);
    const seen = close(cashier, 115_00);
    await take(cashier, 10_00);
    const moved = await app.refused(contract.closeCash, seen);
    expect([moved.code, moved.params]).toEqual(['ledger.cash_moved', { amount: 125_00 }]);
    const ahead = close(cashier, 0, { day: '2026-11-16' });
    expect((await app.refused(contract.closeCash, ahead)).code).toBe('ledger.day_in_future');
    const negative = close(cashier, -1, { expectedMinor: 125_00, reason: 'x' });
    expect((await app.refused(contract.closeCash, negative)).code).toBe('ledger.counted_negative');
  });

  test('closing and twenty payments at once: what was posted before is counted, the rest is refused', async () => {
    const cashier = await app.staff('cashier');
    const calls = await Promise.all(Array.from({ length: 20 }, () => payment(cashier, 10_00)));
    const tries = calls.map((call) => app.codeOf(payments.makePayment, call));
    const attempt = async () => {
      const { expectedMinor } = await expected(cashier);
      return app.codeOf(contract.closeCash, close(cashier, expectedMinor));
    };
    const closings = [attempt(), attempt()];
    const codes = await Promise.all([...tries, ...closings]);
    const paid = codes.slice(0, 20).filter((code) => code === undefined).length;
    const row = await all<{ counted: number }>(
      app.db,
      sql`select counted_minor as counted from ledger.cash_closings where cashier_id = ${cashier.userId}`,
    );
    expect((await expected(cashier)).expectedMinor).toBe(paid * 10_00);
    if (row.length > 0) expect(row).toEqual([{ counted: paid * 10_00 }]);
  });

  test("somebody else's day needs its own word; a cashier sees their own days", async () => {
    const cashier = await app.staff('cashier');
    const stranger = await app.staff('cashier');
    await take(cashier, 115_00);
    const body = { ...close(stranger, 115_00).body, cashierId: cashier.userId };
    expect((await app.refused(contract.closeCash, { as: stranger, body })).status).toBe(402);
    const query = { day: TODAY, cashierId: cashier.userId };
    expect((await app.refused(contract.expectedCash, { as: stranger, query })).status).toBe(402);
    const closing = await app.call(contract.closeCash, { as: reviewer, body });
    const mine = await app.call(contract.listClosings, { as: stranger, query: {} });
    expect(mine.items.map(({ id }) => id)).not.toContain(closing.id);
    const asked = { as: stranger, params: { id: closing.id }, body: { version: 1, reason: 'x' } };
    expect((await app.refused(contract.askReopen, asked)).status).toBe(404);
  });
});

test('a reversal is missing in the drawer of who took the money, and waits when that day is closed', async () => {
  const cashier = await app.staff('cashier');
  const [kept, taken] = [await take(cashier, 115_00), await take(cashier, 10_00)];
  const reverse = (paymentId: string) =>
    app.codeOf(payments.reversePayment, { as: reviewer, body: { paymentId, reason: 'wrong connection' } });
  expect(await reverse(taken.id)).toBeUndefined();
  expect((await expected(cashier)).expectedMinor).toBe(115_00);
  expect((await expected(reviewer)).expectedMinor).toBe(0);
  const open = await app.call(contract.openCashDays, { as: reviewer, query: {} });
  expect(open.items).toContainEqual({ day: TODAY, cashierId: cashier.userId, cashier: 'Karim Uddin' });
  const own = await app.call(contract.openCashDays, { as: await app.staff('cashier'), query: {} });
  expect(own.items).toEqual([]);
  await app.call(contract.closeCash, close(cashier, 115_00));
  expect(await reverse(kept.id)).toBe('ledger.day_closed');
});

describe('a closed day opens by two people only', () => {
  test('one asks, another one opens; closed again it keeps both counts', async () => {
    const cashier = await app.staff('cashier');
    await take(cashier, 115_00);
    const { id } = await app.call(contract.closeCash, close(cashier, 115_00));
    const params = { id };
    const body = { version: 1, reason: 'one payment was forgotten' };
    const open = (as: Person, version = 2) => ({ as, params, body: { version } });
    expect((await app.refused(contract.reopenCash, open(reviewer, 1))).code).toBe('ledger.reopen_not_asked');
    const asked = await app.call(contract.askReopen, { as: reviewer, params, body });
    expect(asked.version).toBe(2);
    expect(asked.can).toEqual({
      ...{ decide: false, withdraw: false, askReopen: false },
      ...{ reopen: false, refuseReopen: false, withdrawReopen: true },
    });
    const told = await app.call(listNotices, { as: other, query: {} });
    const asking = told.items.filter(({ kind }) => kind !== 'ledger.variance_posted');
    expect(asking.map(({ kind }) => kind)).toEqual(['ledger.reopen_waiting']);
    expect((await app.refused(contract.askReopen, { as: cashier, params, body })).code).toBe(
      'ledger.reopen_asked',
    );
    expect((await app.refused(contract.reopenCash, open(reviewer))).code).toBe('ledger.reopen_asker');
    expect((await app.refused(contract.reopenCash, open(cashier))).status).toBe(402);
    expect((await app.call(contract.reopenCash, open(other))).reopenedAt).not.toBeNull();
    expect((await app.refused(contract.reopenCash, open(other, 3))).code).toBe('ledger.reopen_not_asked');
    expect((await app.refused(contract.askReopen, { as: cashier, params, body })).code).toBe(
      'ledger.day_reopened',
    );
    await take(cashier, 10_00);
    await app.call(contract.closeCash, close(cashier, 125_00));
    const all = await app.call(contract.listClosings, { as: cashier, query: {} });
    expect(all.items.map(({ countedMinor }) => countedMinor).toSorted()).toEqual([115_00, 125_00].toSorted());
  });

  test('the database keeps it, also from direct SQL of the program', async () => {
    const cashier = await app.staff('cashier');
    await take(cashier, 115_00);
    const { id } = await app.call(contract.closeCash, close(cashier, 115_00));
    await expect(
      execute(app.db, sql`update ledger.cash_closings set counted_minor = 0 where id = ${id}`),
    ).rejects.toMatchObject({ constraint: 'cash_closings_frozen' });
    await expect(
      execute(
        app.db,
        sql`update ledger.cash_closings set reopen_asked_by = ${cashier.userId}, reopen_asked_at = now(), reopen_reason = 'x',
          reopened_by = ${cashier.userId}, reopened_at = now() where id = ${id}`,
      ),
    ).rejects.toMatchObject({ constraint: 'cash_closings_two_persons' });
    const post = (day: string, postedBy: string | null, at: string) =>
      transaction(app.db, async (tx) => {
        const journal = await one<{ id: string }>(
          tx,
          sql`insert into ledger.journals (kind, source_id, business_date, posted_by, created_at)
            values ('PAYMENT', uuidv7(), ${day}::date, ${postedBy}::uuid, ${at}::timestamptz) returning id`,
        );
        await execute(
          tx,
          sql`insert into ledger.entries (journal_id, line_no, account_code, amount_minor, business_date)
            values (${journal.id}, 1, '1000', 500, ${day}::date), (${journal.id}, 2, '4000', -500, ${day}::date)`,
        );
        await execute(tx, sql`select 1/0`);
      });
    const refused = { constraint: 'entries_day_open' };
    await expect(post(TODAY, cashier.userId, at(TODAY, '11:00'))).rejects.toMatchObject(refused);
    // Nobody comes late into a day that somebody has closed; on the day itself others still work.
    await expect(post(TODAY, null, at('2026-11-16', '00:30'))).rejects.toMatchObject(refused);
    await expect(post(TODAY, null, at(TODAY, '23:30'))).rejects.toMatchObject({ code: '22012' });
  });
});

describe('the month', () => {
  test('what hinders it is listed; done, it closes for good and refuses every posting', async () => {
    // This test needs no other one: there is an open day of November.
    await take(await app.staff('cashier'), 10_00);
    app.clock.set('2026-12-02T04:00:00Z');
    const cashier = await app.staff('cashier');
    [reviewer, other] = [await app.staff('reviewer'), await app.staff('reviewer')];
    const list = async () => {
      const { items } = await app.call(contract.listMonths, { as: reviewer });
      return items.find(({ month }) => month === '2026-11-01');
    };
    const body = { month: '2026-11-01' };
    const hindered = await list();
    expect(hindered?.hindrances).toMatchObject([
      { kind: 'cash_days', nameEn: 'Days of cashiers that are not closed', path: '/cash-closing' },
    ]);
    expect((await app.refused(contract.closeMonth, { as: reviewer, body })).code).toBe(
      'ledger.month_hindered',
    );
    const running = { month: '2026-12-01' };
    expect((await app.refused(contract.closeMonth, { as: reviewer, body: running })).code).toBe(
      'ledger.month_not_over',
    );
    expect((await app.refused(contract.closeMonth, { as: cashier, body })).status).toBe(402);
    const open = await all<{ day: string; cashier: string }>(
      app.db,
      sql`select distinct e.business_date as day, j.posted_by as cashier from ledger.entries e
        join ledger.journals j on j.id = e.journal_id
        where e.account_code in ('1000', '1010') and j.posted_by is not null and not exists (
          select from ledger.cash_closings c where c.day = e.business_date and c.cashier_id = j.posted_by
            and c.reopened_at is null)`,
    );
    for (const { day, cashier: cashierId } of open) {
      const books = await app.call(contract.expectedCash, { as: reviewer, query: { day, cashierId } });
      const counted = { by: 'total' as const, totalMinor: books.expectedMinor };
      const closing = { day, cashierId, counted, expectedMinor: books.expectedMinor };
      await app.call(contract.closeCash, { as: reviewer, body: closing });
    }
    expect((await list())?.hindrances).toEqual([]);
    const [day] = open;
    const closings = await app.call(contract.listClosings, { as: reviewer, query: { state: 'closed' } });
    const closed = closings.items.find((item) => item.day === day?.day);
    const id = String(closed?.id);
    const { version } = await app.call(contract.askReopen, {
      as: reviewer,
      params: { id },
      body: { version: Number(closed?.version), reason: 'x' },
    });
    await app.call(contract.closeMonth, { as: reviewer, body });
    expect((await list())?.closedAt).toEqual(expect.any(String));
    expect((await app.refused(contract.closeMonth, { as: reviewer, body })).code).toBe('ledger.month_closed');
    expect(
      (await app.refused(contract.reopenCash, { as: other, params: { id }, body: { version } })).code,
    ).toBe('ledger.period_closed');
    // A day of the closed month that nobody closed: the month itself refuses.
    const late = close(cashier, 5_00, { day: '2026-11-20', expectedMinor: 0, reason: 'found later' });
    expect((await app.refused(contract.closeCash, late)).code).toBe('ledger.period_closed');
  });
});

test('the notes of Bangladesh come to their sum', () => {
  expect(DENOMINATIONS[0]).toBe(1000_00);
  expect(sumOf({ '100000': 2, '5000': 3, '100': 7, '7': 9 })).toBe(2 * 1000_00 + 3 * 50_00 + 7_00);
});
