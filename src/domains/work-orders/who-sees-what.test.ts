/** A household sees its own orders, and of them its part; who only works sees what is theirs; the office sees all, by its filters. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { getConsumer } from '#domains/consumers/contract.ts';
import { counterItems } from '#domains/dashboard/contract.ts';
import { search } from '#domains/dashboard/search/contract.ts';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { deleteMaterial } from '#domains/settings/materials/contract.ts';
import { deleteRoad, deleteSector } from '#domains/settings/places/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeYard } from './factory-calls.ts';
import { openPhoto } from './photos/contract.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, crew, step } = yard;
const mate = await app.staff('installer');

const pageOf = (as: Person, id: string) => app.call(contract.getOrder, { as, params: { id } });
const finds = async (as: Person, query: object) =>
  (await app.call(contract.listOrders, { as, query })).items.map(({ id }) => id);
const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#88aa66' } })
  .gif()
  .toBuffer();
const addPhoto = async (as: Person, orderId: string) =>
  (
    await app.sendFile(steps.addPhoto, {
      ...{ as, content: picture, name: 'leak.gif' },
      query: { orderId, moment: 'BEFORE' },
    })
  ).data.id;

/** A household with a connection, and an order of the office there. */
async function settle(given: { by?: 'household' } = {}) {
  const household = await app.consumer();
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id, number: orderNumber } = await yard.order({
    ...{ by: given.by ? household : clerk, connectionNumber: number, upTo: 'PENDING' },
  });
  return { household, id, orderNumber, connectionNumber: number };
}

test('a household reads the state and what was done; no names, costs and remarks of the office', async () => {
  const { household, id } = await settle();
  const clamp = await yard.material('Clamp of the row', 1_000);
  await step(steps.takeOrder, clerk, id);
  await step(steps.returnOrder, clerk, id, { remark: 'asked two times?' });
  await step(steps.takeOrder, clerk, id);
  await step(steps.estimateOrder, clerk, id, {
    ...{ labourMinor: 50_000, materials: [{ materialId: clamp, quantity: '1' }] },
  });
  await step(steps.acceptOrder, clerk, id);
  await step(steps.assignOrder, engineer, id, { crewId: mate.userId });
  await step(steps.unassignOrder, engineer, id, { remark: 'is ill' });
  const own = await pageOf(household, id);
  expect([own.state, own.remark]).toEqual(['ACCEPTED', null]);
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await step(steps.noteArrival, crew, id);
  await addPhoto(crew, id);
  await step(steps.completeOrder, crew, id, {
    ...{ ...yard.done, labourMinor: 90_000, lostLitres: 40, varianceReason: 'deep trench' },
    materials: [{ materialId: clamp, quantity: '2' }],
  });
  await step(steps.verifyOrder, clerk, id);
  const seen = await pageOf(household, id);
  expect(seen).toMatchObject({
    ...{ askedBy: '', crewName: null, crewId: null, costMinor: null, consumerName: null, remark: null },
    ...{ reviewerName: null, labourMinor: null, estimateMinor: null, usedMinor: null, lostLitres: null },
    ...{ varianceReason: null, verifiedBy: null, estimate: [], used: [], cause: 'Old pipe' },
    photos: [],
  });
  expect(seen.timeline.map(({ action }) => action)).toEqual([
    ...['create', 'take', 'take', 'accept', 'assign', 'assign', 'arrive', 'complete', 'verify'],
  ]);
  expect(JSON.stringify(seen)).not.toMatch(/Karim Uddin|is ill|deep trench|asked two times/);
  // Nor by a filter: who had it, and who looked at it.
  const filters = [{ crewId: crew.userId }, { reviewerId: clerk.userId }];
  for (const query of filters)
    expect([await finds(household, query), await finds(clerk, query)]).toEqual([[], [id]]);
  const row = { crewName: null, costMinor: null, askedBy: '' };
  expect((await app.call(contract.listOrders, { as: household, query: {} })).items).toMatchObject([row]);
  expect(await pageOf(clerk, id)).toMatchObject({
    ...{ askedBy: 'Karim Uddin', crewName: 'Karim Uddin', consumerName: 'Rahima Khatun', remark: 'is ill' },
    ...{ usedMinor: 92_000, costMinor: 92_000, lostLitres: 40, reviewerName: 'Karim Uddin' },
    ...{ verifiedBy: 'Karim Uddin', estimate: [{ quantity: '1' }], used: [{ quantity: '2' }] },
    photos: [{ uploadedBy: 'Karim Uddin' }],
  });
});

