/** Each thing that a call of support refuses; with that fact put right, the same call succeeds. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { deleteConsumer } from '#domains/consumers/contract.ts';
import { updateConsumerImage } from '#domains/identity/contract.ts';
import { uploadFile } from '#domains/identity/files/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import type { Permission } from '#shared/permissions.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import * as contract from './contract.ts';
import { makeDesk } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const desk = await makeDesk(app);
const { home, lead, agent, other } = desk;
const stranger = await desk.household();
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const { errors } = contract;

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
const send = async (as: Person, query: object = {}): Promise<string> =>
  (await app.sendFile(uploadFile, { as, content: PDF, name: 'bill.pdf', query } as never)).data.id;
const writing = async (as: Person, more: object = {}) =>
  app.codeOf(steps.createTicket, { as, body: { ...(await desk.fields()), ...more } });

describe('a ticket is not written', () => {
  test('about a kind that is not offered', async () => {
    expect(await writing(home.person, { categoryId: UNKNOWN })).toBe(errors.category_unknown.code);
    const categoryId = await desk.category('PAYMENT');
    await execute(app.owner.db, sql`update support.categories set active = false where id = ${categoryId}`);
    expect(await writing(home.person, { categoryId })).toBe(errors.category_unknown.code);
    await execute(app.owner.db, sql`update support.categories set active = true where id = ${categoryId}`);
    expect(await writing(home.person, { categoryId })).toBeUndefined();
  });

  test('by the office for nobody, and by a consumer for somebody else', async () => {
    expect(await writing(agent)).toBe(errors.consumer_unknown.code);
    expect(await writing(agent, { consumerId: UNKNOWN })).toBe(errors.consumer_unknown.code);
    const made = await desk.ticket({ more: { consumerId: stranger.consumerId, priority: 'LOW' } });
    expect(await desk.see(home.person, made.id)).toMatchObject({ channel: 'PORTAL', priority: 'URGENT' });
    expect(await app.codeOf(contract.getTicket, { as: stranger.person, query: { ticketId: made.id } })).toBe(
      'common.not_found',
    );
  });

  test("about somebody else's connection, by either side", async () => {
    const applicationId = stranger.connection.id;
    expect(await writing(home.person, { applicationId })).toBe(errors.option_unknown.code);
    expect(await writing(agent, { applicationId, consumerId: home.consumerId })).toBe(
      errors.option_unknown.code,
    );
    expect(await writing(stranger.person, { applicationId })).toBeUndefined();
    expect(await writing(agent, { applicationId, consumerId: stranger.consumerId })).toBeUndefined();
  });

  test("about the number of somebody else's paper, by either side", async () => {
    const ordered = await desk.ticket({ upTo: 'WAITING_FIELD' });
    const aboutNumber = (await desk.see(home.person, ordered.id)).orders[0]?.number;
    expect(await writing(stranger.person, { aboutNumber })).toBe(errors.about_unknown.code);
    expect(await writing(agent, { aboutNumber, consumerId: stranger.consumerId })).toBe(
      errors.about_unknown.code,
    );
    expect(await writing(home.person, { aboutNumber })).toBeUndefined();
    expect(await writing(home.person, { aboutNumber: '6000000000' })).toBe(errors.about_unknown.code);
  });

  test("with somebody else's file, with a film, and with one that is gone", async () => {
    const foreign = await send(stranger.person);
    expect(await writing(home.person, { files: [foreign] })).toBe(errors.file_unknown.code);
    expect(await writing(home.person, { files: [UNKNOWN] })).toBe(errors.file_unknown.code);
    const film = await send(home.person);
    await execute(app.owner.db, sql`update platform.files set kind = 'video' where id = ${film}`);
    expect(await writing(home.person, { files: [film] })).toBe(errors.file_unknown.code);
    const own = await send(home.person);
    expect(await writing(home.person, { files: [own] })).toBeUndefined();
    expect(await writing(home.person, { files: [own] })).toBe(errors.file_unknown.code);
  });

  test('with the photo of the account: the next photo would take the attachment away', async () => {
    const content = await sharp({ create: { width: 320, height: 320, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const sent = await app.sendFile(updateConsumerImage, { as: home.person, content, name: 'me.png' });
    expect(sent.code).toBeUndefined();
    const { photo } = await one<{ photo: string }>(
      app.db,
      sql`select image_file_id as photo from identity.users where id = ${home.person.userId}`,
    );
    expect(await writing(home.person, { files: [photo] })).toBe(errors.file_unknown.code);
  });
});

type Call = (at: { ticketId: string; version: number }) => Promise<string | undefined>;
const update =
  (status: string, more: object, as: Person): Call =>
  ({ ticketId, version }) =>
    app.codeOf(steps.updateTicketStatus, {
      ...{ as, query: { ticketId, status: status as 'RESOLVED' }, body: { version, ...more } },
    });
const remark = 'It is so';
/** Each step with fields that are right, by somebody who may take it. */
const STEPS: Record<string, Call> = {
  assign: (at) => app.codeOf(steps.assignTicket, { as: lead, body: { ...at, agentId: agent.userId } }),
  take: (body) => app.codeOf(steps.takeTicket, { as: agent, body }),
  start: update('IN_PROGRESS', {}, agent),
  order: async (at) =>
    app.codeOf(steps.orderFromTicket, { as: agent, body: { ...at, ...(await desk.work()) } }),
  'order again': (at) =>
    app.codeOf(steps.reopenOrderOfTicket, {
      as: agent,
      body: { ...at, orderId: UNKNOWN, orderVersion: 1, remark },
    }),
  resolve: update('RESOLVED', { remark }, agent),
  reject: update('REJECTED', { remark }, lead),
  rate: update('CLOSED', { stars: 3 }, home.person),
  reopen: update('REOPENED', { remark }, home.person),
};
const ALL = Object.entries(STEPS);

