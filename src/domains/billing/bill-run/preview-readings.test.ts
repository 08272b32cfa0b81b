import { expect, test } from 'vitest';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import { workCalculation } from './actions/work-run.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: startOn('2026-11-02') });
const PERIOD = '2026-10-01';

test('the review shows each reading with exactly the bill that the run then makes', async () => {
  await approvedTariff(app.db, {
    effectiveFrom: '2026-10-11',
    blocks: [{ from: '0', to: null, rate: '15' }],
    fixedAmount: '30',
    vatWaterPercent: '15',
  });
  await approvedTariff(app.db, {
    effectiveFrom: '2025-01-01',
    blocks: [{ from: '0', to: null, rate: '10' }],
  });
  const actor = { ...app.system(), permissions: new Set<never>() };
  const connect = (connectedOn: string, category = 'residential') =>
    transaction(app.db, (tx) =>
      makeConnection(tx, actor, {
        ...{ connectedOn, category, approve: true },
        readings: [[PERIOD, '2026-10-31', 20_000]],
      }),
    );
  for (const day of ['2026-09-30', '2026-10-16', '2026-08-20']) await connect(day);
  await connect('2026-09-30', 'industrial');
  // A first reading after two months waits for a reviewer: the review shows its bill all the same.
  await execute(app.owner.db, sql`update meters.readings set state = 'APPROVED'`);
  const officer = await app.staff('admin');
  const { id } = await app.call(contract.planRun, {
    as: officer,
    body: { period: PERIOD, issuedOn: '2026-11-02', dueOn: '2026-11-23' },
  });
  await workCalculation(app.db, app.clock, id);
  const items = await all<{ readingId: string; totalMinor: number | null; problem: string | null }>(
    app.db,
    sql`select reading_id as "readingId",
        case when outcome = 'BILLED' then total_minor end as "totalMinor", reason as problem
      from billing.bill_run_items where run_id = ${id} order by reading_id`,
  );
  const ids = items.map(({ readingId }) => readingId).join(',');
  const preview = await app.call(contract.previewReadings, { as: officer, query: { ids } });
  expect(preview.items.toSorted((a, b) => a.readingId.localeCompare(b.readingId))).toEqual(items);
  expect(items.filter(({ totalMinor }) => totalMinor !== null)).toHaveLength(3);
  expect(items.find(({ problem }) => problem)?.problem).toBe('no_tariff');
  expect(
    (await app.refused(contract.previewReadings, { as: await app.staff('cashier'), query: { ids } })).status,
  ).toBe(402);
  expect((await app.refused(contract.previewReadings, { as: officer, query: { ids: 'x' } })).status).toBe(
    422,
  );
});