test('a household reads what it has to pay and of what, and that a charge was waived, not why and by whom', async () => {
  const { household, id } = await settle({ by: 'household' });
  const clamp = await yard.material('Clamp to pay', 1_000);
  await step(steps.takeOrder, clerk, id);
  await step(steps.estimateOrder, clerk, id, {
    ...{ labourMinor: 500, charged: true, materials: [{ materialId: clamp, quantity: '1' }] },
  });
  await step(steps.waiveCharge, engineer, id, { reason: 'our pipe' });
  const seen = await pageOf(household, id);
  expect(seen).toMatchObject({
    ...{
      askedBy: 'Rahima Khatun',
      estimateMinor: 1_500,
      chargeMinor: 1_500,
      isWaived: true,
      waivedReason: null,
    },
    ...{ waivedBy: null, labourMinor: null, estimate: [{ amountMinor: 1_000 }] },
  });
  expect(seen.timeline.map(({ remark }) => remark)).toEqual([null, null, null]);
  expect(await pageOf(clerk, id)).toMatchObject({ isWaived: true, waivedReason: 'our pipe' });
});

test('a household keeps its own words beside those that the office writes, one correction or two', async () => {
  const { household, id } = await settle({ by: 'household' });
  const { description: own } = await pageOf(household, id);
  const write = async (description: string) =>
    step(steps.updateOrder, clerk, id, { categoryId: await yard.category('LEAK'), description });
  await write(own);
  expect(await pageOf(household, id)).toMatchObject({ description: own, askedDescription: null });
  await write('The pipe of the household itself');
  await write('A pipe');
  for (const as of [household, clerk])
    expect(await pageOf(as, id)).toMatchObject({ description: 'A pipe', askedDescription: own });
  const office = await settle();
  await step(steps.updateOrder, clerk, office.id, {
    ...{ categoryId: await yard.category('LEAK'), description: 'Other words' },
  });
  expect((await pageOf(clerk, office.id)).askedDescription).toBeNull();
});

test('a household reads why its order ended or is done again', async () => {
  const { household, id } = await settle();
  await step(steps.cancelOrder, engineer, id, { remark: 'found dry' });
  const seen = await pageOf(household, id);
  expect([seen.remark, seen.timeline.at(-1)?.remark]).toEqual(['found dry', 'found dry']);
});

test('of an order that the office asked for, a household learns neither who told of it, nor their words and photos', async () => {
  const household = await app.consumer();
  const { number: connectionNumber } = await yard.connect({ consumerId: String(household.consumerId) });
  const told = { description: 'The neighbour steals water', phone: '01711000123', contactName: 'Salma' };
  const body = { ...(await yard.fields({ connectionNumber })), ...told };
  const { id } = await app.call(steps.createOrder, { as: clerk, body });
  const photoId = await addPhoto(clerk, id);
  const seen = await pageOf(household, id);
  expect(seen).toMatchObject({
    ...{ description: '', phone: null, contactName: null, photos: [], askedBy: '', state: 'PENDING' },
    ...{ categoryEn: 'Leak', connectionNumber },
  });
  expect(JSON.stringify(seen)).not.toMatch(/steals|1711000123|Salma|leak\.gif/);
  expect(await app.codeOf(openPhoto, { as: household, query: { photoId } })).toBe('common.not_found');
  // Words that were guessed are not found either.
  expect([
    await finds(household, { search: 'steals' }),
    await finds(household, { search: connectionNumber }),
  ]).toEqual([[], [id]]);
  expect(await finds(clerk, { search: 'steals water' })).toEqual([id]);
});