describe('every step', () => {
  test.each(ALL)('%s of a ticket that is not there', async (_name, step) => {
    expect(await step({ ticketId: UNKNOWN, version: 1 })).toBe('common.not_found');
  });

  test.each(ALL.filter(([name]) => name !== 'reopen'))('%s of a closed one', async (_name, step) => {
    const { id } = await desk.ticket({ upTo: 'CLOSED' });
    expect(await step(await desk.at(id))).toBe(errors.wrong_state.code);
  });

  test('opening one again that is open', async () => {
    const { id } = await desk.ticket();
    expect(await STEPS.reopen?.(await desk.at(id))).toBe(errors.wrong_state.code);
  });

  test('on a version that is not the last one', async () => {
    const { id } = await desk.ticket();
    const { version } = await desk.at(id);
    for (const [name, step] of ALL)
      expect([name, await step({ ticketId: id, version: version + 1 })]).toEqual([
        name,
        'common.stale_version',
      ]);
  });
});

test('a household that takes a step of the office is told the word of that step, which it does not hold', async () => {
  const { id } = await desk.ticket({ by: home.person, upTo: 'IN_PROGRESS' });
  const { version } = await desk.at(id);
  const refused = await app.refused(steps.updateTicketStatus, {
    as: home.person,
    query: { ticketId: id, status: 'RESOLVED' },
    body: { version, remark: 'it is solved' },
  });
  expect(refused).toMatchObject({ code: 'common.not_permitted', params: { permission: 'support:answer' } });
});

