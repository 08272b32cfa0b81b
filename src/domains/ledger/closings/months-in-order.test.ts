/** Months are closed in their order; a closed month's balances never change, also when two people act at the same time. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { decideProposal, proposeBackdated } from '#domains/payments/proposals/contract.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths } from '#shared/dates.ts';
import { type Person, type TestApp, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { postJournal } from '../actions/post-journal.ts';
import { trialBalance } from '../factory.ts';
import { closeMonth as closeAction } from './actions/close-month.ts';
import { reopenCash as reopenAction } from './actions/reopen-day.ts';
import * as contract from './contract.ts';
import { firstOpenMonth } from './queries.ts';

/** Nothing hinders a month, and nothing is proved beside the ledger's own. */
const NOTHING = { hindrances: [], proofs: [] };

const [AUGUST, SEPTEMBER, OCTOBER] = ['2026-08-01', '2026-09-01', '2026-10-01'];

/** Something that no counter took. */
const journal = (businessDate: string) => ({
  kind: 'DEMAND_NOTE' as const,
  sourceId: crypto.randomUUID(),
  businessDate,
  entries: [
    { account: '1030' as const, amountMinor: 500 },
    { account: '4100' as const, amountMinor: -500 },
  ],
});
const post = (app: TestApp, day: string) =>
  transaction(app.db, (tx) => postJournal(tx, app.system(), journal(day)));

/** Books that begin in August; nothing in September. */
async function books() {
  const app = await testApp();
  const reviewer = await app.staff('reviewer');
  await post(app, '2026-08-20');
  await post(app, '2026-10-20');
  const close = (month: string, more: object = {}) => ({ as: reviewer, body: { month, ...more } });
  const code = (month: string, more?: object) => app.codeOf(contract.closeMonth, close(month, more));
  return { app, reviewer, close, code };
}