test('a household reads and finds what it asked itself, with the photos of the crew', async () => {
  const household = await app.consumer();
  const { number: connectionNumber } = await yard.connect({ consumerId: String(household.consumerId) });
  const told = { description: 'The tap is dry', phone: '01711000124' };
  const body = { ...(await yard.fields({ connectionNumber })), ...told };
  const { id } = await app.call(steps.createOrder, { as: household, body });
  const photoId = await addPhoto(clerk, id);
  expect(await pageOf(household, id)).toMatchObject({
    ...{ description: told.description, phone: '+8801711000124', photos: [{ id: photoId, uploadedBy: '' }] },
  });
  expect(await finds(household, { search: 'tap is dry' })).toEqual([id]);
});

test('a household adds photos to what it asked itself, also while the office looks at it', async () => {
  const send = async (as: Person, orderId: string, moment: 'REQUEST' | 'AFTER' = 'REQUEST') =>
    (
      await app.sendFile(steps.addPhoto, {
        ...{ as, content: picture, name: 'leak.gif', query: { orderId, moment } },
      })
    ).code;
  const ofOffice = await settle();
  expect(await send(ofOffice.household, ofOffice.id)).toBe('common.not_permitted');
  const { household, id } = await settle({ by: 'household' });
  // Nobody was there yet.
  expect(await send(household, id, 'AFTER')).toBe('work-orders.photo_of_after');
  expect(await send(household, id)).toBeUndefined();
  await step(steps.takeOrder, clerk, id);
  expect(await send(household, id)).toBeUndefined();
  expect((await pageOf(household, id)).can).toMatchObject({ photo: 'yes', edit: 'no', cancel: 'no' });
});

test('after the completion its crew adds photos of what was done, until it is verified; nobody else, and of no other moment', async () => {
  const send = async (as: Person, orderId: string, moment: 'BEFORE' | 'AFTER' = 'AFTER') =>
    (
      await app.sendFile(steps.addPhoto, {
        ...{ as, content: picture, name: 'done.gif', query: { orderId, moment } },
      })
    ).code;
  const { id } = await yard.order({ upTo: 'COMPLETED' });
  const before = await pageOf(clerk, id);
  expect([before.can.photo, (await pageOf(crew, id)).can.photo]).toEqual(['not_yours', 'yes']);
  expect(await send(crew, id, 'BEFORE')).toBe('work-orders.photo_of_after');
  expect([await send(mate, id), await send(clerk, id), await send(engineer, id)]).toEqual([
    ...['common.not_found', 'work-orders.not_yours', 'work-orders.not_yours'],
  ]);
  app.clock.advance(60);
  expect(await send(crew, id)).toBeUndefined();
  const { photos, completedAt } = await pageOf(clerk, id);
  expect(photos).toMatchObject([{ moment: 'AFTER', fileName: 'done.gif' }]);
  expect(String(photos[0]?.uploadedAt) > String(completedAt)).toBe(true);
  // Who verifies has looked at the order with this photo.
  const stale = { orderId: id, version: before.version };
  expect(await app.codeOf(steps.verifyOrder, { as: clerk, body: stale })).toBe('common.stale_version');
  await step(steps.verifyOrder, clerk, id);
  expect(await send(crew, id)).toBe('work-orders.wrong_state');
  expect((await pageOf(crew, id)).can.photo).toBe('no');
});

test('who only works finds and opens what is assigned to them or asked by them, and changes nothing else', async () => {
  const { id, orderNumber } = await settle();
  await step(steps.takeOrder, clerk, id);
  await step(steps.acceptOrder, clerk, id);
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  expect([await finds(crew, { search: orderNumber }), await finds(mate, { search: orderNumber })]).toEqual([
    ...[[id], []],
  ]);
  expect(await yard.codeOf(steps.noteArrival, mate, id)).toBe('common.not_found');
  expect(await app.codeOf(contract.getOrder, { as: mate, params: { id } })).toBe('common.not_found');
  const foreman = await app.staffWith(['work-orders:view', 'work-orders:view-all', 'work-orders:work']);
  expect((await pageOf(foreman, id)).id).toBe(id);
  // A word that is taken away never shows more.
  const idle = await app.staffWith(['work-orders:view']);
  expect([await finds(idle, {}), await app.codeOf(contract.getOrder, { as: idle, params: { id } })]).toEqual([
    ...[[], 'common.not_found'],
  ]);
  const asker = await app.staffWith(['work-orders:view', 'work-orders:work', 'work-orders:create']);
  const asked = await yard.order({ by: asker });
  expect([await finds(asker, {}), (await pageOf(asker, asked.id)).id]).toEqual([[asked.id], asked.id]);
});

