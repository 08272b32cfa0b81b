/** Who is told of what: who reviews and the crew in their bell, the household that the order is about also by SMS. */
import { expect, test } from 'vitest';
import { createConsumer } from '#domains/consumers/contract.ts';
import { mergeConsumers, previewMerge } from '#domains/consumers/merge/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeYard } from './factory-calls.ts';
import { resumeDue } from './steps/actions/pause-order.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, crew, step } = yard;

const told = async ({ userId }: Pick<Person, 'userId'>, orderId: string) =>
  (
    await all<{ kind: string }>(
      app.owner.db,
      sql`select replace(kind, 'work-orders.', '') as kind from platform.notices
        where user_id = ${userId} and path = ${`/work-order-list/${orderId}`} order by id`,
    )
  ).map(({ kind }) => kind);

async function asked() {
  const household = await app.consumer();
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id } = await yard.order({ by: household, connectionNumber: number });
  return { household, id };
}

test('who reviews learns of a request, the crew of its work, the household of each turn; each time again', async () => {
  const { household, id } = await asked();
  expect([await told(clerk, id), await told(crew, id), await told(household, id)]).toEqual([
    ['asked'],
    [],
    [],
  ]);
  await step(steps.takeOrder, clerk, id);
  await step(steps.acceptOrder, clerk, id);
  for (let round = 0; round < 2; round += 1) {
    await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
    await step(steps.noteArrival, crew, id);
    await step(steps.completeOrder, crew, id, yard.done);
    await step(steps.verifyOrder, clerk, id);
    await step(steps.reopenOrder, clerk, id, { remark: 'it leaks again' });
  }
  await step(steps.cancelOrder, engineer, id, { remark: 'the road is new' });
  expect(await told(crew, id)).toEqual(['assigned', 'assigned']);
  // The second time is told to who assigns.
  expect(await told(engineer, id)).toEqual(['asked', 'escalated']);
  const round = ['coming', 'arrived', 'completed', 'rate', 'reopened'];
  expect(await told(household, id)).toEqual(['accepted', ...round, ...round, 'ended']);
});

test('a household that waits for somebody is told that nobody comes until the hold ends, and when the work goes on', async () => {
  const { household, id } = await asked();
  await step(steps.takeOrder, clerk, id);
  await step(steps.acceptOrder, clerk, id);
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await step(steps.pauseOrder, engineer, id, { remark: 'no pipes', until: '2026-12-10' });
  await step(steps.resumeOrder, engineer, id);
  expect((await told(household, id)).slice(-3)).toEqual(['coming', 'waits', 'coming']);
  const sent = (await texts(id)).slice(-2);
  expect(sent.map(({ what }) => what)).toEqual(['waits', 'coming']);
  expect(sent[0]?.body).toMatch(/10 Dec|১০ ডিসেম্বর/);
  // The reason is between the office and the crew.
  expect(sent[0]?.body).not.toContain('no pipes');
  await step(steps.pauseOrder, engineer, id, { remark: 'no pipes', until: null });
  expect((await texts(id)).at(-1)?.body).not.toContain('2026');
  // By itself at the end of a hold, too.
  await step(steps.resumeOrder, engineer, id);
  await step(steps.pauseOrder, engineer, id, { remark: 'no pipes', until: '2026-12-10' });
  await resumeDue(app.db, { ...app.system(), now: new Date('2026-12-11T06:00:00Z') });
  expect((await told(household, id)).slice(-2)).toEqual(['waits', 'coming']);
});

/** The SMS of an order, oldest first: what it is about, to whom, and its text. */
const texts = (orderId: string) =>
  all<{ what: string; phone: string; language: string; body: string }>(
    app.owner.db,
    sql`select split_part(split_part(event, ':', 1), '.', 2) as what, recipient as phone, language, body from platform.outbox
      where event like ${`work-orders.%:${orderId}:%`} order by id`,
  );
const phoneOf = async ({ consumerId }: Person) =>
  (
    await all<{ phone: string }>(
      app.owner.db,
      sql`select phone from consumers.consumers where id = ${String(consumerId)}`,
    )
  )[0]?.phone;
const speak = (household: Person, language: 'en' | 'bn') =>
  execute(app.owner.db, sql`update identity.users set language = ${language} where id = ${household.userId}`);
const charge = (id: string) =>
  step(steps.estimateOrder, clerk, id, { labourMinor: 500_00, charged: true, materials: [] });

test('a household learns that its request is rejected, and why, by its bell and by SMS', async () => {
  const { household, id } = await asked();
  await step(steps.takeOrder, clerk, id);
  await step(steps.rejectOrder, clerk, id, { remark: 'not our pipe' });
  expect(await told(household, id)).toEqual(['ended']);
  expect(await texts(id)).toMatchObject([
    { what: 'ended', phone: await phoneOf(household), body: expect.stringContaining('not our pipe') },
  ]);
});

