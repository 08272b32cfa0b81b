/** A household is answered, its request is closed with a reason, and opened again within 15 days: by it or by the office. */
import { expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { getOrder, listOrders } from './contract.ts';
import { makeYard } from './factory-calls.ts';
import { reopenRequest, replyToRequest } from './requests/contract.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);
const { clerk, engineer, crew, step, codeOf } = yard;
const text = 'The road is dug up tomorrow. Somebody comes after that.';
const remark = 'The meter is yours to repair.';

/** A household with a connection, and what it asked for there. */
async function asked(given: { upTo?: 'PENDING' | 'ON_REVIEW' | 'ACCEPTED'; code?: string } = {}) {
  const household = await app.consumer();
  const { number } = await yard.connect({ consumerId: String(household.consumerId) });
  const { id } = await yard.order({ upTo: 'PENDING', ...given, by: household, connectionNumber: number });
  return { household, id, connectionNumber: number };
}
const pageOf = (as: Person, id: string) => app.call(getOrder, { as, params: { id } });
const sms = (id: string, what: string) =>
  all<{ text: string }>(
    app.owner.db,
    sql`select body as text from platform.outbox where event like ${`work-orders.${what}:${id}:%`}`,
  );
const told = (kind: string, id: string) =>
  all<{ userId: string }>(
    app.owner.db,
    sql`select user_id as "userId" from platform.notices where kind = ${kind} and path = ${`/work-order-list/${id}`}`,
  );
const logged = (id: string, action: string) =>
  all(
    app.db,
    sql`select actor_id as by, reason from platform.audit where object_id = ${id} and action = ${action}`,
  );
const passDays = (id: string, days: number) =>
  execute(
    app.owner.db,
    sql`update work_orders.orders set state_since = state_since - make_interval(days => ${days}::int) where id = ${id}`,
  );

test('the household reads the answer on its page, gets an SMS and its bell; nobody of the staff is named', async () => {
  const { household, id } = await asked();
  const before = await yard.at(id);
  await step(replyToRequest, clerk, id, { text });
  const own = await pageOf(household, id);
  const event = own.timeline.findLast(({ action }) => action === 'reply');
  expect(event).toMatchObject({ remark: text, by: '', toState: 'PENDING' });
  expect(JSON.stringify(own)).not.toContain('Karim Uddin');
  expect((await pageOf(clerk, id)).timeline.findLast(({ action }) => action === 'reply')).toMatchObject({
    ...{ remark: text, by: 'Karim Uddin' },
  });
  expect(await sms(id, 'replied')).toHaveLength(1);
  // The words themselves are read after signing in.
  expect((await sms(id, 'replied'))[0]?.text).not.toContain('dug up');
  expect(await told('work-orders.replied', id)).toEqual([{ userId: household.userId }]);
  expect(await logged(id, 'work-order.reply')).toEqual([{ by: clerk.userId, reason: text }]);
  // Sent again from the page as it was: nobody answers past what somebody else has done.
  const late = { as: clerk, body: { ...before, text } };
  expect(await app.codeOf(replyToRequest, late)).toBe('common.stale_version');
});

test('an answer is possible in any state, and only to a household that asked', async () => {
  const { id } = await asked({ upTo: 'ACCEPTED' });
  expect(await codeOf(replyToRequest, clerk, id, { text })).toBeUndefined();
  expect(await codeOf(replyToRequest, crew, id, { text })).toBe('common.not_permitted');
  const ofOffice = await yard.order({ upTo: 'PENDING' });
  expect(await codeOf(replyToRequest, clerk, ofOffice.id, { text })).toBe('work-orders.no_household');
  expect((await pageOf(clerk, ofOffice.id)).can.reply).toBe('no');
});

test('a request is closed without being taken first, and the household reads why', async () => {
  const { household, id } = await asked();
  expect(await codeOf(steps.rejectOrder, household, id, { remark })).toBe('common.not_permitted');
  await step(steps.rejectOrder, clerk, id, { remark });
  const own = await pageOf(household, id);
  expect([own.state, own.remark, own.can['reopen-request']]).toEqual(['REJECTED', remark, 'yes']);
  expect(await sms(id, 'ended')).toHaveLength(1);
});

test('the household opens it again with what is wrong: it is new, its time begins again, and the office is told', async () => {
  const { household, id } = await asked();
  await step(steps.takeOrder, clerk, id);
  await step(steps.rejectOrder, clerk, id, { remark });
  await execute(
    app.owner.db,
    sql`update work_orders.orders set due_at = due_at - interval '20 days', late_told_at = now() where id = ${id}`,
  );
  const wrong = { remark: 'Water comes out beside the meter.' };
  const at = await yard.at(id);
  expect(await app.codeOf(reopenRequest, { as: household, body: { ...at, remark: '' } })).toBe(
    'common.invalid_input',
  );
  await step(reopenRequest, household, id, wrong);
  const now = await one<Record<string, unknown>>(
    app.owner.db,
    sql`select state, reviewer_id as reviewer, remark, late_told_at as "lateTold", due_at > ${app.clock.now()} as "isDueLater" from work_orders.orders where id = ${id}`,
  );
  expect(now).toEqual({
    ...{ state: 'PENDING', reviewer: null, remark: wrong.remark, lateTold: null, isDueLater: true },
  });
  const people = (await told('work-orders.request_reopened', id)).map(({ userId }) => userId);
  expect(people).toContain(clerk.userId);
  expect(people).not.toContain(crew.userId);
  expect(await logged(id, 'work-order.reopen-request')).toEqual([
    { by: household.userId, reason: wrong.remark },
  ]);
  const requests = await app.call(listOrders, { as: clerk, query: { stage: 'requests' } });
  expect(requests.items.map((row) => row.id)).toContain(id);
  // Two times at once: the second one is not the first again.
  const twice = { as: household, body: { ...at, ...wrong } };
  expect(await app.codeOf(reopenRequest, twice)).toBe('common.stale_version');
});

test('a correction counts its time from when it was opened again, and not from the first request', async () => {
  const { household, id } = await asked();
  await step(steps.rejectOrder, clerk, id, { remark });
  // Asked for weeks ago, and stopped for days.
  await execute(
    app.owner.db,
    sql`update work_orders.orders set asked_at = asked_at - interval '12 days', paused_for = interval '3 days', paused_minutes = 1440
      where id = ${id}`,
  );
  await step(reopenRequest, household, id, { remark: 'Water comes out beside the meter.' });
  const dueAt = async () =>
    (
      await one<{ dueAt: string }>(
        app.owner.db,
        sql`select due_at as "dueAt" from work_orders.orders where id = ${id}`,
      )
    ).dueAt;
  const before = await dueAt();
  const words = { categoryId: await yard.category('LEAK'), description: 'Water beside the meter' };
  await step(steps.updateOrder, clerk, id, words);
  expect(await dueAt()).toBe(before);
  const { hours } = await one<{ hours: number }>(
    app.owner.db,
    sql`select hours from work_orders.categories where code = 'LEAK'`,
  );
  await step(steps.updateOrder, clerk, id, { ...words, priority: 'URGENT' });
  expect(new Date(await dueAt())).toEqual(new Date(app.clock.now().getTime() + hours * 3_600_000));
});

test('the office opens it again, and tells the household by its bell', async () => {
  const { household, id } = await asked();
  await step(steps.rejectOrder, clerk, id, { remark });
  await step(reopenRequest, clerk, id, { remark: 'It is our pipe after all.' });
  expect(await told('work-orders.reopened', id)).toEqual([{ userId: household.userId }]);
});

test('what was estimated is estimated again, with its charge and what was waived', async () => {
  const { id } = await asked({ upTo: 'ON_REVIEW', code: 'SERVICE_LINE' });
  const clamp = await yard.material('Clamp of the request', 1_000);
  const materials = [{ materialId: clamp, quantity: '2' }];
  await step(steps.estimateOrder, clerk, id, { labourMinor: 50_000, charged: true, materials });
  await step(steps.waiveCharge, engineer, id, { reason: 'our fault' });
  await step(steps.rejectOrder, clerk, id, { remark });
  await step(reopenRequest, clerk, id, { remark });
  expect(await pageOf(clerk, id)).toMatchObject({
    ...{ estimateMinor: null, labourMinor: null, chargeMinor: null, vatMinor: 0 },
    ...{ isWaived: false, waivedReason: null, estimate: [] },
  });
});

test('fifteen days after it was closed nobody opens it again', async () => {
  const { household, id } = await asked();
  await step(steps.rejectOrder, clerk, id, { remark });
  await passDays(id, 15);
  expect((await pageOf(household, id)).can['reopen-request']).toBe('yes');
  await execute(
    app.owner.db,
    sql`update work_orders.orders set state_since = state_since - interval '1 second' where id = ${id}`,
  );
  expect((await pageOf(household, id)).can['reopen-request']).toBe('no');
  for (const by of [household, clerk])
    expect(await codeOf(reopenRequest, by, id, { remark })).toBe('work-orders.request_too_late');
});

test('another household, an order of the office and work that was accepted are not opened again so', async () => {
  const { household, id, connectionNumber } = await asked();
  await step(steps.cancelOrder, engineer, id, { remark });
  const neighbour = await app.consumer();
  expect(await codeOf(reopenRequest, neighbour, id, { remark })).toBe('common.not_found');
  expect(await codeOf(reopenRequest, crew, id, { remark })).toBe('common.not_permitted');
  const ofOffice = await yard.order({ upTo: 'PENDING', connectionNumber });
  await step(steps.cancelOrder, engineer, ofOffice.id, { remark });
  expect(await codeOf(reopenRequest, household, ofOffice.id, { remark })).toBe('common.not_permitted');
  expect(await codeOf(reopenRequest, clerk, ofOffice.id, { remark })).toBeUndefined();
  const accepted = await asked({ upTo: 'ACCEPTED' });
  await step(steps.cancelOrder, engineer, accepted.id, { remark });
  expect(await codeOf(reopenRequest, accepted.household, accepted.id, { remark })).toBe(
    'work-orders.wrong_state',
  );
  // Not closed yet.
  const open = await asked();
  expect(await codeOf(reopenRequest, open.household, open.id, { remark })).toBe('work-orders.wrong_state');
});

test('at a connection that is closed, or that is somebody else’s by now, nothing is opened again', async () => {
  for (const change of [
    sql`status = 'closed', disconnected_on = ${app.system().today}::date`,
    sql`consumer_id = ${String((await app.consumer()).consumerId)}::uuid`,
  ]) {
    const { household, id, connectionNumber } = await asked();
    await step(steps.rejectOrder, clerk, id, { remark });
    await execute(
      app.owner.db,
      sql`update meters.connections set ${change} where number = ${connectionNumber}`,
    );
    expect(await codeOf(reopenRequest, household, id, { remark })).toBe('work-orders.wrong_state');
    expect(await codeOf(reopenRequest, clerk, id, { remark })).toBe('work-orders.wrong_state');
  }
});
