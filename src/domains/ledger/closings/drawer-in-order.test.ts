/** What a closing keeps is the float of the next day, in any order in which days are closed and floats are recorded. */
import { expect, test } from 'vitest';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { closeCash } from './actions/close-cash.ts';
import { recordFloat } from './actions/record-float.ts';
import * as contract from './contract.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');
const TODAY = '2026-11-15';
const DAYS = ['2026-11-12', '2026-11-13', '2026-11-14', TODAY] as const;

/** All days get their money first: a day that somebody has closed takes no late money. */
async function cashierOf(days: readonly string[], amountMinor = 800_00): Promise<Person> {
  const cashier = await app.staff('cashier');
  for (const paidOn of days) {
    const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
    const body = {
      connectionId,
      amountMinor,
      tender: { method: 'CASH' as const, paidOn },
      dateReason: 'late',
    };
    await app.call(payments.makePayment, { as: cashier, body: { ...body, unusual: true } });
  }
  return cashier;
}
const expected = (as: Person, day: string) => app.call(contract.expectedCash, { as, query: { day } });
/** Counts what is expected and keeps so much of it. */
async function close(as: Person, day: string, keptMinor: number) {
  const { expectedMinor } = await expected(as, day);
  const counted = { by: 'total' as const, totalMinor: expectedMinor };
  return { as, body: { day, counted, expectedMinor, keptMinor } };
}
const float = (as: Person, day: string, amountMinor: number) => ({ as, body: { day, amountMinor } });

const [FIRST, SECOND, THIRD] = DAYS;
// The three days before today are open in this test, also for those who close in an odd order.
const [first, two, three, four, five] = [
  await cashierOf([FIRST, SECOND]),
  await cashierOf([FIRST]),
  await cashierOf([FIRST, THIRD]),
  await cashierOf([FIRST, SECOND, THIRD]),
  await cashierOf([FIRST, SECOND]),
];

test('a day that is closed after a later one keeps what the later one began with', async () => {
  await app.call(contract.closeCash, await close(first, SECOND, 0));
  const refused = await app.refused(contract.closeCash, await close(first, FIRST, 800_00));
  expect(refused).toMatchObject({ code: 'ledger.kept_is_other', params: { amount: 0 } });
  expect(refused.fields).toMatchObject([{ path: 'keptMinor' }]);
  await app.call(contract.closeCash, await close(first, FIRST, 0));
});

test('nobody keeps more than the float that is on record for a later day', async () => {
  await app.call(contract.recordFloat, float(two, SECOND, 300_00));
  expect((await app.refused(contract.closeCash, await close(two, FIRST, 300_01))).params).toEqual({
    amount: 300_00,
  });
  // Somebody put the rest into the drawer.
  await app.call(contract.closeCash, await close(two, FIRST, 200_00));
});

test('a later day that was counted with the float of an earlier closing needs that float still', async () => {
  await app.call(contract.closeCash, await close(three, FIRST, 500_00));
  await app.call(contract.closeCash, await close(three, THIRD, 0));
  await execute(
    app.owner.db,
    sql`update ledger.cash_closings set reopen_asked_at = now(), reopen_reason = 'x', reopened_at = now(),
      reopened_by = ${reviewer.userId} where cashier_id = ${three.userId} and day = ${FIRST}::date`,
  );
  for (const kept of [499_99, 500_01]) {
    expect((await app.refused(contract.closeCash, await close(three, FIRST, kept))).params).toEqual({
      amount: 500_00,
    });
  }
  await app.call(contract.closeCash, await close(three, FIRST, 500_00));
});

test('the kept money of each closing is the float of the next one, after days closed in any order', async () => {
  for (const day of [SECOND, THIRD, FIRST]) {
    const { floatMinor } = await expected(four, day);
    for (const kept of [floatMinor + 100_00, floatMinor, 0]) {
      if ((await app.codeOf(contract.closeCash, await close(four, day, kept))) === undefined) break;
    }
  }
  const chain = await all<{ day: string; float: number; before: number | null }>(
    app.db,
    sql`select day, float_minor as float, lag(kept_minor) over (order by day) as before
      from ledger.cash_closings where cashier_id = ${four.userId} and reopened_at is null order by day`,
  );
  expect(chain).toHaveLength(3);
  for (const { float, before } of chain) expect(float).toBe(before ?? 0);
});

test('of a closing and the float of the next day at the same moment, the second sees the first', async () => {
  const cashierId = String(five.userId);
  const { expectedMinor } = await expected(five, FIRST);
  const keptMinor = 700_00;
  const counted = { by: 'total' as const, totalMinor: expectedMinor };
  const alone = { lock: async () => {}, mayAlone: async () => true, leftMinor: async () => 0 };
  const code = await duringChange(
    app,
    (tx) =>
      closeCash(tx, { ...app.system(), userId: cashierId }, alone as never, {
        day: FIRST,
        counted,
        expectedMinor,
        keptMinor,
      }),
    () => app.codeOf(contract.recordFloat, float(five, SECOND, 0)),
  );
  expect(code).toBe('ledger.float_lowered');
  const refused = await duringChange(
    app,
    (tx) =>
      recordFloat(
        tx,
        { ...app.system(), userId: reviewer.userId },
        { day: TODAY, cashierId, amountMinor: 1_00 },
      ),
    async () => app.codeOf(contract.closeCash, await close(five, SECOND, 700_00)),
  );
  expect(refused).toBe('ledger.kept_is_other');
});