test('by SMS the household that asked learns of the charge, that it is accepted, who comes by when, and the end; nobody is named', async () => {
  const { household, id } = await asked();
  await speak(household, 'en');
  await step(steps.takeOrder, clerk, id);
  await charge(id);
  await step(steps.waiveCharge, engineer, id, { reason: 'our pipe' });
  await step(steps.acceptOrder, clerk, id);
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  await step(steps.noteArrival, crew, id);
  await step(steps.completeOrder, crew, id, yard.done);
  await step(steps.verifyOrder, clerk, id);
  const sent = await texts(id);
  expect(sent.map(({ what }) => what)).toEqual(['charged', 'accepted', 'coming', 'completed', 'rate']);
  expect(new Set(sent.map(({ phone }) => phone))).toEqual(new Set([await phoneOf(household)]));
  // With VAT.
  expect(sent[0]?.body).toMatch(/costs Tk 5\d\d/);
  // A leak is repaired within two days of the request.
  expect(sent[2]?.body).toContain('somebody comes by 17');
  expect(JSON.stringify(sent)).not.toContain('Karim Uddin');
});

test('an SMS has the language of the account, and no day that is over', async () => {
  const { household, id } = await asked();
  await speak(household, 'bn');
  await step(steps.takeOrder, clerk, id);
  await step(steps.acceptOrder, clerk, id);
  await execute(
    app.owner.db,
    sql`update work_orders.orders set due_at = ${app.clock.now()}::timestamptz - interval '1 day' where id = ${id}`,
  );
  await step(steps.assignOrder, engineer, id, { crewId: crew.userId });
  const sent = await texts(id);
  expect(sent.map(({ language }) => language)).toEqual(['bn', 'bn']);
  expect(sent[1]?.body).toContain('যত দ্রুত সম্ভব কর্মী আসবেন');
});

test('of an order that the office asked for nobody is told, unless there is a charge: then who has the connection', async () => {
  const household = await app.consumer();
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const order = async () => (await yard.order({ connectionNumber: number, upTo: 'ON_REVIEW' })).id;
  const free = await order();
  await step(steps.acceptOrder, clerk, free);
  await step(steps.cancelOrder, engineer, free, { remark: 'found dry' });
  expect([await told(household, free), await texts(free)]).toEqual([[], []]);
  const body = { ...(await yard.fields({ connectionNumber: number })), anyway: true };
  const { id: paid } = await app.call(steps.createOrder, { as: clerk, body });
  await step(steps.takeOrder, clerk, paid);
  await charge(paid);
  expect(await told(household, paid)).toEqual(['charged']);
  expect(await texts(paid)).toMatchObject([{ what: 'charged', phone: await phoneOf(household) }]);
  // At a plot without a connection there is nobody to tell.
  const { id: nobody } = await yard.order({ upTo: 'ON_REVIEW' });
  await execute(
    app.owner.db,
    sql`update work_orders.orders set consumer_id = null, connection_id = null, contact_name = 'Salma' where id = ${nobody}`,
  );
  await charge(nobody);
  expect(await texts(nobody)).toEqual([]);
});

test('a household of two entries that became one sees the order of either, and is told', async () => {
  const { household, id } = await asked();
  const { id: fromId } = await app.call(createConsumer, {
    as: yard.admin,
    body: { name: 'Rahima', phone: '01511000999' },
  });
  await execute(app.owner.db, sql`update work_orders.orders set consumer_id = ${fromId} where id = ${id}`);
  const intoId = String(household.consumerId);
  const { from, into } = await app.call(previewMerge, { as: yard.admin, query: { fromId, intoId } });
  await app.call(mergeConsumers, {
    as: yard.admin,
    body: {
      ...{ fromId, intoId, fromVersion: from.version, intoVersion: into.version },
      ...{ confirmNumber: from.number, reason: 'registered twice' },
    },
  });
  await step(steps.takeOrder, clerk, id);
  await step(steps.acceptOrder, clerk, id);
  expect(await told(household, id)).toEqual(['accepted']);
  expect((await app.call(contract.getOrder, { as: household, params: { id } })).state).toBe('ACCEPTED');
});

test('a charge at a plot without a connection is told by SMS to the person who called, in the language of the utility', async () => {
  const { roadId } = await one<{ roadId: string }>(
    app.owner.db,
    sql`select road_id as "roadId" from meters.connections where id = (select max(id::text)::uuid from meters.connections)`,
  );
  const asksFor = async (more: object) => {
    const { connectionNumber: _, ...wanted } = await yard.fields();
    const made = { ...wanted, roadId, plotNumber: `77-${Object.keys(more).length}`, ...more, anyway: true };
    const { id } = await app.call(steps.createOrder, { as: clerk, body: made });
    await step(steps.takeOrder, clerk, id);
    return id;
  };
  const id = await asksFor({ phone: '01711999050', contactName: 'Walk-in Karim' });
  expect(await texts(id)).toEqual([]);
  await charge(id);
  const [sent, ...more] = await texts(id);
  expect([sent?.what, sent?.phone, sent?.language, more]).toEqual(['charged', '+8801711999050', 'en', []]);
  expect(sent?.body).toContain('Tk 500');
  // The next turns too: who pays learns what becomes of it. Nobody rates work at no connection.
  await step(steps.cancelOrder, engineer, id, { remark: 'the road is new' });
  expect((await texts(id)).map(({ what, phone }) => [what, phone])).toEqual([
    ['charged', '+8801711999050'],
    ['ended', '+8801711999050'],
  ]);
  // Work that is free is told to nobody, and without a phone nobody can be told.
  const free = await asksFor({ phone: '01711999050' });
  await step(steps.estimateOrder, clerk, free, { labourMinor: 500_00, materials: [] });
  const silent = await asksFor({ contactName: 'Walk-in Karim' });
  await charge(silent);
  expect([await texts(free), await texts(silent)]).toEqual([[], []]);
});
