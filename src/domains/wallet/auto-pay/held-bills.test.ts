/** Bills that are disputed or paid by a plan: a wallet neither tells of them nor pays them, and begins again when that is over. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectAgain, holdCollection } from '#domains/billing/collection-holds/actions/hold-collection.ts';
import { transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { autoPayCalls } from './factory.ts';

const app = await testApp();
const { START, runOn, goTo, tries, told, household, settle } = await autoPayCalls(app);

beforeEach(() => {
  goTo(0);
  app.clock.set(`${START}T04:00:00Z`);
});
afterEach(settle);

const hold = (billId: string | undefined, cause: 'dispute' | 'payment_plan') =>
  transaction(app.db, async (tx) => {
    const causeId = randomUUID();
    await holdCollection(tx, app.system(), { invoiceIds: [String(billId)], cause, causeId });
    return causeId;
  });
const again = (causeId: string) => transaction(app.db, (tx) => collectAgain(tx, app.system(), causeId));

test.each(['dispute', 'payment_plan'] as const)(
  'a bill that is held by a %s is not paid, and is told again before it is',
  async (cause) => {
    const { as, invoices } = await household(300_00);
    await runOn(0);
    expect(await tries(as)).toEqual([['PLANNED', '', 115_00, 3]]);
    expect(await told(as)).toEqual(['wallet.auto_coming']);
    const causeId = await hold(invoices[0]?.id, cause);
    for (const day of [1, 3, 5]) await runOn(day);
    expect(await tries(as)).toEqual([['PLANNED', '', 115_00, 3]]);
    expect(await told(as)).toEqual(['wallet.auto_coming']);
    await again(causeId);
    await runOn(6);
    // As many days before as a new bill.
    expect(await tries(as)).toEqual([['PLANNED', '', 115_00, 9]]);
    await runOn(8);
    expect(await tries(as)).toEqual([['PLANNED', '', 115_00, 9]]);
    await runOn(9);
    expect((await tries(as))[0]?.[0]).toBe('PAID');
  },
);

test('one that was held before is not planned; others are', async () => {
  const { as, invoices } = await household(300_00, undefined, 2);
  await hold(invoices[0]?.id, 'dispute');
  await runOn(0);
  expect(await tries(as)).toHaveLength(1);
  await runOn(3);
  expect((await tries(as)).map(([state]) => state)).toEqual(['PAID']);
});
