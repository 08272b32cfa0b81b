/** A price never begins on a day that is billed: compared by the database when a version is approved. */
import { describe, expect, test } from 'vitest';
import { closeConnection } from '#domains/meters/closure/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { billMonth, connect, makeTown, type Office } from '../bill-run/factory-months.ts';
import { planCorrection } from '../correction-run/contract.ts';
import { ASKED, setVat } from '../correction-run/factory-corrections.ts';
import { makeInvoice } from '../factory.ts';
import { listVat } from '../settings/contract.ts';
import * as contract from './contract.ts';
import { approvedTariff, draftTariff, type TariffInput } from './factory.ts';

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

describe('a bill that is stretched to whole months covers only its days', () => {
  const announce = async (
    { app, planner }: Office,
    effectiveFrom: string,
    given: Partial<TariffInput> = {},
  ) => {
    const { id, version } = await draftTariff(app.db, { effectiveFrom, ...given });
    const body = { version, riseReason: 'test' };
    const code = await app.codeOf(contract.submitTariff, { as: planner, params: { id }, body });
    return { id, code };
  };
  const approve = async ({ app, approver }: Office, id: string) => {
    const { version } = await app.call(contract.getTariff, { as: approver, params: { id } });
    const body = { version, orderNumber: 'x' };
    return app.codeOf(contract.approveTariff, { as: approver, params: { id }, body });
  };
  const correct = ({ app, planner }: Office, tariffVersionId: string) =>
    app.codeOf(planCorrection, { as: planner, body: { tariffVersionId, ...ASKED } });

  /** Read on 31 October and closed on 5 November: the period of the final bill ends on 30 November. */
  async function closedTown(): Promise<Office> {
    const office = await makeTown('2026-11-06T04:00:00Z');
    const { app } = office;
    const made = await connect(office, {
      connectedOn: '2026-09-30',
      readings: [['2026-10-01', '2026-10-31', 10_000]],
    });
    await billMonth(office, '2026-10-01');
    const last = {
      meterId: made.meterId,
      readOn: '2026-11-05',
      registerLitres: 11_000,
      reason: 'moved away',
    };
    await app.call(closeConnection, { as: await app.staff('reviewer'), body: last });
    await execute(
      app.owner.db,
      sql`update meters.readings set state = 'APPROVED' where connection_id = ${made.id} and period = '2026-11-01'`,
    );
    await billMonth(office, '2026-11-01');
    return office;
  }

  test('the last one: prices and VAT begin on its first day that is not billed, not before', async () => {
    const office = await closedTown();
    const { app, planner } = office;
    const [inside, after] = [await announce(office, '2026-11-04'), await announce(office, '2026-11-05')];
    expect(await approve(office, inside.id)).toBe('billing.tariff_day_billed');
    const { billedTo } = await app.call(contract.getTariff, { as: planner, params: { id: inside.id } });
    expect(billedTo).toBe('2026-11-05');
    expect(await correct(office, after.id)).toBe('billing.nothing_to_correct');
    expect(await approve(office, after.id)).toBeUndefined();
    const { earliest } = await app.call(listVat, { as: planner });
    expect(earliest).toBe('2026-11-06');
    expect(await correct(office, inside.id)).toBeUndefined();
  });

  test('the last one: VAT of the settings counts after its days, and law may change it on them', async () => {
    const office = await closedTown();
    await setVat(office, '15');
    expect((await announce(office, '2026-11-04')).code).toBeUndefined();
    expect((await announce(office, '2026-11-05')).code).toBe('billing.tariff_vat_differs');
  });

  test('the first one: a price that ends before the connection begins does not correct it', async () => {
    const office = await makeTown('2026-11-06T04:00:00Z');
    await approvedTariff(office.app.db, { effectiveFrom: '2026-10-10' });
    // Its period begins on 30 September.
    await connect(office, { connectedOn: '2026-10-20', readings: [['2026-10-01', '2026-10-31', 10_000]] });
    await billMonth(office, '2026-10-01');
    const { id } = await announce(office, '2026-09-15');
    expect(await correct(office, id)).toBe('billing.nothing_to_correct');
    const { id: next } = await announce(office, '2026-10-21');
    expect(await correct(office, next)).toBeUndefined();
  });
});
