/** A cash variance above what one person may do alone waits for a second person; only days with counter money are closed. */
import { afterEach, describe, expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { getPaymentSettings, updatePaymentSettings } from '#domains/payments/settings/contract.ts';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { invariants } from '../queries.ts';
import { closeCash as closeCashAction } from './actions/close-cash.ts';
import { decideVariance as decideAction } from './actions/decide-variance.ts';
import * as contract from './contract.ts';
import { hindrancesOf } from './queries.ts';

const app = await testApp();
const TODAY = '2026-11-15';
const LIMIT = 5_000_00;
const admin = await app.staff('admin');

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

/** Each test has its own cashier: the memory of a day is one of a person. */
const cashier = () => app.staff('cashier');
const reviewer = () => app.staff('reviewer');

async function money(as: Person, amountMinor: number, paidOn?: string) {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const tender = { method: 'CASH' as const, ...(paidOn ? { paidOn } : {}) };
  return { as, body: { connectionId, amountMinor, tender, unusual: true, dateReason: 'no network' } };
}
const take = async (as: Person, amountMinor: number, paidOn?: string) =>
  app.call(payments.makePayment, await money(as, amountMinor, paidOn));

type Count = { expected: number; counted: number; day?: string; of?: Person | string };
const count = (as: Person, { expected, counted, day = TODAY, of }: Count) => ({
  as,
  body: {
    day,
    counted: { by: 'total' as const, totalMinor: counted },
    expectedMinor: expected,
    reason: 'bag lost',
    ...(of ? { cashierId: typeof of === 'string' ? of : of.userId } : {}),
  },
});
const close = (as: Person, given: Count) => app.call(contract.closeCash, count(as, given));
const refusedClosing = async (as: Person, given: Count) => {
  const { code, fields } = await app.refused(contract.closeCash, count(as, given));
  return [code, fields[0]?.path];
};
const decide = (as: Person, id: string, accept = true, remark?: string) => ({
  as,
  params: { id },
  body: { accept, ...(remark ? { remark } : {}) },
});
const posted = async (id: string) =>
  (
    await one<{ minor: number }>(
      app.db,
      sql`select coalesce(sum(e.amount_minor), 0)::bigint as minor from ledger.journals j
        join ledger.entries e on e.journal_id = j.id
        where j.kind = 'CASH_VARIANCE' and j.source_id = ${id} and e.account_code = '6000'`,
    )
  ).minor;
const told = async (as: Person) => {
  const { items } = await app.call(listNotices, { as, query: {} });
  return items.filter(({ kind }) => kind.startsWith('ledger.')).map(({ kind }) => kind);
};
/** Days of cashiers that keep the month from closing. */
const hindering = async () => (await hindrancesOf(app.db, [], '2026-11-01'))[0]?.count ?? 0;
const audited = async (id: string) =>
  (
    await all<{ action: string }>(
      app.db,
      sql`select action from platform.audit where object_id = ${id} order by at, id`,
    )
  ).map(({ action }) => action);

test('open days come newest first, page by page, with everybody who has one', async () => {
  const [taker, person] = [await cashier(), await reviewer()];
  for (const day of ['2026-11-12', '2026-11-13', '2026-11-14', TODAY]) await take(taker, 10_00, day);
  const page = (as: Person, offset: number) =>
    app.call(contract.openCashDays, { as, query: { limit: 3, offset } });
  const [first, second] = [await page(taker, 1), await page(taker, 2)];
  expect(first.items.map(({ day }) => day)).toEqual([TODAY, '2026-11-14', '2026-11-13']);
  expect(second.items.map(({ day }) => day)).toEqual(['2026-11-12']);
  expect(first.total).toBe(4);
  expect(first.cashiers).toEqual([{ id: taker.userId, name: 'Karim Uddin' }]);
  const others = await app.call(contract.openCashDays, { as: person, query: { limit: 1 } });
  expect(others.items[0]?.day).toBe(TODAY);
  expect(others.cashiers.map(({ id }) => id)).toContain(taker.userId);
  const nobody = await app.call(contract.openCashDays, { as: person, query: { search: 'nobody' } });
  expect(nobody.total).toBe(0);
  // What waits is counted: it is not offered again.
  await take(taker, 9_000_00, '2026-11-14');
  const waiting = await close(taker, { day: '2026-11-14', expected: 9_010_00, counted: 0 });
  const left = await app.call(contract.openCashDays, { as: taker, query: {} });
  expect(left.items.map(({ day }) => day)).toEqual([TODAY, '2026-11-13', '2026-11-12']);
  await app.call(contract.decideVariance, decide(person, waiting.id, false, 'count again'));
  const again = await app.call(contract.openCashDays, { as: taker, query: {} });
  expect(again.total).toBe(4);
});

describe('a variance above the limit', () => {
  test('waits, is told, binds the day; the second person accepts it and it is posted', async () => {
    const [taker, first, second] = [await cashier(), await reviewer(), await reviewer()];
    await take(taker, 208_510_00);
    const closing = await close(taker, { expected: 208_510_00, counted: 0 });
    expect(closing).toMatchObject({ state: 'WAITING', varianceMinor: -208_510_00, can: { decide: false } });
    expect(await posted(closing.id)).toBe(0);
    expect([await told(first), await told(second), await told(taker)]).toEqual([
      ['ledger.variance_waiting'],
      ['ledger.variance_waiting'],
      [],
    ]);
    expect(await app.codeOf(payments.makePayment, await money(taker, 10_00))).toBe('ledger.day_closed');
    expect(await refusedClosing(taker, { expected: 208_510_00, counted: 0 })).toEqual([
      'ledger.day_closed_already',
      undefined,
    ]);
    expect((await app.refused(contract.decideVariance, decide(taker, closing.id))).status).toBe(402);
    const waiting = await app.call(contract.listClosings, { as: first, query: { state: 'waiting' } });
    expect(waiting.counts.waiting).toBe(waiting.total);
    expect(waiting.items.find(({ id }) => id === closing.id)?.can.decide).toBe(true);
    const openDays = await hindering();
    const done = await app.call(contract.decideVariance, decide(first, closing.id));
    expect(done).toMatchObject({ state: 'CLOSED', decidedAt: expect.any(String), decisionRemark: null });
    expect([await posted(closing.id), await hindering()]).toEqual([208_510_00, openDays - 1]);
    expect(await told(taker)).toEqual(['ledger.variance_accepted']);
    expect(await audited(closing.id)).toEqual(['cash-closing.count', 'cash-closing.accept-variance']);
    const again = await app.refused(contract.decideVariance, decide(second, closing.id));
    expect(again.code).toBe('ledger.closing_decided');
    expect(await app.codeOf(payments.makePayment, await money(taker, 10_00))).toBe('ledger.day_closed');
  });

  test('refused with a reason: nothing is posted, money comes in, it is counted again', async () => {
    const [taker, second] = [await cashier(), await reviewer()];
    await take(taker, 6_000_00);
    const { id } = await close(taker, { expected: 6_000_00, counted: 0 });
    expect((await app.refused(contract.decideVariance, decide(second, id, false))).code).toBe(
      'ledger.refusal_reason',
    );
    const params = { id };
    const ask = { as: second, params, body: { version: 1, reason: 'x' } };
    expect((await app.refused(contract.askReopen, ask)).code).toBe('ledger.day_not_closed');
    const refused = await app.call(contract.decideVariance, decide(second, id, false, 'look in the safe'));
    expect(refused).toMatchObject({ state: 'REFUSED', decisionRemark: 'look in the safe' });
    expect(refused.can).toEqual({
      ...{ decide: false, withdraw: false, askReopen: false },
      ...{ reopen: false, refuseReopen: false, withdrawReopen: false },
    });
    expect([await posted(id), await told(taker)]).toEqual([0, ['ledger.variance_refused']]);
    expect((await app.refused(contract.askReopen, ask)).code).toBe('ledger.day_not_closed');
    await take(taker, 10_00);
    const again = await close(taker, { expected: 6_010_00, counted: 6_010_00 });
    expect(again).toMatchObject({ state: 'CLOSED', varianceMinor: 0 });
    const list = await app.call(contract.listClosings, { as: taker, query: { state: 'refused' } });
    expect(list.items.map((item) => item.id)).toEqual([id]);
    const closed = await app.call(contract.listClosings, { as: taker, query: { state: 'closed' } });
    expect(closed.items.map((item) => item.id)).toEqual([again.id]);
  });

  test('never by who counted, nor by whose drawer it is', async () => {
    const [taker, counter] = [await cashier(), await reviewer()];
    await take(taker, 6_000_00);
    const { id } = await close(counter, { expected: 6_000_00, counted: 0, of: taker });
    expect((await app.refused(contract.decideVariance, decide(counter, id))).code).toBe(
      'ledger.variance_decider',
    );
    const drawer = await app.staff('admin');
    await take(drawer, 6_000_00);
    const before = await told(drawer);
    const own = await close(counter, { expected: 6_000_00, counted: 0, of: drawer });
    expect(await told(drawer)).toEqual(before);
    const found = await app.call(contract.listClosings, { as: drawer, query: { state: 'waiting' } });
    expect(found.items.find((item) => item.id === own.id)?.can.decide).toBe(false);
    for (const accept of [true, false]) {
      const call = decide(drawer, own.id, accept, 'x');
      expect((await app.refused(contract.decideVariance, call)).code).toBe('ledger.variance_decider');
    }
    expect((await app.call(contract.decideVariance, decide(admin, own.id))).state).toBe('CLOSED');
    const somebody = { as: await reviewer(), params: { id: crypto.randomUUID() }, body: { accept: true } };
    expect((await app.refused(contract.decideVariance, somebody)).status).toBe(404);
  });

  test('two decide at once: one of them, and the variance is posted once', async () => {
    const [taker, decider, second] = [await cashier(), await reviewer(), await reviewer()];
    await take(taker, 6_000_00);
    const { id } = await close(taker, { expected: 6_000_00, counted: 0 });
    const code = await duringChange(
      app,
      (tx) => decideAction(tx, { ...app.system(), userId: decider.userId }, { id, accept: true }),
      () => app.codeOf(contract.decideVariance, decide(second, id, false, 'no')),
    );
    expect([code, await posted(id)]).toEqual(['ledger.closing_decided', 6_000_00]);
  });
});

describe('alone up to the limit of the settings, with its memory', () => {
  test('the sum of a day: short and over, and what was reversed alone', async () => {
    const person = await reviewer();
    const [first, second, third] = [await cashier(), await cashier(), await cashier()];
    for (const taker of [first, second, third]) await take(taker, 4_000_00);
    const query = { day: TODAY };
    const left = async () => (await app.call(contract.expectedCash, { as: person, query })).aloneLeftMinor;
    expect(await left()).toBe(LIMIT);
    const short = await close(person, { expected: 4_000_00, counted: 1_000_00, of: first });
    expect([short.state, await posted(short.id), await left()]).toEqual(['CLOSED', 3_000_00, 2_000_00]);
    const over = await close(person, { expected: 4_000_00, counted: 6_000_01, of: second });
    expect([over.state, await left()]).toEqual(['WAITING', 2_000_00]);
    const rest = await close(person, { expected: 4_000_00, counted: 6_000_00, of: third });
    expect([rest.state, await posted(rest.id), await left()]).toEqual(['CLOSED', -2_000_00, 0]);
    const late = await cashier();
    const { id } = await take(late, 1_00);
    const reversal = { as: person, body: { paymentId: id, reason: 'twice' } };
    expect((await app.call(payments.reversePayment, reversal)).state).toBe('APPROVED');
  });

  test('zero: never alone; without a variance nobody is asked', async () => {
    const { settings, version } = await app.call(getPaymentSettings, { as: admin });
    const set = (reverseAloneUpToMinor: number, at: number) =>
      changeLimits(app, updatePaymentSettings, {
        settings: { ...settings, reverseAloneUpToMinor },
        version: at,
      });
    await set(0, version);
    const [taker, exact] = [await cashier(), await cashier()];
    await take(taker, 100_00);
    await take(exact, 100_00);
    expect((await close(taker, { expected: 100_00, counted: 99_99 })).state).toBe('WAITING');
    expect((await close(exact, { expected: 100_00, counted: 100_00 })).state).toBe('CLOSED');
    await set(settings.reverseAloneUpToMinor, version + 1);
  });

  test('two days at once by one person: one stays within the limit', async () => {
    const taker = await cashier();
    await take(taker, 3_000_00, '2026-11-13');
    await take(taker, 3_000_00, '2026-11-14');
    const states = await Promise.all(
      ['2026-11-13', '2026-11-14'].map(
        async (day) => (await close(taker, { day, expected: 3_000_00, counted: 0 })).state,
      ),
    );
    expect(states.toSorted()).toEqual(['CLOSED', 'WAITING']);
  });

  test('closing and a reversal by the same person at once: neither waits for the other without end', async () => {
    const [taker, person] = [await cashier(), await reviewer()];
    const paid = await take(taker, 1_000_00);
    const reversal = { as: person, body: { paymentId: paid.id, reason: 'twice' } };
    const call = count(person, { expected: 1_000_00, counted: 900_00, of: taker });
    const codes = await Promise.all([
      app.codeOf(contract.closeCash, call),
      app.codeOf(payments.reversePayment, reversal),
    ]);
    // Who comes second finds the day closed, or its money gone.
    expect([
      ['ledger.cash_moved', undefined],
      [undefined, 'ledger.day_closed'],
    ]).toContainEqual(codes);
  });
});

describe('only a day with counter money of this person', () => {
  test('not before the books, not an empty day, not ahead', async () => {
    const taker = await cashier();
    await take(taker, 100_00);
    const on = (day: string) => refusedClosing(taker, { day, expected: 0, counted: 1_000_000_00 });
    expect(await on('1999-01-01')).toEqual(['ledger.day_before_books', 'day']);
    expect(await on('2026-11-16')).toEqual(['ledger.day_in_future', 'day']);
    await take(await cashier(), 10_00, '2026-11-12');
    expect(await on('2026-11-14')).toEqual(['ledger.no_counter_money', 'day']);
    const query = { day: '2026-11-14' };
    expect(await app.call(contract.expectedCash, { as: taker, query })).toMatchObject({ hasMoney: false });
    const own = await app.call(contract.expectedCash, { as: taker, query: { day: TODAY } });
    expect(own.hasMoney).toBe(true);
  });

  test('not of nobody, not of a person who never takes money; later money is not bound by it', async () => {
    const [person, newcomer] = [await reviewer(), await cashier()];
    const of = (id: string) => refusedClosing(person, { expected: 0, counted: 0, of: id });
    expect(await of(crypto.randomUUID())).toEqual(['ledger.cashier_unknown', 'cashierId']);
    expect(await of(newcomer.userId)).toEqual(['ledger.cashier_unknown', 'cashierId']);
    expect((await take(newcomer, 10_00)).state).toBe('APPROVED');
    expect(
      await refusedClosing(person, { expected: 0, counted: 0, of: newcomer, day: '2026-11-14' }),
    ).toEqual(['ledger.no_counter_money', 'day']);
    expect(await refusedClosing(person, { expected: 0, counted: 0 })).toEqual([
      'ledger.no_counter_money',
      'day',
    ]);
    // Journals of an account that is nobody's: imported books may have them.
    const nobody = crypto.randomUUID();
    await transaction(app.db, async (tx) => {
      const { id } = await one<{ id: string }>(
        tx,
        sql`insert into ledger.journals (kind, source_id, business_date, posted_by, created_at)
          values ('CASH_VARIANCE', uuidv7(), '2026-11-14', ${nobody}::uuid, ${app.system().now}) returning id`,
      );
      await execute(
        tx,
        sql`insert into ledger.entries (journal_id, line_no, account_code, amount_minor, business_date)
          values (${id}, 1, '1000', 500, '2026-11-14'), (${id}, 2, '6000', -500, '2026-11-14')`,
      );
    });
    expect(await of(nobody)).toEqual(['ledger.cashier_unknown', 'cashierId']);
  });
});

describe('the database keeps it, also from direct SQL of the program', () => {
  const change = (set: string, id: string) =>
    execute(app.db, sql`update ledger.cash_closings set ${sql.raw(set)} where id = ${id}`);
  const decided = (by: string, state = 'CLOSED') =>
    `state = '${state}', decided_at = now(), decided_by = '${by}', decision_remark = 'x'`;

  test('who decides, and that what was decided or counted stays', async () => {
    const [taker, counter] = [await cashier(), await reviewer()];
    await take(taker, 6_000_00);
    const { id } = await close(counter, { expected: 6_000_00, counted: 0, of: taker });
    const two = { constraint: 'cash_closings_variance_two_persons' };
    await expect(change(decided(counter.userId), id)).rejects.toMatchObject(two);
    await expect(change(decided(taker.userId), id)).rejects.toMatchObject(two);
    await expect(change("state = 'CLOSED', decided_at = now()", id)).rejects.toMatchObject(two);
    await expect(change("state = 'REFUSED'", id)).rejects.toMatchObject({
      constraint: 'cash_closings_decided_check',
    });
    const frozen = { constraint: 'cash_closings_frozen' };
    await expect(change('counted_minor = 6000', id)).rejects.toMatchObject(frozen);
    await expect(change("reopen_asked_at = now(), reopen_reason = 'x'", id)).rejects.toMatchObject(frozen);
    await change(decided(admin.userId, 'REFUSED'), id);
    await expect(change("state = 'WAITING', decided_at = null", id)).rejects.toMatchObject(frozen);
    const again = await close(taker, { expected: 6_000_00, counted: 6_000_00 });
    await expect(change("state = 'WAITING'", again.id)).rejects.toMatchObject(frozen);
    await expect(change(decided(admin.userId), again.id)).rejects.toMatchObject(frozen);
  });

  test('a day that waits takes no other variance of that cashier', async () => {
    const taker = await cashier();
    await take(taker, 6_000_00);
    const { id } = await close(taker, { expected: 6_000_00, counted: 0 });
    const post = (sourceId: string) =>
      transaction(app.db, async (tx) => {
        const journal = await one<{ id: string }>(
          tx,
          sql`insert into ledger.journals (kind, source_id, business_date, posted_by, created_at)
            values ('CASH_VARIANCE', ${sourceId}::uuid, ${TODAY}::date, ${taker.userId}::uuid, ${app.system().now}) returning id`,
        );
        await execute(
          tx,
          sql`insert into ledger.entries (journal_id, line_no, account_code, amount_minor, business_date)
            values (${journal.id}, 1, '1000', -500, ${TODAY}::date), (${journal.id}, 2, '6000', 500, ${TODAY}::date)`,
        );
        await execute(tx, sql`select 1/0`);
      });
    await expect(post(crypto.randomUUID())).rejects.toMatchObject({ constraint: 'entries_day_open' });
    await expect(post(id)).rejects.toMatchObject({ code: '22012' });
  });
});

test('a payment that comes while the day is closed waits, and is refused', async () => {
  const taker = await cashier();
  await take(taker, 6_000_00);
  const call = await money(taker, 10_00);
  const { body } = count(taker, { expected: 6_000_00, counted: 0 });
  const never = { lock: async () => undefined, mayAlone: async () => false, leftMinor: async () => 0 };
  const code = await duringChange(
    app,
    (tx) => closeCashAction(tx, app.actorOf(taker), never, { ...body, keptMinor: 0 }),
    () => app.codeOf(payments.makePayment, call),
  );
  expect(code).toBe('ledger.day_closed');
});
