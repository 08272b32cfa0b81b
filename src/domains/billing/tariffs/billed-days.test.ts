/** A price never begins on a day that is billed: compared by the database when a version is approved. */
import { expect, test } from 'vitest';
import { makeConnection } from '#domains/meters/factory.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeInvoice } from '../factory.ts';
import * as contract from './contract.ts';
import { approvedTariff, draftTariff } from './factory.ts';

const app = await testApp();
const second = await app.staff('engineer');
const admin = await app.staff('admin');

async function announced(category: string, effectiveFrom: string) {
  const { id, version } = await draftTariff(app.db, { category, effectiveFrom });
  const body = { version, riseReason: 'test' };
  const at = await app.call(contract.submitTariff, { as: admin, params: { id }, body });
  return { as: second, params: { id }, body: { version: at.version } };
}

test('refused while a living bill of the category reaches past its first day; then allowed', async () => {
  const tariffVersionId = await approvedTariff(app.db, { effectiveFrom: '2025-01-01' });
  const bill = await transaction(app.db, async (tx) => {
    const { id: connectionId } = await makeConnection(tx, app.system());
    return makeInvoice(tx, app.system(), { connectionId, period: '2026-10-01', tariffVersionId });
  });
  const inside = await announced('residential', '2026-10-31');
  expect((await app.refused(contract.approveTariff, inside)).code).toBe('billing.tariff_day_billed');
  // The first day after the bill, another category, and the same day without the bill.
  expect((await app.call(contract.approveTariff, await announced('residential', '2026-11-01'))).state).toBe(
    'APPROVED',
  );
  expect((await app.call(contract.approveTariff, await announced('community', '2026-10-31'))).state).toBe(
    'APPROVED',
  );
  await execute(
    app.db,
    sql`update billing.invoices set cancelled_on = '2026-11-15', cancel_reason = 'test' where id = ${bill.id}`,
  );
  expect((await app.call(contract.approveTariff, inside)).state).toBe('APPROVED');
});

test('direct SQL of the program is refused too', async () => {
  const tariffVersionId = await approvedTariff(app.db, {
    category: 'commercial',
    effectiveFrom: '2025-01-01',
  });
  await transaction(app.db, async (tx) => {
    const { id: connectionId } = await makeConnection(tx, app.system());
    await makeInvoice(tx, app.system(), { connectionId, period: '2026-10-01', tariffVersionId });
  });
  const { params } = await announced('commercial', '2026-10-15');
  await expect(
    execute(
      app.db,
      sql`update billing.tariff_versions set state = 'APPROVED', approved_by = ${second.userId}, approved_at = now()
        where id = ${params.id}`,
    ),
  ).rejects.toMatchObject({ constraint: 'tariff_versions_day_billed' });
});
