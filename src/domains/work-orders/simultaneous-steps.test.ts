/** Two at once: one step of an order succeeds, and the store gives no piece two times. */
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange, waiting } from '#test/race.ts';
import { makeYard } from './factory-calls.ts';
import { reopenRequest } from './requests/contract.ts';
import { addPhoto } from './steps/actions/add-photo.ts';
import { assignOrder, unassignOrder } from './steps/actions/do-work.ts';
import * as steps from './steps/contract.ts';
import { listMissing, moveStock } from './store/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, crew, step } = yard;
const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#88aa66' } })
  .gif()
  .toBuffer();

test('of two who take a request at once, one gets it', async () => {
  const { id } = await yard.order();
  const at = await yard.at(id);
  const code = await duringChange(
    app,
    (tx) => execute(tx, sql`update work_orders.orders set version = version + 1 where id = ${id}`),
    () => app.codeOf(steps.takeOrder, { as: clerk, body: at }),
  );
  expect(code).toBe('common.stale_version');
});

test('at a connection that is being closed, nothing is asked for or opened again', async () => {
  const household = await app.consumer();
  for (const what of ['create', 'reopen'] as const) {
    const { id, number: connectionNumber } = await yard.connect({ consumerId: String(household.consumerId) });
    const body = await yard.fields({ connectionNumber });
    const ended = what === 'reopen' ? await yard.order({ by: household, connectionNumber }) : null;
    if (ended) await step(steps.rejectOrder, clerk, ended.id, { remark: 'not ours' });
    const code = await duringChange(
      app,
      (tx) =>
        execute(
          tx,
          sql`update meters.connections set status = 'closed', disconnected_on = ${app.system().today}::date where id = ${id}`,
        ),
      () =>
        ended
          ? yard.codeOf(reopenRequest, clerk, ended.id, { remark: 'ours' })
          : app.codeOf(steps.createOrder, { as: household, body }),
    );
    expect(code).toBe(ended ? 'work-orders.wrong_state' : 'work-orders.connection_closed');
  }
});

test('a step that waits is judged by the crew of now: who left meanwhile does not find the order', async () => {
  const mate = await app.staff('installer');
  const { id } = await yard.order({ upTo: 'ACCEPTED' });
  await yard.step(steps.assignOrder, engineer, id, { crewId: mate.userId, memberIds: [crew.userId] });
  await yard.step(steps.noteArrival, mate, id);
  const at = await yard.at(id);
  const { code } = await duringChange(
    app,
    (tx) => unassignOrder(tx, app.system(), { ...at, remark: 'another crew is nearer' }),
    () =>
      app.sendFile(steps.addPhoto, {
        ...{ as: crew, content: picture, name: 'a.gif', query: { orderId: id, moment: 'AFTER' } },
      }),
  );
  expect(code).toBe('common.not_found');
});

test('what somebody else takes from the store meanwhile is not taken two times', async () => {
  const valve = await yard.material('Valve', 100);
  await yard.book(valve, '1');
  const { id } = await yard.order({ upTo: 'IN_PROGRESS' });
  const code = await duringChange(
    app,
    (tx) => execute(tx, sql`update work_orders.stock set on_hand = 0 where material_id = ${valve}`),
    () =>
      yard.codeOf(steps.completeOrder, crew, id, {
        ...{ ...yard.done, materials: [{ materialId: valve, quantity: '1' }] },
      }),
  );
  expect(code).toBe('work-orders.stock_short');
});

/** Six materials in the store, by their ids; the last one comes first in its table, and the planner knows how few they are. */
async function shelf(name = 'Part'): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= 6; number += 1) ids.push(await yard.material(`${name} ${number}`, 100));
  ids.sort();
  for (const id of ids.toReversed()) await yard.book(id, '5');
  return ids;
}

/** While somebody has the first material, the call has locked no other one: two calls never wait for each other. */
async function locksInOrder([first = '', ...rest]: string[], call: () => Promise<unknown>): Promise<void> {
  await execute(
    app.owner.db,
    sql`analyze work_orders.materials, work_orders.stock, work_orders.stock_movements`,
  );
  const { answer } = await transaction(app.db, async (tx) => {
    await execute(tx, sql`select from work_orders.stock where material_id = ${first} for update`);
    const started = call();
    await expect.poll(() => waiting(app)).toBeGreaterThan(0);
    const free = await all<{ id: string }>(
      tx,
      sql`select material_id as id from work_orders.stock where material_id = any(${rest}::uuid[]) for update skip locked`,
    );
    expect(free.map(({ id }) => id).toSorted()).toEqual(rest);
    return { answer: started };
  });
  await answer;
}