test('a photo is opened by who sees its order; of staff that is noted, one time for five minutes', async () => {
  const { household, id } = await settle({ by: 'household' });
  const photoId = await addPhoto(clerk, id);
  const stranger = await app.consumer();
  const open = (as: Person) => app.codeOf(openPhoto, { as, query: { photoId } });
  expect([await open(household), await open(stranger), await open(mate)]).toEqual([
    ...[undefined, 'common.not_found', 'common.not_found'],
  ]);
  expect([await open(clerk), await open(clerk)]).toEqual([undefined, undefined]);
  const log = await all(
    app.owner.db,
    sql`select actor_id as who, after ->> 'fileName' as name from platform.audit where action = 'work-order.photo-view' and object_id = ${photoId}`,
  );
  expect(log).toEqual([{ who: clerk.userId, name: 'leak.gif' }]);
});

test('the search over everything finds an order by its number, for who sees it only', async () => {
  const { household, id, orderNumber } = await settle();
  const hits = async (as: Person) =>
    (await app.call(search, { as, query: { text: orderNumber } })).groups.flatMap(({ items }) =>
      items.map((hit) => hit.id),
    );
  expect([
    await hits(clerk),
    await hits(household),
    await hits(mate),
    await hits(await app.consumer()),
  ]).toEqual([[id], [id], [], []]);
});

test('lists of the office: by stage, place, words, asker, crew, priority and lateness, with counts of all states', async () => {
  const { household, id, orderNumber, connectionNumber } = await settle({ by: 'household' });
  await execute(
    app.owner.db,
    sql`update work_orders.orders set plot_number = 'P-77', description = 'A 100% leak' where id = ${id}`,
  );
  for (const text of [orderNumber, 'p-77', connectionNumber, '100% leak'])
    expect([text, await finds(clerk, { search: text })]).toEqual([text, [id]]);
  // A per cent sign is a sign, and not any text.
  expect(await finds(clerk, { search: '1% leak' })).toEqual([]);
  const search = orderNumber;
  for (const query of [{ stage: 'requests' }, { askedAs: 'CONSUMER' }, { priority: 'HIGH' }, { late: false }])
    expect([query, await finds(clerk, { search, ...query })]).toEqual([query, [id]]);
  for (const query of [{ stage: 'process' }, { askedAs: 'STAFF' }, { priority: 'LOW' }, { late: true }])
    expect([query, await finds(clerk, { search, ...query })]).toEqual([query, []]);
  const [categoryId, other] = [await yard.category('LEAK'), await yard.category('OTHER')];
  expect([
    await finds(clerk, { search, categoryId }),
    await finds(clerk, { search, categoryId: other }),
  ]).toEqual([[id], []]);
  const crewId = crew.userId;
  expect(await finds(clerk, { search, crewId })).toEqual([]);
  expect([
    await finds(clerk, { search, from: '2026-11-15' }),
    await finds(clerk, { search, to: '2026-11-14' }),
  ]).toEqual([[id], []]);
  const none = await app.call(contract.listOrders, { as: clerk, query: { search, state: 'CLOSED' } });
  expect([none.items, none.counts]).toEqual([[], { PENDING: 1 }]);
  // A leak has 48 hours; what is not open any more is not late.
  await execute(
    app.owner.db,
    sql`update work_orders.orders set due_at = ${app.clock.now()}::timestamptz - interval '1 second' where id = ${id}`,
  );
  expect([await finds(clerk, { search, late: true }), await finds(clerk, { search, late: false })]).toEqual([
    ...[[id], []],
  ]);
  expect((await pageOf(household, id)).isLate).toBe(true);
  await step(steps.cancelOrder, engineer, id, { remark: 'found dry' });
  expect(await finds(clerk, { search, late: true })).toEqual([]);
});