describe('a message', () => {
  test('is not written past a newer one; it is after that one was read', async () => {
    const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
    const seenUpTo = await desk.seenUpTo(id);
    await desk.reply(home.person, id, { text: 'It is back.' });
    const body = { ticketId: id, text: 'We send somebody.', seenUpTo };
    const { code, fields } = await app.refused(steps.replyToTicket, { as: agent, body });
    expect([code, fields[0]?.path]).toEqual([errors.newer_message.code, 'text']);
    expect(await app.codeOf(steps.replyToTicket, { as: home.person, body })).toBe(errors.newer_message.code);
    await desk.reply(agent, id);
  });

  test('that is sent while another one is on its way waits, and is refused', async () => {
    const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
    const body = await desk.replying(id);
    const code = await duringChange(
      app,
      (tx) =>
        execute(
          tx,
          sql`update support.tickets set last_message_id = ${UNKNOWN}, version = version + 1 where id = ${id}`,
        ),
      () => app.codeOf(steps.replyToTicket, { as: agent, body }),
    );
    expect(code).toBe(errors.newer_message.code);
  });

  test('is written by its agent, not by another one; by who manages in their place', async () => {
    const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
    const body = await desk.replying(id);
    expect(await app.codeOf(steps.replyToTicket, { as: other, body })).toBe(errors.not_yours.code);
    expect(await desk.updateCode(other, id, 'RESOLVED', { remark })).toBe(errors.not_yours.code);
    expect(await desk.codeOf(steps.orderFromTicket, other, id, await desk.work())).toBe(
      errors.not_yours.code,
    );
    const again = { orderId: UNKNOWN, orderVersion: 1, remark };
    expect(await desk.codeOf(steps.reopenOrderOfTicket, other, id, again)).toBe(errors.not_yours.code);
    const manager = await app.staffWith(['support:view', 'support:manage']);
    await app.call(steps.replyToTicket, { as: manager, body });
  });

  test('and a note are not written to a ticket that is not there, and no message to one that has ended', async () => {
    const body = { ticketId: UNKNOWN, text: 'A word', seenUpTo: UNKNOWN };
    expect(await app.codeOf(steps.replyToTicket, { as: agent, body })).toBe('common.not_found');
    expect(await app.codeOf(steps.noteInTicket, { as: agent, body })).toBe('common.not_found');
    expect(await app.codeOf(steps.seeTicket, { as: agent, body })).toBe('common.not_found');
    const { id } = await desk.ticket({ upTo: 'RESOLVED' });
    for (const as of [agent, home.person])
      expect(await app.codeOf(steps.replyToTicket, { as, body: await desk.replying(id) })).toBe(
        errors.wrong_state.code,
      );
  });

  test("does not take somebody else's file", async () => {
    const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
    const body = await desk.replying(id, { files: [await send(agent)] });
    expect(await app.codeOf(steps.replyToTicket, { as: home.person, body })).toBe(errors.file_unknown.code);
    await app.call(steps.replyToTicket, { as: agent, body });
  });
});

test('a ticket is given only to somebody who answers and is active', async () => {
  const { id } = await desk.ticket();
  const counter = await app.staff('cashier');
  const assigning = (agentId: string | null) => desk.codeOf(steps.assignTicket, lead, id, { agentId });
  expect(await assigning(counter.userId)).toBe(errors.agent_unknown.code);
  expect(await assigning(home.person.userId)).toBe(errors.agent_unknown.code);
  expect(await assigning(UNKNOWN)).toBe(errors.agent_unknown.code);
  expect(await assigning(agent.userId)).toBeUndefined();
});

test('what ends or opens a ticket again has its words, and a rating its stars', async () => {
  const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
  expect(await desk.updateCode(agent, id, 'RESOLVED')).toBe(errors.remark_missing.code);
  expect(await desk.updateCode(agent, id, 'REJECTED', { remark: ' ' })).toBe(errors.remark_missing.code);
  await desk.update(agent, id, 'RESOLVED', { remark });
  expect(await desk.updateCode(home.person, id, 'CLOSED')).toBe(errors.stars_missing.code);
  expect(await desk.updateCode(home.person, id, 'REOPENED')).toBe(errors.remark_missing.code);
});

test('a ticket that ended more than 15 days ago is not opened again, and its page says so', async () => {
  const { id } = await desk.ticket({ upTo: 'CLOSED' });
  await execute(
    app.owner.db,
    sql`update support.tickets set ended_at = ended_at - interval '15 days 1 second' where id = ${id}`,
  );
  expect(await desk.updateCode(home.person, id, 'REOPENED', { remark })).toBe(errors.reopen_too_late.code);
  expect((await desk.see(home.person, id)).can.reopen).toBe('reopen_too_late');
  await execute(
    app.owner.db,
    sql`update support.tickets set ended_at = ended_at + interval '2 seconds' where id = ${id}`,
  );
  expect(await desk.updateCode(home.person, id, 'REOPENED', { remark })).toBeUndefined();
});