/** A material of which one piece is there, and orders that need it. */
async function lastPiece(name: string) {
  const id = await yard.material(name, 100);
  await yard.book(id, '1');
  return { id, planned: () => yard.planned([{ materialId: id, quantity: '1' }]) };
}

/** Opened again, and somebody is at the place. */
async function startedAgain(id: string): Promise<void> {
  await step(steps.reopenOrder, clerk, id, { remark: 'it leaks again' });
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await step(steps.noteArrival, crew, id, {});
}

test('an order that takes from the store or gives back locks its materials in one order', async () => {
  const ids = await shelf();
  const materials = ids.toReversed().map((materialId) => ({ materialId, quantity: '1' }));
  const { id } = await yard.order({ upTo: 'IN_PROGRESS' });
  await locksInOrder(ids, () => step(steps.completeOrder, crew, id, { ...yard.done, materials }));
  await startedAgain(id);
  await locksInOrder(ids, () => step(steps.completeOrder, crew, id, { ...yard.done, materials: [] }));
});

test('of two who assign work at once, one gets the last piece of the store, and the other one is asked', async () => {
  const { id: valve, planned } = await lastPiece('Last tap');
  const [mine, other] = [await planned(), await planned()];
  const at = await yard.at(other.id);
  const code = await duringChange(
    app,
    (tx) => assignOrder(tx, app.system(), { ...at, crewId: crew.userId }),
    () => yard.codeOf(steps.assignOrder, engineer, mine.id, { crewId: crew.userId }),
  );
  expect(code).toBe('work-orders.stock_not_free');
  const { items } = await app.call(listMissing, { as: engineer, query: { orderId: mine.id } });
  expect(items).toMatchObject([{ materialId: valve, needed: '1', free: '0', missing: '1' }]);
});

test('what is reserved while somebody books is not booked out unasked', async () => {
  const { id: materialId, planned } = await lastPiece('Last tee');
  const { id } = await planned();
  const at = await yard.at(id);
  const code = await duringChange(
    app,
    (tx) => assignOrder(tx, app.system(), { ...at, crewId: crew.userId }),
    () => app.codeOf(moveStock, { as: engineer, body: { materialId, quantity: '-1', remark: 'broken' } }),
  );
  expect(code).toBe('work-orders.stock_reserved');
});

test('an assignment locks the materials of its order in one order', async () => {
  const ids = await shelf('Piece');
  const materials = ids.toReversed().map((materialId) => ({ materialId, quantity: '1' }));
  const { id } = await yard.planned(materials);
  await locksInOrder(ids, () => step(steps.assignOrder, engineer, id, { crewId: crew.userId }));
});

test('what is booked while an order writes again what it took is not lost', async () => {
  const valve = await yard.material('Valve that comes back', 100);
  await yard.book(valve, '3');
  const { id } = await yard.order({ upTo: 'IN_PROGRESS' });
  const used = { ...yard.done, materials: [{ materialId: valve, quantity: '2' }] };
  await step(steps.completeOrder, crew, id, used);
  await startedAgain(id);
  await duringChange(
    app,
    (tx) =>
      execute(tx, sql`update work_orders.stock set on_hand = on_hand + 10 where material_id = ${valve}`),
    () => step(steps.completeOrder, crew, id, used),
  );
  const { left } = await one<{ left: string }>(
    app.db,
    sql`select trim_scale(on_hand)::text as left from work_orders.stock where material_id = ${valve}`,
  );
  expect(left).toBe('11');
});

test('a photo that arrives after the order was cancelled is refused', async () => {
  const { id } = await yard.order();
  async function* bytes() {
    await step(steps.cancelOrder, engineer, id, { remark: 'found dry' });
    yield picture;
  }
  const stream = Readable.from(bytes());
  const actor = {
    ...app.actorOf(clerk),
    permissions: new Set(['work-orders:view', 'work-orders:create'] as const),
  };
  const sent = addPhoto(app.db, app.platform.files, actor, {
    ...{ orderId: id, moment: 'REQUEST' },
    file: { stream, name: 'leak.gif', signal: new AbortController().signal },
  });
  await expect(sent).rejects.toThrow('work-orders.wrong_state');
  const { photos } = await one<{ photos: number }>(
    app.db,
    sql`select count(*) as photos from work_orders.photos where order_id = ${id}`,
  );
  expect(photos).toBe(0);
});
