/** Work of a ticket that is opened again reaches its ticket: its state, its agent, its consumer. A ticket's urgency is that of its work. */
import { expect, test } from 'vitest';
import { getOrder, listOrders } from '#domains/work-orders/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { reopenRequest } from '#domains/work-orders/requests/contract.ts';
import * as orderSteps from '#domains/work-orders/steps/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeDesk } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const desk = await makeDesk(app);
const yard = await makeYard(app);
const { agent, home, lead } = desk;
const remark = 'It drips again.';

/** A ticket whose work is done and verified; the ticket is in progress again. */
async function done() {
  const { id } = await desk.ticket({ upTo: 'WAITING_FIELD' });
  const order = await one<{ id: string }>(
    app.db,
    sql`select id from work_orders.orders where ticket_id = ${id}`,
  );
  await yard.step(orderSteps.takeOrder, yard.clerk, order.id);
  await yard.step(orderSteps.acceptOrder, yard.clerk, order.id);
  await yard.step(orderSteps.assignOrder, yard.engineer, order.id, { crewId: yard.crew.userId });
  await yard.step(orderSteps.noteArrival, yard.crew, order.id);
  await yard.step(orderSteps.completeOrder, yard.crew, order.id, yard.done);
  await yard.step(orderSteps.verifyOrder, yard.clerk, order.id);
  return { id, orderId: order.id };
}
const reopen = (orderId: string) => yard.step(orderSteps.reopenOrder, yard.clerk, orderId, { remark });
const stateOf = async (id: string) => (await desk.stand(id)).state;
const sms = (id: string) =>
  all(app.owner.db, sql`select from platform.outbox where event like ${`support.again:${id}:%`}`);
const told = (kind: string, id: string) =>
  all<{ userId: string }>(
    app.owner.db,
    sql`select user_id as "userId" from platform.notices
      where kind = ${kind} and path = ${`/support-ticket-details?ticketId=${id}`}`,
  );
const resolve = (id: string) => desk.update(agent, id, 'RESOLVED', { remark: 'The joint is new.' });

test('a ticket in progress waits for the work again; its agent and its consumer are told', async () => {
  const { id, orderId } = await done();
  expect(await stateOf(id)).toBe('IN_PROGRESS');
  await reopen(orderId);
  expect(await stateOf(id)).toBe('WAITING_FIELD');
  expect(await sms(id)).toHaveLength(1);
  expect(await told('support.work_again', id)).toEqual([{ userId: home.person.userId }]);
  expect(await told('support.field_again', id)).toEqual([{ userId: agent.userId }]);
  const seen = await desk.see(home.person, id);
  expect(seen.timeline.at(-1)).toMatchObject({ action: 'field-again', toState: 'WAITING_FIELD', by: '' });
  const log = await all(
    app.db,
    sql`select after ->> 'state' as state, reason from platform.audit where object_id = ${id} and action = 'ticket.field-again'`,
  );
  expect(log).toEqual([{ state: 'WAITING_FIELD', reason: remark }]);
  // Done again, it goes on as before.
  await yard.step(orderSteps.cancelOrder, yard.engineer, orderId, { remark });
  expect(await stateOf(id)).toBe('IN_PROGRESS');
});

test('a ticket that was resolved and rated is open again: with its agent, new clocks and without its stars', async () => {
  const { id, orderId } = await done();
  await resolve(id);
  await desk.update(home.person, id, 'CLOSED', { stars: 5 });
  await reopen(orderId);
  const now = await desk.stand(id);
  expect(now).toMatchObject({
    ...{ state: 'WAITING_FIELD', agentId: agent.userId, stars: null, reopened: 0 },
    ...{ answeredAt: null, minutesLeft: null },
  });
  expect(now.solveDueAt).not.toBeNull();
  expect(await sms(id)).toHaveLength(1);
});

test('also if the ticket was closed so long ago that nobody else opens it', async () => {
  const { id, orderId } = await done();
  await resolve(id);
  await execute(
    app.owner.db,
    sql`update support.tickets set ended_at = ended_at - interval '20 days' where id = ${id}`,
  );
  expect(await desk.updateCode(home.person, id, 'REOPENED', { remark })).toBe('support.reopen_too_late');
  await reopen(orderId);
  expect(await stateOf(id)).toBe('WAITING_FIELD');
});

