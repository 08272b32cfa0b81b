/** The chart of billed use has what corrections added and what they took off. */
import { expect, test } from 'vitest';
import { makeOffice } from '#domains/billing/corrections/factory-corrections.ts';
import { execute, sql } from '#platform/database/db.ts';
import { consumptionChart } from './contract.ts';

test('a correction upwards and one downwards both count; a cancelled bill does not, with its correction', async () => {
  const { app, officer, billed, adjust, askCancel, decide } = await makeOffice();
  const owner = await app.consumer();
  const october = async (as = officer) =>
    (await app.call(consumptionChart, { as, query: { months: 2 } })).points.find(
      ({ period }) => period === '2026-10-01',
    )?.litres;
  const own = await billed();
  await execute(
    app.owner.db,
    sql`update billing.invoices set consumer_id = ${owner.consumerId} where id = ${own.billId}`,
  );
  expect(await october()).toBe(25_000);
  expect(await adjust(own.billId, 40_000)).toBeUndefined();
  expect(await october()).toBe(15_000);
  expect(await october(owner)).toBe(15_000);
  const other = await billed();
  expect(await adjust(other.billId, 55_000)).toBeUndefined();
  expect([await october(), await october(owner)]).toEqual([45_000, 15_000]);
  expect(await decide(await askCancel(other.billId), true)).toBeUndefined();
  expect(await october()).toBe(15_000);
});
