/** Pipe sizes that applications wait for a meter of, with what is in stock of them. */
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeApplication } from '../factory.ts';
import { listFreeMeters, stockBySize } from './contract.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');
const sizes = async (as = reviewer) => (await app.call(stockBySize, { as })).items;
const setSize = (id: string, mm: number) =>
  execute(
    app.owner.db,
    sql`update applications.applications set building = building || jsonb_build_object('pipeSizeMm', ${mm}::int) where id = ${id}`,
  );

test('who waits for a letter, or lost the meter, is counted by size; who has a meter, or ended, is not', async () => {
  const [first, second, ended] = [
    await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' }),
    await makeApplication(app, { upTo: 'READY_FOR_METER_INSTALLATION' }),
    await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' }),
  ];
  await makeApplication(app, { upTo: 'PENDING' });
  await setSize(first.id, 40);
  await setSize(ended.id, 40);
  await execute(
    app.owner.db,
    sql`update applications.applications set state = 'REJECTED', closed_state = 'WAITING_FOR_METER_NUMBER', closed_on = '2026-11-15' where id = ${ended.id}`,
  );
  expect(await sizes()).toEqual([{ sizeMm: 40, waiting: 1, free: 0 }]);
  // Its meter was given away.
  await execute(
    app.owner.db,
    sql`update meters.meters set status = 'IN_STOCK', reserved_for = null where number = ${second.meterNumber}`,
  );
  await execute(
    app.owner.db,
    sql`update applications.applications set meter_id = null where id = ${second.id}`,
  );
  const { total } = await app.call(listFreeMeters, { as: reviewer, query: { sizeMm: 20 } });
  expect(total).toBeGreaterThan(0);
  expect(await sizes()).toEqual([
    { sizeMm: 20, waiting: 1, free: total },
    { sizeMm: 40, waiting: 1, free: 0 },
  ]);
});

test('only applications that the person sees are counted', async () => {
  // Somebody else who may install has the one that is to be installed.
  expect(await sizes(await app.staff('installer'))).toEqual([]);
  expect((await sizes()).length).toBeGreaterThan(0);
});
