/** A work order from the request of a household to the verified end, with what it took from the store. */
import { expect, test } from 'vitest';
import { all, one, sql } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeYard } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, crew } = yard;

const onHand = async (materialId: string) =>
  (
    await one<{ left: string }>(
      app.db,
      sql`select trim_scale(on_hand)::text as left from work_orders.stock where material_id = ${materialId}`,
    )
  ).left;

test('a household asks, the office reviews and assigns, a crew comes and repairs, somebody else verifies', async () => {
  const household = await app.consumer();
  const connection = await yard.connect({ consumerId: String(household.consumerId) });
  const pipe = await yard.material('Pipe of the road', 12_345);
  await app.call(steps.moveStock, {
    as: engineer,
    body: { materialId: pipe, quantity: '10', remark: 'delivered' },
  });
  const { id, number } = await yard.order({ by: household, connectionNumber: connection.number });
  expect(number).toMatch(/^7\d{9}$/);
  const { items, counts } = await app.call(contract.listOrders, {
    as: clerk,
    query: { stage: 'requests', askedAs: 'CONSUMER' },
  });
  expect([items.map((item) => item.id), counts.PENDING]).toEqual([[id], 1]);
  await app.call(steps.takeOrder, { as: clerk, body: await yard.at(id) });
  const { estimateMinor } = await app.call(steps.estimateOrder, {
    as: clerk,
    body: {
      ...(await yard.at(id)),
      ...{ labourMinor: 50_000 as Minor, materials: [{ materialId: pipe, quantity: '২.৫' }] },
    },
  });
  // 2.5 × 123.45 = 308.625, half up 308.63.
  expect(estimateMinor).toBe(50_000 + 30_863);
  await app.call(steps.acceptOrder, { as: clerk, body: await yard.at(id) });
  await app.call(steps.assignOrder, { as: engineer, body: { ...(await yard.at(id)), crewId: crew.userId } });
  app.clock.advance(600);
  await app.call(steps.noteArrival, { as: crew, body: await yard.at(id) });
  app.clock.advance(600);
  const { usedMinor } = await app.call(steps.completeOrder, {
    as: crew,
    body: {
      ...(await yard.at(id)),
      ...yard.done,
      ...{ lostLitres: 4_000, materials: [{ materialId: pipe, quantity: '3' }] },
    },
  });
  expect([usedMinor, await onHand(pipe)]).toEqual([50_000 + 37_035, '7']);
  expect((await app.call(steps.verifyOrder, { as: clerk, body: await yard.at(id) })).state).toBe('CLOSED');
  const detail = await app.call(contract.getOrder, { as: clerk, params: { id } });
  expect(detail.timeline.map(({ action }) => action)).toEqual([
    ...['create', 'take', 'estimate', 'accept', 'assign', 'arrive', 'complete', 'verify'],
  ]);
  const own = await app.call(contract.getOrder, { as: household, params: { id } });
  expect([own.workDone, own.crewName, own.usedMinor, own.used, own.estimateMinor]).toEqual([
    ...['Pipe renewed', null, null, [], null],
  ]);
  const log = await all<{ action: string }>(
    app.owner.db,
    sql`select action from platform.audit where object_id = ${id} order by at, id`,
  );
  expect(log.map(({ action }) => action)).toContain('work-order.verify');
});

test('work that is opened again gives back to the store what it took, and is assigned again', async () => {
  const valve = await yard.material('Valve', 100_000);
  await app.call(steps.moveStock, {
    as: engineer,
    body: { materialId: valve, quantity: '2', remark: 'counted' },
  });
  const { id } = await yard.order({ upTo: 'IN_PROGRESS' });
  await app.call(steps.completeOrder, {
    as: crew,
    body: { ...(await yard.at(id)), ...yard.done, materials: [{ materialId: valve, quantity: '2' }] },
  });
  expect(await onHand(valve)).toBe('0');
  await app.call(steps.reopenOrder, {
    as: clerk,
    body: { ...(await yard.at(id)), remark: 'it leaks again' },
  });
  expect([await onHand(valve), (await yard.stand(id)).state, (await yard.stand(id)).reopened]).toEqual([
    ...['2', 'RE_OPEN', 1],
  ]);
  const sum = await one<{ sum: string }>(
    app.db,
    sql`select trim_scale(sum(quantity))::text as sum from work_orders.stock_movements where material_id = ${valve}`,
  );
  expect(sum.sum).toBe('2');
});

test('who only does the work sees what is theirs; a household what is at its connections', async () => {
  const { id } = await yard.order({ upTo: 'ACCEPTED' });
  const stranger = await app.consumer();
  const look = (as: typeof clerk) => app.codeOf(contract.getOrder, { as, params: { id } });
  expect([await look(clerk), await look(crew), await look(stranger)]).toEqual([
    ...[undefined, 'common.not_found', 'common.not_found'],
  ]);
  await app.call(steps.assignOrder, { as: engineer, body: { ...(await yard.at(id)), crewId: crew.userId } });
  expect(await look(crew)).toBeUndefined();
  const { items } = await app.call(contract.listCrew, { as: engineer });
  expect(items.find((item) => item.id === crew.userId)?.open).toBeGreaterThan(0);
});
