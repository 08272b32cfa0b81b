/** A consumer sees their own tickets, without names of staff and notes; staff all, by their words and filters; nobody else any. */
import { expect, test } from 'vitest';
import { counterItems } from '#domains/dashboard/contract.ts';
import { search } from '#domains/dashboard/search/contract.ts';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { uploadFile } from '#domains/identity/files/contract.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { asConsumer } from '#platform/http/binder.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeDesk } from './factory-calls.ts';
import { getTicket } from './get-ticket.ts';
import { lockTicket } from './lock-ticket.ts';
import { ticketList } from './queries.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const desk = await makeDesk(app);
const { home, lead, agent, other } = desk;
const stranger = await desk.household();

const finds = async (as: Person, query: object = {}) =>
  (await app.call(contract.listTickets, { as, query })).items.map(({ id }) => id);
const noted = (id: string, text: string) =>
  app.call(steps.noteInTicket, { as: agent, body: { ticketId: id, text } });

test('a consumer reads both sides, and neither names of staff nor notes, by any call', async () => {
  const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
  await desk.reply(agent, id, { text: 'We look at it.' });
  await noted(id, 'Calls every week');
  const own = await desk.see(home.person, id);
  expect(own.messages.map(({ text }) => text)).toEqual(['Nothing comes out of any tap.', 'We look at it.']);
  expect(own).toMatchObject({ notes: [], agentName: null, agentId: null, consumer: null });
  const list = await app.call(contract.listTickets, { as: home.person, query: {} });
  for (const shown of [own, list]) {
    expect(JSON.stringify(shown)).not.toContain('Calls every week');
    expect(JSON.stringify(shown)).not.toContain(agent.userId);
  }
  expect(own.timeline.map(({ action }) => action)).toEqual(['create', 'assign', 'start', 'reply']);
  expect(own.timeline.every(({ by, agent: of }) => by === '' && of === null)).toBe(true);
  expect((await desk.see(agent, id)).notes.map(({ text }) => text)).toEqual(['Calls every week']);
});

test('another consumer finds nothing of it: neither the list, the page, the search, the attachment, nor a step', async () => {
  const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
  const sent = await app.sendFile(uploadFile, { as: home.person, content: PDF, name: 'bill.pdf' } as never);
  const made = await desk.ticket({ more: { files: [sent.data.id] } });
  const attachmentId = String((await desk.see(home.person, made.id)).messages[0]?.attachments[0]?.id);
  const { person } = stranger;
  expect(await finds(person)).toEqual([]);
  const query = { ticketId: made.id };
  expect(await app.codeOf(contract.getTicket, { as: person, query })).toBe('common.not_found');
  expect(await app.codeOf(contract.openAttachment, { as: person, query: { attachmentId } })).toBe(
    'common.not_found',
  );
  expect(await app.codeOf(steps.replyToTicket, { as: person, body: await desk.replying(made.id) })).toBe(
    'common.not_found',
  );
  expect(await app.codeOf(steps.seeTicket, { as: person, body: query })).toBe('common.not_found');
  expect(await desk.updateCode(person, made.id, 'REOPENED', { remark: 'Mine' })).toBe('common.not_found');
  const found = async (as: Person) =>
    JSON.stringify(await app.call(search, { as, query: { text: made.number } })).includes(made.id);
  expect([await found(person), await found(home.person), await found(agent)]).toEqual([false, true, true]);
  expect(
    (await app.call(contract.openAttachment, { as: home.person, query: { attachmentId } })).url,
  ).toContain('/');
  await app.call(contract.openAttachment, { as: agent, query: { attachmentId } });
  expect(
    await all(app.db, sql`select actor_id as id from platform.audit where action = 'ticket.attachment-view'`),
  ).toEqual([{ id: agent.userId }]);
});

/** Both hold the same line alone. */
test('the WHERE of the questions keeps another consumer out without row-level security', async () => {
  const { id } = await desk.ticket();
  const ids = (as: Person) =>
    all<{ id: string }>(app.db, sql`select id from (${ticketList(app.actorOf(as), {}).rows}) as listed`);
  expect((await ids(home.person)).map((row) => row.id)).toContain(id);
  expect(await ids(stranger.person)).toEqual([]);
  // Asked under the program's own role.
  await expect(getTicket(app.db, app.actorOf(stranger.person), id)).rejects.toThrow('common.not_found');
  const locking = transaction(app.db, (tx) => lockTicket(tx, app.actorOf(stranger.person), id));
  await expect(locking).rejects.toThrow('common.not_found');
});

test("row-level security keeps another consumer out without the WHERE; notes and agents are nobody's of theirs", async () => {
  const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
  await noted(id, 'Only for us');
  const reads = (as: Person, statement: ReturnType<typeof sql>) =>
    transaction(app.db, async (tx) => {
      await asConsumer(tx, app.actorOf(as));
      return (await all(tx, statement)).length;
    });
  const OPEN = [
    sql`select id from support.tickets where id = ${id}`,
    sql`select id from support.messages where ticket_id = ${id}`,
    sql`select id from support.timeline where ticket_id = ${id}`,
  ];
  for (const statement of OPEN) {
    expect(await reads(home.person, statement)).toBeGreaterThan(0);
    expect(await reads(stranger.person, statement)).toBe(0);
  }
  expect(await reads(stranger.person, sql`select id from support.attachments`)).toBe(0);
  const CLOSED = [
    sql`select id from support.notes`,
    sql`select agent_name from support.tickets`,
    sql`select agent_id from support.tickets`,
    sql`select author_name from support.messages`,
    sql`select actor_name from support.timeline`,
    sql`select file_id from support.attachments`,
  ];
  for (const statement of CLOSED)
    await expect(reads(home.person, statement)).rejects.toThrow('permission denied');
});

