/** A ticket over HTTP, from its first word to its rating, by the people whose steps they are. */
import { describe, expect, test } from 'vitest';
import { getOrder } from '#domains/work-orders/contract.ts';
import * as orderSteps from '#domains/work-orders/steps/contract.ts';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeDesk } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const desk = await makeDesk(app);
const { home, lead, agent, other } = desk;

const smsOf = (number: string) =>
  all<{ event: string }>(
    app.db,
    sql`select split_part(event, ':', 1) as event from platform.outbox where body like ${`%${number}%`} and channel = 'sms' order by created_at, id`,
  );
const bellOf = (userId: string | null, number: string) =>
  all<{ kind: string }>(
    app.db,
    sql`select kind from platform.notices where user_id = ${userId} and params ->> 'number' = ${number} order by created_at, id`,
  );

describe('a ticket', () => {
  test('goes from the consumer to an agent, back with a question, on to the field, and is resolved and rated', async () => {
    const made = await desk.ticket({ more: { applicationId: home.connection.id } });
    expect(made.number).toMatch(/^8\d{9}$/);
    const first = await desk.see(home.person, made.id);
    expect(first).toMatchObject({
      ...{
        state: 'OPEN',
        channel: 'PORTAL',
        priority: 'URGENT',
        connection: { number: home.connection.number },
      },
      ...{
        messages: [{ byOffice: false, text: 'Nothing comes out of any tap.' }],
        notes: [],
        agentName: null,
      },
    });
    await desk.assign(made.id, agent);
    await desk.update(agent, made.id, 'IN_PROGRESS');
    await desk.reply(agent, made.id, { text: 'Since when?', waits: true });
    expect((await desk.see(home.person, made.id)).state).toBe('WAITING_CUSTOMER');
    await desk.reply(home.person, made.id, { text: 'Since six.' });
    expect((await desk.see(agent, made.id)).state).toBe('IN_PROGRESS');

    const ordered = await desk.step(
      steps.orderFromTicket,
      agent,
      made.id,
      await desk.work({ connectionNumber: '' }),
    );
    expect(ordered.state).toBe('WAITING_FIELD');
    const order = await app.call(getOrder, { as: lead, params: { id: ordered.orderId } });
    expect(order).toMatchObject({
      ...{ askedAs: 'STAFF', connectionNumber: home.connection.number },
      ticket: { id: made.id, number: made.number },
    });
    const read = await desk.see(home.person, made.id);
    expect(read.orders.map(({ number }) => number)).toEqual([ordered.orderNumber]);
    await app.call(orderSteps.cancelOrder, {
      as: lead,
      body: { orderId: order.id, version: order.version, remark: 'The valve was only closed.' },
    });
    expect((await desk.stand(made.id)).state).toBe('IN_PROGRESS');

    await desk.update(agent, made.id, 'RESOLVED', { remark: 'The valve is open again.' });
    await desk.update(home.person, made.id, 'CLOSED', { stars: 5, remark: 'Quick' });
    const last = await desk.see(home.person, made.id);
    expect(last).toMatchObject({ state: 'CLOSED', stars: 5, starsRemark: 'Quick' });
    expect(last.timeline.map(({ action }) => action)).toEqual([
      ...['create', 'assign', 'start', 'ask', 'answer', 'order', 'field-done', 'resolve', 'rate'],
    ]);
    expect(last.timeline.map(({ by }) => by).join('')).toBe('');
    expect((await desk.see(agent, made.id)).timeline.at(-3)).toMatchObject({
      ...{ action: 'field-done', side: 'SYSTEM', toState: 'IN_PROGRESS' },
    });
    expect(await smsOf(made.number)).toEqual(
      ['support.question', 'support.resolved'].map((event) => ({ event })),
    );
    expect(await bellOf(agent.userId, made.number)).toEqual(
      ['support.assigned', 'support.word', 'support.field_done'].map((kind) => ({ kind })),
    );
    expect(await bellOf(home.person.userId, made.number)).toEqual(
      ['support.question', 'support.resolved'].map((kind) => ({ kind })),
    );
  });

  test('is noted by the office for a consumer who called, and the consumer is told its number', async () => {
    const cashier = await app.staff('cashier');
    const body = {
      ...(await desk.fields('WRONG_BILL')),
      consumerId: home.consumerId,
      channel: 'PHONE' as const,
    };
    const made = await app.call(steps.createTicket, { as: cashier, body });
    expect(await desk.see(home.person, made.id)).toMatchObject({
      ...{ channel: 'PHONE', messages: [{ byOffice: true, by: '' }], askedBy: '' },
    });
    expect(await smsOf(made.number)).toEqual([{ event: 'support.noted' }]);
    // What the office noted itself is no answer.
    const waiting = { as: agent, query: { unanswered: true, search: made.number } };
    expect((await app.call(contract.listTickets, waiting)).total).toBe(1);
  });

  test('is told to those who assign when it comes in, and as long as nobody has it', async () => {
    const made = await desk.ticket();
    await desk.reply(home.person, made.id);
    expect(await bellOf(lead.userId, made.number)).toEqual(
      ['support.asked', 'support.word'].map((kind) => ({ kind })),
    );
    expect(await bellOf(agent.userId, made.number)).toEqual([]);
  });

  test('names a bill, an application or a work order of its consumer by the number', async () => {
    const made = await desk.ticket({ upTo: 'WAITING_FIELD', more: { applicationId: home.connection.id } });
    const [order] = (await desk.see(home.person, made.id)).orders;
    const about = await desk.ticket({ more: { aboutNumber: ` ${order?.number} ` } });
    expect((await desk.see(home.person, about.id)).aboutOrder?.number).toBe(order?.number);
  });

  test('can be taken by somebody who answers, and given to somebody else later, which keeps its state', async () => {
    const made = await desk.ticket();
    await desk.step(steps.takeTicket, other, made.id);
    await desk.update(other, made.id, 'IN_PROGRESS');
    await desk.assign(made.id, agent);
    expect(await desk.stand(made.id)).toMatchObject({ state: 'IN_PROGRESS', agentId: agent.userId });
  });

  test('is marked as unread for the side that has not looked since the other one wrote', async () => {
    const made = await desk.ticket({ upTo: 'IN_PROGRESS' });
    const unread = async () => [
      (await desk.see(home.person, made.id)).isUnread,
      (await desk.see(agent, made.id)).isUnread,
    ];
    expect(await unread()).toEqual([false, true]);
    await app.call(steps.seeTicket, { as: other, body: { ticketId: made.id } });
    expect(await unread()).toEqual([false, true]);
    await app.call(steps.seeTicket, { as: agent, body: { ticketId: made.id } });
    expect(await unread()).toEqual([false, false]);
    app.clock.advance(60);
    await desk.reply(agent, made.id);
    expect(await unread()).toEqual([true, false]);
    await app.call(steps.seeTicket, { as: home.person, body: { ticketId: made.id } });
    expect(await unread()).toEqual([false, false]);
  });
});