test('people who can be given work: the least loaded first, with their open orders; nobody who cannot work', async () => {
  const fresh = await app.staff('installer');
  const listed = async () => (await app.call(contract.listCrew, { as: engineer })).items;
  const countOf = async (who: Person) => (await listed()).find((item) => item.id === who.userId);
  const before = (await countOf(crew))?.open ?? 0;
  const { id } = await yard.order({ upTo: 'ASSIGNED' });
  expect(await countOf(crew)).toMatchObject({ open: before + 1, late: 0 });
  const order = (await listed()).map((item) => item.id);
  expect(order.indexOf(fresh.userId)).toBeLessThan(order.indexOf(crew.userId));
  expect(order).not.toContain(clerk.userId);
  await step(steps.noteArrival, crew, id);
  await step(steps.completeOrder, crew, id, yard.done);
  expect((await countOf(crew))?.open).toBe(before);
  await execute(app.owner.db, sql`update identity.users set status = 'disabled' where id = ${fresh.userId}`);
  expect(await countOf(fresh)).toBeUndefined();
  const accepted = await yard.order({ upTo: 'ACCEPTED' });
  expect(await yard.codeOf(steps.assignOrder, engineer, accepted.id, { crewId: fresh.userId })).toBe(
    'work-orders.crew_unknown',
  );
});

test('menu and first page count what the person sees and does next', async () => {
  const worker = await app.staff('installer');
  const foreman = await app.staffWith([
    ...(['dashboard:view', 'work-orders:view', 'work-orders:view-all'] as const),
    ...(['work-orders:work', 'work-orders:assign'] as const),
  ]);
  const badges = async (as: Person) => (await app.call(counterItems, { as })).work_order;
  const queues = async (as: Person) =>
    Object.fromEntries((await app.call(ownWork, { as })).queues.map(({ name, total }) => [name, total]));
  const { household, id } = await settle();
  const none = {
    ...{ pending: 0, on__review: 0, accepted: 0, re__open: 0, in__progress: 0, assigned: 0 },
  };
  expect([await badges(household), await badges(worker)]).toEqual([{ ...none, pending: 1 }, none]);
  await step(steps.takeOrder, clerk, id);
  await step(steps.acceptOrder, clerk, id);
  await yard.order({ upTo: 'ACCEPTED' });
  const before = await queues(foreman);
  await step(steps.assignOrder, engineer, id, { crewId: worker.userId });
  expect([await badges(worker), await queues(worker)]).toEqual([
    ...[{ ...none, assigned: 1 }, { 'work-order-visits': 1 }],
  ]);
  // Who assigns has one less to assign, and no visit of somebody else.
  const toAssign = Number(before['work-order-assignments']) - 1;
  expect(await queues(foreman)).toEqual({ ...before, 'work-order-assignments': toAssign });
  await step(steps.noteArrival, worker, id);
  expect([await badges(worker), await queues(worker)]).toEqual([
    ...[{ ...none, in__progress: 1 }, { 'work-order-work': 1 }],
  ]);
});

test('a place or a material that an order names is not deleted and says how many orders; a consumer says so too', async () => {
  const { roadId, consumerId, number } = await yard.connect();
  const { id } = await yard.order({ connectionNumber: number, upTo: 'ON_REVIEW' });
  const [used, kept] = [
    await yard.material('Used by an order', 100),
    await yard.material('Booked only', 100),
  ];
  await step(steps.estimateOrder, clerk, id, {
    labourMinor: 0,
    materials: [{ materialId: used, quantity: '1' }],
  });
  await yard.book(kept, '1');
  const counted = async (
    endpoint: typeof deleteRoad | typeof deleteMaterial | typeof deleteSector,
    of: string,
  ) => (await app.refused(endpoint, { as: yard.admin, params: { id: of } })).params?.workOrders;
  const { sectorId } = await one<{ sectorId: string }>(
    app.db,
    sql`select sector_id as "sectorId" from settings.roads where id = ${roadId}`,
  );
  expect([
    ...[await counted(deleteRoad, roadId), await counted(deleteSector, sectorId)],
    ...[await counted(deleteMaterial, used), await counted(deleteMaterial, kept)],
  ]).toEqual([1, 1, 1, 1]);
  const { holdings } = await app.call(getConsumer, { as: clerk, params: { id: consumerId } });
  expect(holdings).toContainEqual({ kind: 'work_orders', count: 1, amountMinor: null });
});