test('staff see all by their words; who only notes tickets reads no notes, and planning roles see nothing', async () => {
  const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
  await noted(id, 'Only for us');
  const query = { ticketId: id };
  const cashier = await app.staff('cashier');
  expect((await app.call(contract.getTicket, { as: cashier, query })).notes).toEqual([]);
  expect((await desk.see(other, id)).notes).toHaveLength(1);
  expect((await desk.see(lead, id)).notes).toHaveLength(1);
  const viewer = await app.staffWith(['support:view']);
  expect(await app.call(contract.getTicket, { as: viewer, query })).toMatchObject({
    consumer: null,
    notes: [],
    orders: [],
  });
  for (const role of ['rajukSAE', 'rajukPM', 'reader'] as const) {
    const person = await app.staff(role);
    for (const endpoint of [contract.getTicket, contract.listTickets, contract.countTickets] as const)
      expect((await app.refused(endpoint, { as: person, query } as never)).status).toBe(402);
  }
  const body = await desk.replying(id);
  for (const as of [cashier, viewer]) {
    expect((await app.refused(steps.replyToTicket, { as, body })).status).toBe(402);
    expect((await app.refused(steps.noteInTicket, { as, body })).status).toBe(402);
  }
  expect((await app.refused(steps.noteInTicket, { as: home.person, body })).status).toBe(402);
});

test('the list narrows by each filter, and its tabs count with all other filters by one question', async () => {
  const clerk = await app.staff('reviewer');
  const family = await desk.household();
  const write = (upTo: 'OPEN' | 'IN_PROGRESS', more: object = {}) =>
    desk.ticket({ by: family.person, upTo, agent: clerk, code: 'METER', more });
  const fresh = await write('OPEN', { subject: 'Meter stands still', applicationId: family.connection.id });
  const taken = await write('IN_PROGRESS');
  await desk.reply(clerk, taken.id);
  const only = async (query: object) =>
    (await finds(clerk, { categoryId: METER, limit: 200, ...query })).toSorted();
  const METER = await desk.category('METER');
  const both = [fresh.id, taken.id].toSorted();
  expect(await only({})).toEqual(both);
  expect(await only({ stage: 'NEW' })).toEqual([fresh.id]);
  expect(await only({ state: 'IN_PROGRESS' })).toEqual([taken.id]);
  expect(await only({ mine: true })).toEqual([taken.id]);
  expect(await only({ mine: false })).toEqual([fresh.id]);
  expect(await only({ unanswered: true })).toEqual([fresh.id]);
  expect(await only({ priority: 'URGENT' })).toEqual([]);
  expect(await only({ search: 'stands STILL' })).toEqual([fresh.id]);
  expect(await only({ search: fresh.number })).toEqual([fresh.id]);
  expect(await only({ search: '%' })).toEqual([]);
  expect(await only({ from: '2026-11-16' })).toEqual([]);
  expect(await finds(family.person, { applicationId: family.connection.id })).toEqual([fresh.id]);
  await execute(
    app.owner.db,
    sql`update support.tickets set answer_due_at = answer_due_at - interval '30 days' where id = ${fresh.id}`,
  );
  expect(await only({ late: true })).toEqual([fresh.id]);
  expect(await only({ late: false })).toEqual([taken.id]);
  const { counts } = await app.call(contract.listTickets, {
    as: clerk,
    query: { categoryId: METER, stage: 'NEW', unanswered: true },
  });
  expect(counts).toEqual({ NEW: 1 });
});

test('counts, badges and the queues of the first page are those of the list', async () => {
  const clerk = await app.staff('reviewer');
  const made = await desk.ticket({ upTo: 'ASSIGNED', agent: clerk });
  const counted = await app.call(contract.countTickets, { as: clerk });
  expect(counted.mine).toBe(1);
  const { counts, total } = await app.call(contract.listTickets, { as: clerk, query: {} });
  expect(Object.values(counted.states).reduce((sum, count) => sum + count, 0)).toBe(total);
  expect(counted.states.OPEN + counted.states.REOPENED).toBe(counts.NEW ?? 0);
  const badges = (await app.call(counterItems, { as: clerk })) as Record<string, Record<string, number>>;
  expect(badges.support_ticket?.assigned).toBe(counted.states.ASSIGNED);
  expect(badges.support_ticket?.ours).toBe((counts.NEW ?? 0) + (counts.WORK ?? 0));
  const work = JSON.stringify(await app.call(ownWork, { as: clerk }));
  expect(work).toContain('tickets-to-answer');
  expect(work).toContain(made.id);
  expect((await app.call(contract.countTickets, { as: stranger.person })).states.ASSIGNED).toBe(0);
  const { items } = await app.call(contract.listAgents, { as: lead });
  expect(items.find(({ id }) => id === clerk.userId)).toMatchObject({ open: 1, late: 0 });
  expect((await app.call(contract.listTicketCategories, { as: home.person })).items).toHaveLength(9);
});