describe('in order', () => {
  test('not while an earlier month is open, not before the books, not twice; one by one it goes', async () => {
    const { app, reviewer, close, code } = await books();
    expect(await code('1970-01-01')).toBe('ledger.month_before_books');
    expect(await code('2026-07-01')).toBe('ledger.month_before_books');
    const early = await app.refused(contract.closeMonth, close(OCTOBER));
    expect([early.code, early.params]).toEqual(['ledger.earlier_month_open', { month: AUGUST }]);
    expect(await code(AUGUST)).toBeUndefined();
    // Nothing was posted in September: October needs nothing of it, and closes it.
    expect(await code(OCTOBER)).toBeUndefined();
    for (const month of [AUGUST, SEPTEMBER, OCTOBER, '1970-01-01'])
      expect(await code(month)).toBe('ledger.month_closed');
    for (const day of ['1999-01-01', '2026-07-31', '2026-08-01', '2026-09-15', '2026-10-31'])
      await expect(post(app, day)).rejects.toMatchObject({ constraint: 'journals_period_open' });
    await post(app, '2026-11-01');
    const { items } = await app.call(contract.listMonths, { as: reviewer });
    expect(items.map(({ month, closedAt }) => [month, closedAt !== null])).toEqual([
      ['2026-11-01', false],
      [OCTOBER, true],
      [AUGUST, true],
    ]);
  });

  test('with all before it: all or none; a month without postings may be closed, too', async () => {
    const { app, reviewer, code } = await books();
    const cashier = await app.staff('cashier');
    await transaction(app.db, async (tx) => {
      await postJournal(
        tx,
        { ...app.system(), userId: cashier.userId },
        {
          ...journal('2026-08-25'),
          entries: [
            { account: '1000', amountMinor: 100 },
            { account: '4100', amountMinor: -100 },
          ],
        },
      );
    });
    const hindered = await app.refused(contract.closeMonth, {
      as: reviewer,
      body: { month: OCTOBER, withEarlier: true },
    });
    expect([hindered.code, hindered.params]).toEqual(['ledger.month_hindered', { month: AUGUST }]);
    expect(await firstOpenMonth(app.db)).toBe(AUGUST);
    const list = async () => (await app.call(contract.listMonths, { as: reviewer })).items;
    expect((await list()).map(({ month, isAfterOpen }) => [month, isAfterOpen])).toEqual([
      ['2026-11-01', true],
      [OCTOBER, true],
      [AUGUST, false],
    ]);
    const counted = { by: 'total' as const, totalMinor: 100 };
    const body = { day: '2026-08-25', cashierId: cashier.userId, counted, expectedMinor: 100 };
    await app.call(contract.closeCash, { as: reviewer, body });
    expect(await code(OCTOBER, { withEarlier: true })).toBeUndefined();
    expect((await list()).map(({ month, closedAt }) => [month, closedAt !== null])).toEqual([
      ['2026-11-01', false],
      [OCTOBER, true],
      [AUGUST, true],
    ]);
    const { audits } = await one<{ audits: number }>(
      app.db,
      sql`select count(*)::int as audits from platform.audit where action = 'period.close'`,
    );
    expect(audits).toBe(2);
    const { before } = await one<{ before: boolean }>(
      app.db,
      sql`select bool_and(all_before) as before from ledger.closed_periods`,
    );
    expect(before).toBe(true);
  });

  test('only a month without postings, behind a closed one', async () => {
    const { app, code } = await books();
    expect([await code(AUGUST), await code(SEPTEMBER)]).toEqual([undefined, undefined]);
    await expect(post(app, '2026-09-30')).rejects.toMatchObject({ constraint: 'journals_period_open' });
    expect(await firstOpenMonth(app.db)).toBe(OCTOBER);
  });

  test('all open months are listed; what hinders is looked for in the oldest ones, which are closed next', async () => {
    const app = await testApp();
    const as = await app.staff('reviewer');
    const months = Array.from({ length: 22 }, (_, ago) => addMonths('2026-10-01', -ago));
    for (const month of months) await post(app, month);
    const list = async () => (await app.call(contract.listMonths, { as })).items;
    expect((await list()).map(({ month }) => month)).toEqual(['2026-11-01', ...months]);
    const examined = (await list()).filter(({ isOver, hindrances }) => isOver && hindrances !== null);
    expect(examined.map(({ month }) => month)).toEqual(months.slice(-18));
    expect(
      await app.codeOf(contract.closeMonth, { as, body: { month: String(months[4]), withEarlier: true } }),
    ).toBeUndefined();
    const left = await list();
    expect(left.filter(({ closedAt }) => closedAt === null).map(({ month }) => month)).toEqual([
      '2026-11-01',
      ...months.slice(0, 4),
    ]);
    expect(left).toHaveLength(5 + 18);
    expect(left.every(({ hindrances }) => hindrances !== null)).toBe(true);
  });

  test('books without a posting have no month to close', async () => {
    const app = await testApp();
    const as = await app.staff('reviewer');
    expect(await app.codeOf(contract.closeMonth, { as, body: { month: OCTOBER } })).toBe(
      'ledger.month_before_books',
    );
    expect((await app.call(contract.listMonths, { as })).items).toEqual([]);
  });

  test('an installation that closed a later month first closes the earlier ones one by one', async () => {
    const { app, code } = await books();
    await post(app, '2026-09-20');
    // As the program of before did it.
    await execute(
      app.db,
      sql`insert into ledger.closed_periods (period, closed_at) values (${OCTOBER}, ${app.system().now})`,
    );
    await expect(post(app, '2026-10-01')).rejects.toMatchObject({ constraint: 'journals_period_open' });
    await post(app, '2026-09-21');
    expect(await firstOpenMonth(app.db)).toBe(AUGUST);
    expect(await code(SEPTEMBER)).toBe('ledger.earlier_month_open');
    expect([await code(AUGUST), await code(SEPTEMBER)]).toEqual([undefined, undefined]);
    expect(await firstOpenMonth(app.db)).toBeNull();
    await expect(post(app, '1999-01-01')).rejects.toMatchObject({ constraint: 'journals_period_open' });
  });
});

