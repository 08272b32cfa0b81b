/** A meter that was estimated as often in a row as the settings allow: one work order to read it, never a second one. */
import { expect, test } from 'vitest';
import { createEstimates, listEstimates, sumEstimates } from '#domains/meters/estimates/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { reviewReading } from '#domains/meters/readings/contract.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { getOrder } from './contract.ts';
import { openForEstimated, READ_JOB } from './steps/actions/open-estimated.ts';

const app = await testApp({ now: '2027-02-10T04:00:00Z' });
const asker = await app.staff('reviewer');
const second = await app.staff('reviewer');
const admin = await app.staff('admin');

const made = await transaction(app.db, (tx) =>
  makeConnection(tx, app.system(), {
    ...{ connectedOn: '2026-06-30', approve: true },
    readings: [
      ['2026-07-01', '2026-07-31', 31_000],
      ['2026-08-01', '2026-08-31', 62_000],
      ['2026-09-01', '2026-09-30', 92_000],
    ],
  }),
);
async function estimate(period: string) {
  const { count, litres } = await app.call(sumEstimates, { as: asker, query: { period } });
  await app.call(createEstimates, { as: asker, body: { period, count, litres } });
  const [open] = await all<{ id: string; version: number }>(
    app.db,
    sql`select id, version from meters.readings where period = ${period} and waiting`,
  );
  const body = { id: String(open?.id), version: open?.version ?? 0 };
  await app.call(reviewReading, { as: second, body: { ...body, action: 'approve', reason: 'locked house' } });
  return body.id;
}
const open = () => openForEstimated(app.db, app.clock, new AbortController().signal);
const orders = () =>
  all<{ id: string; readingId: string; state: string }>(
    app.db,
    sql`select id, reading_id as "readingId", state from work_orders.orders order by number`,
  );

test('the third estimate in a row opens one order, exactly once, and there is no fourth estimate', async () => {
  await estimate('2026-10-01');
  await estimate('2026-11-01');
  expect(await open()).toBe(0);
  const third = await estimate('2026-12-01');
  const waiting = await all(
    app.owner.db,
    sql`select from graphile_worker.jobs where task_identifier = ${READ_JOB}`,
  );
  expect(waiting.length).toBe(3);
  const opened = await Promise.all([open(), open(), open()]);
  expect(opened.toSorted()).toEqual([0, 0, 1]);
  expect(await orders()).toMatchObject([{ readingId: third, state: 'PENDING' }]);
  const [order] = await orders();
  const shown = await app.call(getOrder, { as: admin, params: { id: String(order?.id) } });
  expect(shown).toMatchObject({
    reading: { meterNumber: made.meterNumber, period: '2026-12-01' },
    connectionNumber: made.number,
  });
  expect(shown.description).toContain('3 times in a row');
  // The office closes it without a reading: nobody is sent a second time for the same estimate.
  await execute(app.owner.db, sql`update work_orders.orders set state = 'CANCELLED' where id = ${order?.id}`);
  expect(await open()).toBe(0);
  const { items } = await app.call(listEstimates, { as: asker, query: { period: '2027-01-01' } });
  expect(items).toMatchObject([{ leftOut: 'LIMIT', inRow: 4 }]);
  const body = { period: '2027-01-01', count: 1, litres: 31_000 };
  expect(await app.codeOf(createEstimates, { as: asker, body })).toBe('meters.estimates_moved');
});

test('the database refuses a second order for the same estimate', async () => {
  await expect(
    execute(
      app.owner.db,
      sql`insert into work_orders.orders (number, category_id, connection_id, road_id, plot_number, description, priority, asked_as,
          asked_by, asked_by_name, asked_at, due_at, state_since, reading_id, from_estimates)
        select number || '9', category_id, connection_id, road_id, plot_number, description, priority, asked_as, asked_by, asked_by_name,
          asked_at, due_at, state_since, reading_id, from_estimates from work_orders.orders where from_estimates`,
    ),
  ).rejects.toThrow('orders_from_estimates_key');
});
