/** The limit up to which one person reverses a payment alone. */
import { expect, test } from 'vitest';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makePayment, reversePayment } from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import * as contract from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');
const cashier = await app.staff('cashier');

async function reversed(): Promise<string> {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const { id } = await app.call(makePayment, {
    as: cashier,
    body: { connectionId, amountMinor: 115_00, tender: { method: 'CASH' } },
  });
  const { state } = await app.call(reversePayment, {
    as: admin,
    body: { paymentId: id, reason: 'wrong connection' },
  });
  return state;
}

test('below the limit one person is enough, above it two', async () => {
  const { settings, version } = await app.call(contract.getPaymentSettings, { as: admin });
  expect([settings.reverseAloneUpToMinor, version]).toEqual([5_000_00, 0]);
  expect(await reversed()).toBe('REVERSED');
  await changeLimits(app, contract.updatePaymentSettings, {
    settings: { reverseAloneUpToMinor: 100_00 },
    version,
  });
  expect((await app.call(contract.getPaymentSettings, { as: admin })).version).toBe(1);
  expect(await reversed()).toBe('APPROVED');
  const body = { settings: { reverseAloneUpToMinor: 0 }, version, reason: 'again' };
  expect((await app.refused(contract.updatePaymentSettings, { as: admin, body })).code).toBe(
    'common.stale_version',
  );
  expect((await app.refused(contract.updatePaymentSettings, { as: cashier, body })).status).toBe(402);
});