describe('at the same time', () => {
  const PAST = { month: OCTOBER, withEarlier: true };

  const refusalOf = (posting: Promise<unknown>) =>
    posting.then(
      () => undefined,
      (error: { constraint?: string }) => error.constraint,
    );

  test('closing first: a posting long before it waits and is refused', async () => {
    const { app } = await books();
    const during = (month: string, day: string) =>
      duringChange(
        app,
        (tx) => closeAction(tx, app.system(), NOTHING, { month }),
        () => refusalOf(post(app, day)),
      );
    // Nothing is closed yet.
    expect(await during(AUGUST, '1999-01-01')).toBe('journals_period_open');
    // Between the last closed month and this one.
    expect(await during(OCTOBER, '2026-09-30')).toBe('journals_period_open');
  });

  test('the posting first: closing waits for it, and finds it', async () => {
    const { app, code } = await books();
    const during = (day: string, month: string) =>
      duringChange(
        app,
        (tx) => postJournal(tx, app.system(), journal(day)),
        () => code(month),
      );
    // Nothing is closed yet: the earliest posting of all.
    expect(await during('1999-01-01', AUGUST)).toBe('ledger.earlier_month_open');
    expect(await code(AUGUST, { withEarlier: true })).toBeUndefined();
    // Between the last closed month and this one.
    expect(await during('2026-09-30', OCTOBER)).toBe('ledger.earlier_month_open');
    expect(await code(OCTOBER, { withEarlier: true })).toBeUndefined();
  });

  test('two closings: the second one finds the month closed', async () => {
    const { app, code } = await books();
    const second = await duringChange(
      app,
      (tx) => closeAction(tx, app.system(), NOTHING, PAST),
      () => code(OCTOBER, { withEarlier: true }),
    );
    expect(second).toBe('ledger.month_closed');
  });

  /** A closed day of October that somebody asked to open. */
  async function askedDay() {
    const made = await books();
    const { app, reviewer } = made;
    const [cashier, opener] = [await app.staff('cashier'), await app.staff('reviewer')];
    await transaction(app.db, (tx) =>
      postJournal(
        tx,
        { ...app.system(), userId: cashier.userId },
        {
          ...journal('2026-10-25'),
          entries: [
            { account: '1000', amountMinor: 100 },
            { account: '4100', amountMinor: -100 },
          ],
        },
      ),
    );
    const counted = { by: 'total' as const, totalMinor: 100 };
    const body = { day: '2026-10-25', cashierId: cashier.userId, counted, expectedMinor: 100 };
    const { id } = await app.call(contract.closeCash, { as: reviewer, body });
    const ask = { as: reviewer, params: { id }, body: { version: 1, reason: 'forgotten' } };
    return { ...made, id, opener, ask };
  }

  test('the month first: its day stays closed', async () => {
    const { app, id, opener, ask } = await askedDay();
    const { version } = await app.call(contract.askReopen, ask);
    const opened = await duringChange(
      app,
      (tx) => closeAction(tx, app.system(), NOTHING, PAST),
      () => app.codeOf(contract.reopenCash, { as: opener, params: { id }, body: { version } }),
    );
    expect(opened).toBe('ledger.period_closed');
  });

  test('the day first: the month finds it open', async () => {
    const { app, id, opener, ask, code } = await askedDay();
    const { version } = await app.call(contract.askReopen, ask);
    const closed = await duringChange(
      app,
      (tx) => reopenAction(tx, { ...app.system(), userId: opener.userId }, { id, version }),
      () => code(OCTOBER, { withEarlier: true }),
    );
    expect(closed).toBe('ledger.month_hindered');
  });

  test('the month first: nobody asks for its day any more; the database refuses it from direct SQL', async () => {
    const { app, id, ask, code } = await askedDay();
    expect(await code(OCTOBER, { withEarlier: true })).toBeUndefined();
    expect(await app.codeOf(contract.askReopen, ask)).toBe('ledger.period_closed');
    await expect(
      execute(
        app.db,
        sql`update ledger.cash_closings set reopen_asked_at = now(), reopen_reason = 'x' where id = ${id}`,
      ),
    ).rejects.toMatchObject({ constraint: 'journals_period_open' });
    const insert = sql`insert into ledger.cash_closings (day, cashier_id, expected_minor, card_minor, counted_minor, closed_at)
      values ('2026-09-03', uuidv7(), 0, 0, 0, now())`;
    await expect(execute(app.db, insert)).rejects.toMatchObject({ constraint: 'journals_period_open' });
  });
});

