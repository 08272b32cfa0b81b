/** A work order from the request of a household to the verified end, with what it took from the store. */
import { expect, test } from 'vitest';
import { all, one, sql } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeYard } from './factory-calls.ts';
import * as steps from './steps/contract.ts';
import * as store from './store/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, crew, step } = yard;

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
  await app.call(store.moveStock, {
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

test('the store keeps what work took that is opened again, until all that it took is written', async () => {
  const valve = await yard.material('Valve', 100_000);
  await app.call(store.moveStock, {
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
    ...['0', 'RE_OPEN', 1],
  ]);
  await app.call(steps.assignOrder, { as: engineer, body: { ...(await yard.at(id)), crewId: crew.userId } });
  await app.call(steps.noteArrival, { as: crew, body: await yard.at(id) });
  await app.call(steps.completeOrder, {
    as: crew,
    body: { ...(await yard.at(id)), ...yard.done, materials: [{ materialId: valve, quantity: '1' }] },
  });
  expect(await onHand(valve)).toBe('1');
  const sum = await one<{ sum: string }>(
    app.db,
    sql`select trim_scale(sum(quantity))::text as sum from work_orders.stock_movements where material_id = ${valve}`,
  );
  expect(sum.sum).toBe('1');
  // What is not done again stays in the ground.
  await app.call(steps.reopenOrder, { as: clerk, body: { ...(await yard.at(id)), remark: 'once more' } });
  await app.call(steps.cancelOrder, { as: engineer, body: { ...(await yard.at(id)), remark: 'dug up' } });
  expect(await onHand(valve)).toBe('1');
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

test('deadline and priority follow the category, of a household always; a correction keeps the moment of the request', async () => {
  const household = await app.consumer();
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const asked = await app.call(steps.createOrder, {
    as: household,
    body: { ...(await yard.fields({ connectionNumber: number })), priority: 'URGENT' },
  });
  const detail = () => app.call(contract.getOrder, { as: clerk, params: { id: asked.id } });
  const due = (hours: number) => new Date(start.getTime() + hours * 3_600_000).toISOString();
  const start = app.clock.now();
  expect(await detail()).toMatchObject({ priority: 'HIGH', dueAt: due(48), askedAs: 'CONSUMER' });
  app.clock.advance(60);
  await step(steps.updateOrder, clerk, asked.id, {
    ...{ categoryId: await yard.category('PIPE_BURST'), description: 'A burst', phone: '01712345678' },
  });
  expect(await detail()).toMatchObject({
    ...{ priority: 'URGENT', dueAt: due(12), description: 'A burst', phone: '+8801712345678' },
    ...{ state: 'PENDING', stateSince: start.toISOString(), version: 2 },
  });
  const taken = await step(steps.takeOrder, clerk, asked.id);
  expect([taken.version, (await detail()).stateSince]).toEqual([3, app.clock.now().toISOString()]);
  const log = await all(
    app.owner.db,
    sql`select action, before, after from platform.audit where object_id = ${asked.id} order by at, id`,
  );
  expect(log.slice(1)).toMatchObject([
    {
      action: 'work-order.edit',
      before: { state: 'PENDING', description: 'Water comes out of the road', phone: null, priority: 'HIGH' },
      after: { state: 'PENDING', description: 'A burst', priority: 'URGENT' },
    },
    {
      action: 'work-order.take',
      before: { state: 'PENDING' },
      after: { state: 'ON_REVIEW', ...{ number: asked.number } },
    },
  ]);
});

test('who has an order is on it, until it is given back, taken from the person or opened again; the log has the reason', async () => {
  const { id } = await yard.order({ upTo: 'ON_REVIEW' });
  const detail = () => app.call(contract.getOrder, { as: clerk, params: { id } });
  expect((await detail()).reviewerName).not.toBeNull();
  await step(steps.returnOrder, clerk, id, { remark: 'not my sector' });
  expect(await detail()).toMatchObject({ state: 'PENDING', reviewerName: null, remark: 'not my sector' });
  await step(steps.takeOrder, clerk, id);
  await step(steps.acceptOrder, clerk, id);
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await step(steps.noteArrival, crew, id);
  await step(steps.unassignOrder, engineer, id, { remark: 'is ill' });
  const nobody = { crewName: null, crewId: null, assignedAt: null, arrivedAt: null };
  expect(await detail()).toMatchObject({ state: 'ACCEPTED', ...nobody, remark: 'is ill' });
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await step(steps.noteArrival, crew, id);
  await step(steps.completeOrder, crew, id, yard.done);
  await step(steps.verifyOrder, clerk, id);
  expect((await detail()).closedAt).toBe(app.clock.now().toISOString());
  await step(steps.reopenOrder, clerk, id, { remark: 'it leaks again' });
  expect(await detail()).toMatchObject({
    ...{ state: 'RE_OPEN', ...nobody, completedAt: null, verifiedBy: null, closedAt: null, reopened: 1 },
    remark: 'it leaks again',
  });
  const log = await all<{ reason: string }>(
    app.owner.db,
    sql`select reason from platform.audit where object_id = ${id} and reason is not null order by at, id`,
  );
  expect(log.map(({ reason }) => reason)).toEqual(['not my sector', 'is ill', 'it leaks again']);
});

test('a new estimate takes the place of the one before; what was used is written beside it, and only that leaves the store', async () => {
  const [bend, tee] = [await yard.material('Bend', 1_000), await yard.material('Tee', 3_000)];
  await yard.book(bend, '5');
  await yard.book(tee, '5');
  const lines = (materialId: string, quantity: string) => ({ materials: [{ materialId, quantity }] });
  // What another order took stays taken.
  const other = await yard.order({ upTo: 'IN_PROGRESS' });
  await step(steps.completeOrder, crew, other.id, { ...yard.done, ...lines(tee, '1') });
  const { id } = await yard.order({ upTo: 'ON_REVIEW' });
  await step(steps.estimateOrder, clerk, id, { labourMinor: 0, ...lines(tee, '4') });
  const { estimateMinor } = await step(steps.estimateOrder, clerk, id, {
    labourMinor: 0,
    ...lines(bend, '3'),
  });
  expect(estimateMinor).toBe(3_000);
  await step(steps.acceptOrder, clerk, id);
  const work = async (more: object, remark?: string) => {
    await step(steps.assignOrder, engineer, id, { crewId: crew.userId, remark });
    await step(steps.noteArrival, crew, id);
    await step(steps.completeOrder, crew, id, { ...yard.done, labourMinor: 0, ...more });
  };
  await work(lines(tee, '1'));
  const detail = await app.call(contract.getOrder, { as: clerk, params: { id } });
  expect([detail.estimate, detail.used]).toMatchObject([
    [{ materialId: bend, quantity: '3', amountMinor: 3_000 }],
    [{ materialId: tee, quantity: '1', amountMinor: 3_000 }],
  ]);
  expect([await onHand(bend), await onHand(tee)]).toEqual(['5', '3']);
  await step(steps.reopenOrder, clerk, id, { remark: 'the tee was not needed' });
  // The second time it takes nothing, and the third time there is nothing to give back.
  const nothing = { materials: [], varianceReason: 'nothing was needed' };
  await work(nothing);
  await step(steps.reopenOrder, clerk, id, { remark: 'it leaks again' });
  await work(nothing, 'they know the place');
  expect([await onHand(bend), await onHand(tee)]).toEqual(['5', '4']);
});

test('the store: materials in use with their rate, what is used up, and what nobody keeps there', async () => {
  const [kept, gone, never] = [
    await yard.material('Kept', 100),
    await yard.material('Used up', 100),
    await yard.material('Not kept', 100),
  ];
  await yard.book(kept, '2.5');
  await yard.book(gone, '2');
  await yard.book(gone, '-2');
  const listed = async (query: object) => (await app.call(store.listStock, { as: crew, query })).items;
  const whole = await listed({});
  expect([kept, gone, never].map((id) => whole.find(({ materialId }) => materialId === id)?.onHand)).toEqual([
    ...['2.5', '0', null],
  ]);
  expect((await listed({ low: true })).map(({ materialId }) => materialId)).toContain(gone);
  expect((await listed({ low: true })).map(({ materialId }) => materialId)).not.toContain(kept);
  await sql`update settings.materials set active = false where id = ${never}`.execute(app.owner.db);
  expect((await listed({})).map(({ materialId }) => materialId)).not.toContain(never);
  const log = await all(
    app.owner.db,
    sql`select after ->> 'quantity' as quantity, after ->> 'onHand' as left, reason from platform.audit
      where object = 'material' and object_id = ${gone} order by at, id`,
  );
  expect(log).toEqual([
    { quantity: '2', left: '2', reason: 'counted' },
    { quantity: '-2', left: '0', reason: 'counted' },
  ]);
});
