/** Materials of assigned work are reserved: nobody else is given them unasked, and they are free again when the work ends or goes back. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeYard } from '../factory-calls.ts';
import * as steps from '../steps/contract.ts';
import { listMissing, listStock, moveStock } from './contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, crew, step, codeOf } = yard;
const crewId = crew.userId;

const shelved = async (materialId: string) => {
  const { items } = await app.call(listStock, { as: clerk, query: {} });
  const found = items.find((item) => item.materialId === materialId);
  return [found?.onHand, found?.reserved, found?.free];
};
const missingOf = async (orderId: string) =>
  (await app.call(listMissing, { as: engineer, query: { orderId } })).items;
const kept = async (quantity: string, name: string) => {
  const id = await yard.material(name, 1_000);
  await yard.book(id, quantity);
  return id;
};
const lines = (materialId: string, quantity: string) => [{ materialId, quantity }];

test('what the estimate lists is reserved from the assignment on, and free again when the work goes back or is cancelled', async () => {
  const valve = await kept('10', 'Tap');
  const { id } = await yard.planned(lines(valve, '3'));
  expect(await shelved(valve)).toEqual(['10', '0', '10']);
  await step(steps.assignOrder, engineer, id, { crewId });
  expect(await shelved(valve)).toEqual(['10', '3', '7']);
  await step(steps.unassignOrder, engineer, id, { remark: 'ill' });
  expect(await shelved(valve)).toEqual(['10', '0', '10']);
  await step(steps.assignOrder, engineer, id, { crewId });
  await step(steps.pauseOrder, engineer, id, { remark: 'rain' });
  await step(steps.resumeOrder, engineer, id);
  await step(steps.noteArrival, crew, id);
  expect(await shelved(valve)).toEqual(['10', '3', '7']);
  const other = await yard.planned(lines(valve, '2.5'));
  await step(steps.assignOrder, engineer, other.id, { crewId });
  expect(await shelved(valve)).toEqual(['10', '5.5', '4.5']);
  await step(steps.cancelOrder, engineer, id, { remark: 'found dry' });
  expect(await shelved(valve)).toEqual(['10', '2.5', '7.5']);
});

test('a completion takes what was used and frees the rest; opened again, only what was not taken is reserved', async () => {
  const valve = await kept('10', 'Bend');
  const { id } = await yard.planned(lines(valve, '3'));
  const work = async (quantity: string) => {
    await step(steps.assignOrder, engineer, id, { crewId });
    await step(steps.noteArrival, crew, id);
    await step(steps.completeOrder, crew, id, {
      ...yard.done,
      materials: lines(valve, quantity),
      varianceReason: 'as it was',
    });
  };
  await work('2');
  expect(await shelved(valve)).toEqual(['8', '0', '8']);
  await step(steps.reopenOrder, clerk, id, { remark: 'leaks' });
  expect(await shelved(valve)).toEqual(['8', '0', '8']);
  await step(steps.assignOrder, engineer, id, { crewId });
  expect(await shelved(valve)).toEqual(['8', '1', '7']);
  await step(steps.unassignOrder, engineer, id, { remark: 'ill' });
  await work('5');
  expect(await shelved(valve)).toEqual(['5', '0', '5']);
  await step(steps.reopenOrder, clerk, id, { remark: 'leaks' });
  // It took more than was planned: nothing more is needed.
  await step(steps.assignOrder, engineer, id, { crewId, remark: 'they know the place' });
  expect(await shelved(valve)).toEqual(['5', '0', '5']);
});

test('work whose materials are missing is assigned by who has seen how many, and says why', async () => {
  const [valve, clamp] = [await kept('4', 'Valve'), await kept('1', 'Clamp')];
  const first = await yard.planned(lines(valve, '3'));
  await step(steps.assignOrder, engineer, first.id, { crewId });
  const { id } = await yard.planned([...lines(valve, '2'), ...lines(clamp, '1')]);
  expect(await missingOf(id)).toEqual([
    {
      materialId: valve,
      nameEn: 'Valve',
      nameBn: 'Valve',
      unit: 'piece',
      needed: '2',
      free: '1',
      missing: '1',
    },
  ]);
  const missing = lines(valve, '1');
  const refused = await app.refused(steps.assignOrder, {
    as: engineer,
    body: { ...(await yard.at(id)), crewId },
  });
  expect(refused).toMatchObject({
    code: 'work-orders.stock_not_free',
    params: { name: 'Valve', missing: '1' },
  });
  expect(await codeOf(steps.assignOrder, engineer, id, { crewId, missing })).toBe(
    'work-orders.stock_not_free',
  );
  const missingReason = 'The delivery comes tomorrow';
  expect(
    await codeOf(steps.assignOrder, engineer, id, { crewId, missing: lines(valve, '0.5'), missingReason }),
  ).toBe('work-orders.stock_not_free');
  await step(steps.assignOrder, engineer, id, { crewId, missing, missingReason });
  expect([await shelved(valve), await missingOf(id)]).toEqual([['4', '5', '-1'], []]);
  const log = await all(
    app.owner.db,
    sql`select after ->> 'missing' as missing, after ->> 'missingReason' as why, reason from platform.audit
      where action = 'work-order.assign' and object_id = ${id}`,
  );
  expect(log).toEqual([{ missing: 'Valve: 1 piece', why: missingReason, reason: missingReason }]);
  // All that a third one needs is missing, not what the second one lacks as well.
  const third = await yard.planned(lines(valve, '2'));
  expect(await missingOf(third.id)).toMatchObject([{ needed: '2', free: '-1', missing: '2' }]);
  expect(
    (await app.call(listStock, { as: clerk, query: { low: true } })).items.map((item) => item.materialId),
  ).toContain(valve);
});

test('what was not missing needs no reason, and a reason that nobody needs is not written', async () => {
  const [valve, seldom] = [await kept('2', 'Tee'), await yard.material('Not kept', 100)];
  const { id } = await yard.planned([...lines(valve, '2'), ...lines(seldom, '9')]);
  await step(steps.assignOrder, engineer, id, {
    crewId,
    missing: lines(valve, '1'),
    missingReason: 'comes tomorrow',
  });
  const log = await all(
    app.owner.db,
    sql`select after, reason from platform.audit where action = 'work-order.assign' and object_id = ${id}`,
  );
  expect(log).toMatchObject([{ reason: null }]);
  expect(JSON.stringify(log)).not.toContain('missing');
});

test('less than is reserved is left in the store by who says so; a delivery is never asked about', async () => {
  const valve = await kept('5', 'Hose');
  const { id } = await yard.planned(lines(valve, '3'));
  await step(steps.assignOrder, engineer, id, { crewId });
  const booked = (quantity: string, more = {}) =>
    ({ as: engineer, body: { materialId: valve, quantity, remark: 'counted again', ...more } }) as const;
  await app.call(moveStock, booked('-2'));
  expect(await app.refused(moveStock, booked('-1'))).toMatchObject({
    code: 'work-orders.stock_reserved',
    params: { name: 'Hose', reserved: '3' },
  });
  expect(await app.codeOf(moveStock, booked('-4', { anyway: true }))).toBe('work-orders.stock_short');
  await app.call(moveStock, booked('-2', { anyway: true }));
  await app.call(moveStock, booked('1'));
  expect(await shelved(valve)).toEqual(['2', '3', '-1']);
  const log = await all(
    app.owner.db,
    sql`select after ->> 'anyway' as anyway from platform.audit where action = 'work-order.move-stock' and object_id = ${valve} order by at, id`,
  );
  expect(log.map((entry) => (entry as { anyway: string | null }).anyway)).toEqual([null, null, 'true', null]);
});

test('what is missing for an order is told of orders that there are', async () => {
  const query = { orderId: '00000000-0000-4000-8000-000000000000' };
  expect(await app.codeOf(listMissing, { as: engineer, query })).toBe('common.not_found');
});