test('the balances at the end of a closed month are the same after anything that is posted later', async () => {
  const { app, reviewer, code } = await books();
  const [cashier, decider] = [await app.staff('cashier'), await app.staff('reviewer')];
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const propose = (paidOn: string, amountMinor: number) => ({
    as: cashier,
    body: {
      target: { kind: 'CONNECTION' as const, connectionId },
      amountMinor,
      tender: { method: 'CASH' as const, paidOn },
      reason: 'receipt book',
    },
  });
  const waiting = await app.call(proposeBackdated, propose('2026-10-05', 100));
  const closer = { ...app.system(), userId: reviewer.userId };
  await transaction(app.db, (tx) => closeAction(tx, closer, NOTHING, { month: OCTOBER, withEarlier: true }));
  expect(await code(AUGUST)).toBe('ledger.month_closed');
  const closed = await trialBalance(app.db, '2026-10-31');
  expect(closed.some(({ balanceMinor }) => balanceMinor !== 0)).toBe(true);

  const pay = (as: Person, paidOn: string, amountMinor: number) =>
    app.codeOf(payments.makePayment, {
      as,
      body: { connectionId, amountMinor, tender: { method: 'CASH', paidOn }, dateReason: 'x', unusual: true },
    });
  const calls: Record<string, (day: string, amountMinor: number) => Promise<unknown>> = {
    journal: (day) => post(app, day).catch(() => undefined),
    payment: (day, minor) => pay(cashier, day, minor),
    reversal: async (day, minor) => {
      const body = { connectionId, amountMinor: minor, tender: { method: 'CASH' as const, paidOn: day } };
      const made = await app
        .call(payments.makePayment, { as: cashier, body: { ...body, dateReason: 'x', unusual: true } })
        .catch(() => undefined);
      // Refused if the drawer of that day was closed before.
      if (made)
        await app.codeOf(payments.reversePayment, { as: decider, body: { paymentId: made.id, reason: 'x' } });
    },
    proposal: async (day, minor) => {
      const asked = await app.call(proposeBackdated, propose(day, minor)).catch(() => undefined);
      if (asked)
        await app.codeOf(decideProposal, { as: decider, params: { id: asked.id }, body: { accept: true } });
    },
    closing: (day, minor) =>
      app.codeOf(contract.closeCash, {
        as: reviewer,
        body: {
          ...{ day, cashierId: cashier.userId, reason: 'x', expectedMinor: 0 },
          counted: { by: 'total', totalMinor: minor },
        },
      }),
  };
  const early = await app.refused(proposeBackdated, propose('2026-10-06', 200));
  expect(early.code).toBe('ledger.period_closed');
  const decision = { as: decider, params: { id: waiting.id }, body: { accept: true } };
  expect(await app.codeOf(decideProposal, decision)).toBe('ledger.period_closed');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(calls)),
      fc.oneof(fc.integer({ min: -120, max: 10 }), fc.integer({ min: -20_000, max: 10 })),
      fc.integer({ min: 1, max: 500_000 }),
      async (name, days, minor) => {
        await calls[name]?.(addDays('2026-11-15', days), minor);
        expect(await trialBalance(app.db, '2026-10-31')).toEqual(closed);
      },
    ),
    { numRuns: 60 },
  );
  expect(await trialBalance(app.db, '2026-11-30')).not.toEqual(closed);
});