test('a ticket that waits for its consumer waits for the work; its clock goes on', async () => {
  const { id, orderId } = await done();
  await desk.reply(agent, id, { waits: true });
  expect(await desk.stand(id)).toMatchObject({ state: 'WAITING_CUSTOMER', solveDueAt: null });
  await reopen(orderId);
  expect(await desk.stand(id)).toMatchObject({ state: 'WAITING_FIELD', minutesLeft: null });
  expect((await desk.stand(id)).solveDueAt).not.toBeNull();
});

test('if its agent answers no tickets any more, it goes to those who assign', async () => {
  const { id, orderId } = await done();
  await resolve(id);
  await execute(
    app.owner.db,
    sql`update support.tickets set agent_id = ${yard.crew.userId}, agent_name = 'Somebody' where id = ${id}`,
  );
  await reopen(orderId);
  expect(await desk.stand(id)).toMatchObject({ state: 'REOPENED', agentId: null, reopened: 1 });
  const people = (await told('support.field_again', id)).map(({ userId }) => userId);
  expect(people).toContain(lead.userId);
  expect(people).not.toContain(yard.crew.userId);
});

test('a ticket that already waits for other work stays as it is, and its people are told', async () => {
  const { id, orderId } = await done();
  await desk.step(steps.orderFromTicket, agent, id, await desk.work());
  const before = await desk.at(id);
  await reopen(orderId);
  expect(await desk.at(id)).toEqual(before);
  expect(await told('support.field_again', id)).toEqual([{ userId: agent.userId }]);
  expect(await sms(id)).toHaveLength(1);
});

test('opened again from the ticket, the ticket takes one step, and its consumer is told one time', async () => {
  const { id, orderId } = await done();
  const { version } = await yard.at(orderId);
  const before = await desk.at(id);
  await desk.step(steps.reopenOrderOfTicket, agent, id, { orderId, orderVersion: version, remark });
  expect(await stateOf(id)).toBe('WAITING_FIELD');
  expect((await desk.at(id)).version).toBe(before.version + 1);
  expect(await sms(id)).toHaveLength(1);
});

test('a request of a ticket that was refused and is opened again reaches it too', async () => {
  const { id } = await desk.ticket({ upTo: 'WAITING_FIELD' });
  const order = await one<{ id: string }>(
    app.db,
    sql`select id from work_orders.orders where ticket_id = ${id}`,
  );
  await yard.step(orderSteps.rejectOrder, yard.clerk, order.id, { remark });
  expect(await stateOf(id)).toBe('IN_PROGRESS');
  await yard.step(reopenRequest, yard.clerk, order.id, { remark });
  expect(await stateOf(id)).toBe('WAITING_FIELD');
});

test.each([
  ['URGENT', 'OTHER', null, 'URGENT'],
  ['LOW', 'NO_WATER', null, 'URGENT'],
  ['URGENT', 'OTHER', 'NORMAL', 'NORMAL'],
] as const)(
  'a ticket that is %s makes work of %s, with %s chosen, %s',
  async (urgency, code, chosen, expected) => {
    const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
    await execute(app.owner.db, sql`update support.tickets set priority = ${urgency} where id = ${id}`);
    await execute(
      app.owner.db,
      sql`update work_orders.categories set priority = case when code = 'NO_WATER' then 'URGENT' else 'LOW' end where code = ${code}`,
    );
    const { orderId } = await desk.step(steps.orderFromTicket, agent, id, {
      ...(await desk.work({ categoryId: await yard.category(code), priority: chosen })),
    });
    const order = await app.call(getOrder, { as: yard.clerk, params: { id: orderId } });
    expect(order.priority).toBe(expected);
    const { items } = await app.call(listOrders, {
      as: yard.clerk,
      query: { stage: 'requests', priority: expected, search: order.number },
    });
    expect(items.map((row) => row.priority)).toEqual([expected]);
  },
);
