/** What a household paid ahead is on its home and on the card of its connection; nobody else reads it. */
import { expect, test } from 'vitest';
import { billingIds } from '#domains/billing/invoices/contract.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { consumerDashboard } from './contract.ts';

const app = await testApp();

test('what is paid beyond the bill is kept in advance for the next one, or for the office to pay back', async () => {
  const [payer, cashier] = [await app.consumer(), await app.staff('cashier')];
  const consumerId = String(payer.consumerId);
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system(), { consumerId }));
  const shown = async (as: Person) => {
    const home = await app.call(consumerDashboard, { as, query: {} });
    const cards = await app.call(billingIds, { as, query: { connectionId } });
    return [home.connections[0]?.advanceMinor, cards.items[0]?.advanceMinor];
  };
  expect(await shown(payer)).toEqual([0, 0]);
  const tender = { method: 'CASH' as const };
  await app.call(makePayment, {
    as: cashier,
    body: { connectionId, amountMinor: 5_000_00, tender, unusual: true },
  });
  const [home, card] = await shown(payer);
  expect(home).toBeGreaterThan(0);
  expect(card).toBe(home);
  // Closed and billed: no next bill uses it, and the card says that the office pays it back.
  await execute(
    app.owner.db,
    sql`update meters.connections set status = 'closed', disconnected_on = ${app.system().today} where id = ${connectionId}`,
  );
  expect(await shown(payer)).toEqual([0, card]);
  // Beside another connection, of which nothing is kept.
  await transaction(app.db, (tx) => makeDebtor(tx, app.system(), { consumerId }));
  const { connections } = await app.call(consumerDashboard, { as: payer, query: {} });
  expect(connections.map(({ advanceMinor }) => advanceMinor)).toEqual([0, 0]);
});
