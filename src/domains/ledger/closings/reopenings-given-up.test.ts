/** A request to open a closed day again ends: a second person opens the day or refuses, or who asked takes it back; then somebody may ask again. */
import { describe, expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp();
const DAY = '2026-11-15';

/** A closed day that a cashier, or somebody else, asked to have opened again. */
async function askedDay(by?: Person) {
  const [cashier, second] = [await app.staff('cashier'), await app.staff('reviewer')];
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const body = { connectionId, amountMinor: 115_00, tender: { method: 'CASH' as const } };
  await app.call(payments.makePayment, { as: cashier, body });
  const counted = { by: 'total' as const, totalMinor: 115_00 };
  const closing = { day: DAY, counted, expectedMinor: 115_00 };
  const { id, version: closed } = await app.call(contract.closeCash, { as: cashier, body: closing });
  const ask = (as: Person, of: number, reason = 'one was forgotten') => ({
    ...{ as, params: { id } },
    body: { version: of, reason },
  });
  const { version } = await app.call(contract.askReopen, ask(by ?? cashier, closed));
  const answer = (as: Person, of = version, reason = 'book it today') => ({
    ...{ as, params: { id } },
    body: { version: of, reason },
  });
  const open = (as: Person, of = version) => ({ as, params: { id }, body: { version: of } });
  const now = async (as: Person) => {
    const { items } = await app.call(contract.listClosings, { as, query: {} });
    return items.find((item) => item.id === id);
  };
  return { id, cashier, second, closed, version, ask, answer, open, now };
}

const entries = (id: string, action: string) =>
  all<{ reason: string; day: string }>(
    app.db,
    sql`select reason, after ->> 'day' as day from platform.audit where action = ${action} and object_id = ${id}`,
  );
const told = async (as: Person) => {
  const { items } = await app.call(listNotices, { as, query: {} });
  return items.filter(({ kind }) => kind.startsWith('ledger.reopen'));
};

describe('the second person refuses', () => {
  test('the day stays closed, who asked is told why, and may ask again', async () => {
    const { id, cashier, second, ask, answer, now } = await askedDay();
    const refused = await app.call(contract.refuseReopen, answer(second));
    expect(refused).toMatchObject({
      ...{ outcome: 'closed', reopenedAt: null, reopenAnswer: 'book it today', isReopenWithdrawn: false },
      can: { reopen: false, refuseReopen: false, withdrawReopen: false, askReopen: true },
    });
    expect(await told(cashier)).toMatchObject([
      { kind: 'ledger.reopen_refused', params: { day: DAY, reason: 'book it today' } },
    ]);
    expect(await entries(id, 'cash-closing.refuse-reopen')).toEqual([{ reason: 'book it today', day: DAY }]);
    const asked = await app.call(contract.askReopen, ask(cashier, refused.version, 'the bank asks for it'));
    expect(asked).toMatchObject({
      outcome: 'asked',
      reopenReason: 'the bank asks for it',
      reopenAnswer: null,
    });
    // Each request is told to who may open days.
    expect((await told(second)).map(({ path }) => path)).toEqual([
      '/cash-closing?page=1&state=asked',
      '/cash-closing?page=1&state=asked',
    ]);
    expect((await now(second))?.can).toMatchObject({ reopen: true, refuseReopen: true });
    await app.call(contract.refuseReopen, answer(second, asked.version));
    expect(await told(cashier)).toHaveLength(2);
  });

  test('not who asked; not without the word; not without a reason', async () => {
    const { second, cashier, ask, answer, version, now } = await askedDay();
    expect(await app.codeOf(contract.refuseReopen, answer(cashier))).toBe('common.not_permitted');
    expect(await app.codeOf(contract.refuseReopen, answer(second, version, ' '))).toBe(
      'common.invalid_input',
    );
    const back = await app.call(contract.withdrawReopen, answer(cashier));
    const own = await app.call(contract.askReopen, ask(second, back.version));
    expect(own.can).toMatchObject({ reopen: false, refuseReopen: false, withdrawReopen: true });
    expect(await app.codeOf(contract.refuseReopen, answer(second, own.version))).toBe('ledger.reopen_asker');
    expect((await now(second))?.outcome).toBe('asked');
  });

  test('once; what was refused opens no day', async () => {
    const { second, answer, open, version } = await askedDay();
    const other = await app.staff('reviewer');
    const both = [second, other].map((as) => app.codeOf(contract.refuseReopen, answer(as)));
    expect((await Promise.all(both)).toSorted()).toEqual(['ledger.reopen_not_asked', undefined]);
    for (const seen of [version, version + 1]) {
      expect(await app.codeOf(contract.refuseReopen, answer(second, seen))).toBe('ledger.reopen_not_asked');
      expect(await app.codeOf(contract.reopenCash, open(second, seen))).toBe('ledger.reopen_not_asked');
    }
  });
});

describe('who asked takes the request back', () => {
  test('nobody else; once; then somebody else may ask', async () => {
    const { id, cashier, second, version, ask, answer, open, now } = await askedDay();
    expect(await app.codeOf(contract.withdrawReopen, answer(second))).toBe('ledger.reopen_not_own');
    const back = await app.call(contract.withdrawReopen, answer(cashier, version, 'it was there'));
    expect(back).toMatchObject({
      ...{ outcome: 'closed', reopenedAt: null, reopenAnswer: 'it was there', isReopenWithdrawn: true },
      can: { askReopen: true, withdrawReopen: false },
    });
    expect(await entries(id, 'cash-closing.withdraw-reopen')).toEqual([{ reason: 'it was there', day: DAY }]);
    for (const seen of [version, version + 1]) {
      expect(await app.codeOf(contract.withdrawReopen, answer(cashier, seen))).toBe(
        'ledger.reopen_not_asked',
      );
      expect(await app.codeOf(contract.refuseReopen, answer(second, seen))).toBe('ledger.reopen_not_asked');
      expect(await app.codeOf(contract.reopenCash, open(second, seen))).toBe('ledger.reopen_not_asked');
    }
    const asked = await app.call(contract.askReopen, ask(second, back.version));
    expect(await app.codeOf(contract.withdrawReopen, answer(cashier, asked.version))).toBe(
      'ledger.reopen_not_own',
    );
    expect((await now(cashier))?.outcome).toBe('asked');
  });

  test('not without the word to close days, nor of a day that the person does not see', async () => {
    const { answer } = await askedDay();
    const [reader, stranger] = [await app.staff('reader'), await app.staff('cashier')];
    expect(await app.codeOf(contract.withdrawReopen, answer(reader))).toBe('common.not_permitted');
    expect(await app.codeOf(contract.withdrawReopen, answer(stranger))).toBe('common.not_found');
  });

  test('a day that was opened is not given up', async () => {
    const { cashier, second, version, answer, open } = await askedDay();
    await app.call(contract.reopenCash, open(second));
    for (const seen of [version, version + 1]) {
      expect(await app.codeOf(contract.withdrawReopen, answer(cashier, seen))).toBe(
        'ledger.reopen_not_asked',
      );
      expect(await app.codeOf(contract.refuseReopen, answer(second, seen))).toBe('ledger.reopen_not_asked');
    }
  });
});

test('who saw an earlier request answers no later one', async () => {
  const { cashier, second, version, ask, answer, open, now } = await askedDay();
  const back = await app.call(contract.withdrawReopen, answer(cashier));
  const later = await app.call(contract.askReopen, ask(cashier, back.version, 'another reason'));
  expect(later.version).toBe(version + 2);
  for (const call of [
    () => app.codeOf(contract.refuseReopen, answer(second)),
    () => app.codeOf(contract.reopenCash, open(second)),
    () => app.codeOf(contract.withdrawReopen, answer(cashier)),
  ])
    expect(await call()).toBe('common.stale_version');
  expect((await now(second))?.outcome).toBe('asked');
  await app.call(contract.reopenCash, open(second, later.version));
  expect(await entries(later.id, 'cash-closing.reopen')).toEqual([{ reason: 'another reason', day: DAY }]);
});

test('who may open days reads who asks, and whose day it is', async () => {
  const asker = await app.staff('reviewer');
  const { cashier, second, ask, answer } = await askedDay(asker);
  await execute(
    app.owner.db,
    sql`update identity.users set name = 'Rahima Khatun' where id = ${cashier.userId}`,
  );
  const back = await app.call(contract.withdrawReopen, answer(asker));
  await app.call(contract.askReopen, ask(asker, back.version));
  expect((await told(second)).map(({ params }) => params)).toContainEqual({
    ...{ day: DAY, cashier: 'Rahima Khatun', name: 'Karim Uddin' },
  });
});

test('days that wait to be opened have a tab of their own', async () => {
  const { id, cashier, answer } = await askedDay();
  const tab = async () => {
    const query = { state: 'asked' as const };
    const { items, counts } = await app.call(contract.listClosings, { as: cashier, query });
    return [items.map((item) => item.id), counts.asked];
  };
  expect(await tab()).toEqual([[id], 1]);
  await app.call(contract.withdrawReopen, answer(cashier));
  expect(await tab()).toEqual([[], 0]);
});

describe('the second person opens the day', () => {
  const opened = async (as: Person) => (await told(as)).filter(({ kind }) => kind === 'ledger.reopen_done');

  test('who asked is told, and whose drawer it is; nobody else', async () => {
    const asker = await app.staff('reviewer');
    const { cashier, second, version, open } = await askedDay(asker);
    await app.call(contract.reopenCash, open(second, version));
    const notice = {
      params: { day: DAY, cashier: 'Karim Uddin' },
      path: '/cash-closing?page=1&state=reopened',
    };
    for (const person of [asker, cashier]) expect(await opened(person)).toMatchObject([notice]);
    expect(await opened(second)).toEqual([]);
    expect(await opened(await app.staff('reviewer'))).toEqual([]);
  });

  test('a role that opens days, and does nothing else with those of others, sees them', async () => {
    const { cashier, version, open } = await askedDay();
    const opener = await app.staffWith(['closings:close-day', 'closings:reopen']);
    expect((await app.call(contract.reopenCash, open(opener, version))).outcome).toBe('reopened');
    expect(await opened(cashier)).toHaveLength(1);
  });
});

test('who has not seen an answer does not ask again over it', async () => {
  const { cashier, second, closed, version, ask, answer, open } = await askedDay();
  expect(await app.codeOf(contract.askReopen, ask(second, closed))).toBe('ledger.reopen_asked');
  await app.call(contract.refuseReopen, answer(second));
  expect(await app.codeOf(contract.askReopen, ask(cashier, version))).toBe('common.stale_version');
  const again = await app.call(contract.askReopen, ask(cashier, version + 1));
  await app.call(contract.reopenCash, open(second, again.version));
  expect(await app.codeOf(contract.askReopen, ask(cashier, version))).toBe('ledger.day_reopened');
});

test('a request of a month that was closed meanwhile is given up too; nobody is offered what the books refuse', async () => {
  const [first, last] = [await askedDay(), await askedDay()];
  const offered = { reopen: true, refuseReopen: true, askReopen: false };
  expect(await first.now(first.second)).toMatchObject({ isMonthClosed: false, can: offered });
  await execute(
    app.owner.db,
    sql`insert into ledger.closed_periods (period, closed_at) values ('2026-11-01', now())`,
  );
  expect(await first.now(first.second)).toMatchObject({
    isMonthClosed: true,
    can: { ...offered, reopen: false },
  });
  expect((await last.now(last.cashier))?.can).toMatchObject({ withdrawReopen: true });
  expect(await app.codeOf(contract.reopenCash, first.open(first.second))).toBe('ledger.period_closed');
  const refused = await app.call(contract.refuseReopen, first.answer(first.second));
  expect(refused).toMatchObject({ outcome: 'closed', can: { askReopen: false } });
  await app.call(contract.withdrawReopen, last.answer(last.cashier));
  const ask = first.ask(first.cashier, refused.version);
  expect(await app.codeOf(contract.askReopen, ask)).toBe('ledger.period_closed');
});