describe('work is not asked for', () => {
  test.each([
    ['at no place', { connectionNumber: '' }, 'work-orders.place_missing'],
    [
      'at a connection that is not there',
      { connectionNumber: '3999999999' },
      'work-orders.connection_unknown',
    ],
    ['of a kind that is not there', { categoryId: UNKNOWN }, 'work-orders.category_unknown'],
  ])('%s', async (_what, more, code) => {
    const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
    expect(await desk.codeOf(steps.orderFromTicket, agent, id, await desk.work(more))).toBe(code);
    expect((await desk.stand(id)).state).toBe('IN_PROGRESS');
  });

  test('of a kind that only a case of late bills asks for', async () => {
    const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
    const { id: categoryId } = await one<{ id: string }>(
      app.db,
      sql`select id from work_orders.categories where code = 'RECONNECTION_PAID'`,
    );
    const work = await desk.work({ categoryId });
    expect(await desk.codeOf(steps.orderFromTicket, agent, id, work)).toBe('work-orders.category_unknown');
  });

  test('at a closed connection, nor a second time without a word', async () => {
    const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
    const closed = await desk.connect();
    await execute(
      app.owner.db,
      sql`update meters.connections set status = 'closed', disconnected_on = '2026-11-15' where id = ${closed.id}`,
    );
    const at = async (more: object) => desk.codeOf(steps.orderFromTicket, agent, id, await desk.work(more));
    expect(await at({ connectionNumber: closed.number })).toBe('work-orders.connection_closed');
    const { number: connectionNumber } = await desk.connect();
    expect(await at({ connectionNumber })).toBeUndefined();
    const second = await desk.ticket({ upTo: 'IN_PROGRESS' });
    const work = await desk.work({ connectionNumber, anyway: false });
    expect(await desk.codeOf(steps.orderFromTicket, agent, second.id, work)).toBe('work-orders.similar_open');
  });

  test.each<[string, Permission, string]>([
    ['without the word for it', 'work-orders:review', 'work-orders:create'],
    ['again without the word for it', 'work-orders:create', 'work-orders:review'],
  ])('%s', async (_what, has, lacks) => {
    const helper = await app.staffWith(['support:view', 'support:answer', has]);
    const { id } = await desk.ticket({ upTo: 'IN_PROGRESS', agent: helper });
    const calls = {
      'work-orders:create': async () =>
        app.refused(steps.orderFromTicket, {
          as: helper,
          body: { ...(await desk.at(id)), ...(await desk.work()) },
        }),
      'work-orders:review': async () =>
        app.refused(steps.reopenOrderOfTicket, {
          as: helper,
          body: { ...(await desk.at(id)), orderId: UNKNOWN, orderVersion: 1, remark },
        }),
    };
    expect(await calls[lacks as keyof typeof calls]()).toMatchObject({
      ...{ status: 402, params: { permission: lacks } },
    });
  });

  test('again at an order of something else, at one that is not done, and at one that was closed long ago', async () => {
    const yard = await makeYard(app);
    const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
    const foreign = await yard.order({ upTo: 'CLOSED' });
    const again = async (orderId: string) => {
      const { version: orderVersion } = await yard.at(orderId);
      return desk.codeOf(steps.reopenOrderOfTicket, agent, id, { orderId, orderVersion, remark });
    };
    expect(await again(foreign.id)).toBe(errors.order_unknown.code);
    const tie = (orderId: string) =>
      execute(app.owner.db, sql`update work_orders.orders set ticket_id = ${id} where id = ${orderId}`);
    const open = await yard.order();
    await tie(open.id);
    expect(await again(open.id)).toBe('work-orders.wrong_state');
    await tie(foreign.id);
    await execute(
      app.owner.db,
      sql`update work_orders.orders set closed_at = closed_at - interval '31 days' where id = ${foreign.id}`,
    );
    expect(await again(foreign.id)).toBe('work-orders.reopen_too_late');
    await execute(
      app.owner.db,
      sql`update work_orders.orders set closed_at = closed_at + interval '31 days' where id = ${foreign.id}`,
    );
    expect(await again(foreign.id)).toBeUndefined();
  });
});

test('a consumer whom a ticket names stays in the register', async () => {
  const admin = await app.staff('admin');
  const { id } = await desk.ticket();
  const { consumerId } = await app.consumer();
  await execute(
    app.owner.db,
    sql`update identity.users set consumer_id = null where consumer_id = ${consumerId}`,
  );
  await execute(app.owner.db, sql`update support.tickets set consumer_id = ${consumerId} where id = ${id}`);
  const { code, params } = await app.refused(deleteConsumer, {
    ...{ as: admin, params: { id: String(consumerId) } },
  });
  expect([code, params.count]).toEqual(['consumers.has_tickets', 1]);
});

test('an attachment that is not there is not opened', async () => {
  expect(await app.codeOf(contract.openAttachment, { as: agent, query: { attachmentId: UNKNOWN } })).toBe(
    'common.not_found',
  );
  const { count } = await one<{ count: number }>(
    app.db,
    sql`select count(*)::int as count from platform.audit where action = 'ticket.attachment-view'`,
  );
  expect(count).toBe(0);
});