describe('a ticket that is opened again', () => {
  test('goes to anybody the first time and to another agent the second time, and offers its finished order again', async () => {
    const made = await desk.ticket({ upTo: 'WAITING_FIELD', more: { applicationId: home.connection.id } });
    const [waiting] = (await desk.see(agent, made.id)).orders;
    const orderId = String(waiting?.id);
    await app.owner.db.executeQuery(
      sql`update work_orders.orders set state = 'COMPLETED', crew_id = ${other.userId}, assigned_at = ${app.clock.now()}, arrived_at = ${app.clock.now()},
        completed_at = ${app.clock.now()} where id = ${orderId}`.compile(app.owner.db),
    );
    const [order] = (await desk.see(agent, made.id)).orders;
    await app.call(orderSteps.verifyOrder, { as: agent, body: { orderId, version: Number(order?.version) } });
    await desk.update(agent, made.id, 'RESOLVED', { remark: 'Repaired.' });
    await desk.update(home.person, made.id, 'REOPENED', { remark: 'It leaks again.' });
    expect(await desk.stand(made.id)).toMatchObject({ state: 'REOPENED', agentId: null, reopened: 1 });
    await desk.assign(made.id, agent);
    await desk.update(agent, made.id, 'IN_PROGRESS');
    const [done] = (await desk.see(agent, made.id)).orders;
    expect(done?.isDone).toBe(true);
    const again = { orderId, orderVersion: Number(done?.version), remark: 'The same place' };
    expect((await desk.step(steps.reopenOrderOfTicket, agent, made.id, again)).state).toBe('WAITING_FIELD');
    expect((await desk.see(agent, made.id)).orders[0]?.state).toBe('RE_OPEN');

    await desk.update(agent, made.id, 'RESOLVED', { remark: 'Repaired.' });
    await desk.update(home.person, made.id, 'REOPENED', { remark: 'And again.' });
    expect(await desk.codeOf(steps.assignTicket, lead, made.id, { agentId: agent.userId })).toBe(
      contract.errors.same_agent.code,
    );
    expect(await desk.codeOf(steps.takeTicket, agent, made.id)).toBe(contract.errors.same_agent.code);
    await desk.assign(made.id, other);
    expect((await desk.stand(made.id)).agentId).toBe(other.userId);
  });
});
