/** The clocks of a ticket over HTTP, and the nightly round that ends what nobody writes in. */
import { expect, test } from 'vitest';
import { systemActor } from '#platform/actor.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { at } from '#test/zone.ts';
import { makeDesk } from './factory-calls.ts';
import { endSilentTickets } from './steps/actions/end-ticket.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const desk = await makeDesk(app);
const { home, agent, lead } = desk;

/** As if everything of the ticket had happened so many days earlier. */
const age = (id: string, interval: string) =>
  execute(
    app.owner.db,
    sql`update support.tickets set state_since = state_since - ${interval}::interval, last_message_at = last_message_at - ${interval}::interval
      where id = ${id}`,
  );
const night = () => endSilentTickets(app.db, systemActor(app.clock.now(), app.system().today));

test('only what staff write to the consumer is an answer: assigning, a note and the start are none', async () => {
  const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
  await app.call(steps.noteInTicket, { as: agent, body: { ticketId: id, text: 'Looks like the valve' } });
  const before = await desk.stand(id);
  expect(before).toMatchObject({ answeredAt: null });
  expect(before.answerDueAt).not.toBeNull();
  await desk.reply(agent, id);
  expect(await desk.stand(id)).toMatchObject({
    answerDueAt: null,
    answeredAt: app.clock.now().toISOString(),
  });
});

test('a question stops the clock of the solution, and any word of the consumer starts it again', async () => {
  const { id } = await desk.ticket({ upTo: 'WAITING_CUSTOMER' });
  const asked = await desk.stand(id);
  expect(asked).toMatchObject({ solveDueAt: null });
  expect(asked.minutesLeft).toBeGreaterThan(0);
  await desk.reply(agent, id, { text: 'Another word of ours' });
  expect(await desk.stand(id)).toMatchObject({ state: 'WAITING_CUSTOMER', minutesLeft: asked.minutesLeft });
  await desk.reply(home.person, id);
  const back = await desk.stand(id);
  expect(back).toMatchObject({ state: 'IN_PROGRESS', minutesLeft: null });
  expect(back.solveDueAt).not.toBeNull();
});

test('work at the place stops no clock; the end leaves none; opened again, both begin again', async () => {
  const { id } = await desk.ticket({ upTo: 'WAITING_FIELD' });
  expect((await desk.stand(id)).solveDueAt).not.toBeNull();
  await desk.update(agent, id, 'RESOLVED', { remark: 'Done.' });
  expect(await desk.stand(id)).toMatchObject({ answerDueAt: null, solveDueAt: null, minutesLeft: null });
  expect((await desk.stand(id)).answeredAt).not.toBeNull();
  await desk.update(home.person, id, 'REOPENED', { remark: 'No.' });
  const again = await desk.stand(id);
  expect(again.answeredAt).toBeNull();
  expect(again.answerDueAt).not.toBeNull();
  expect(again.solveDueAt).not.toBeNull();
});

test('whether a ticket was late is kept with its end', async () => {
  const { id } = await desk.ticket({ upTo: 'IN_PROGRESS' });
  await execute(
    app.owner.db,
    sql`update support.tickets set solve_due_at = ${app.clock.now()}::timestamptz - interval '1 second' where id = ${id}`,
  );
  await desk.update(agent, id, 'RESOLVED', { remark: 'Done.' });
  const { late } = await one<{ late: boolean }>(
    app.db,
    sql`select was_late as late from support.timeline where ticket_id = ${id} and action = 'resolve'`,
  );
  expect(late).toBe(true);
});

test('a question that nobody answers for 7 days is taken as solved, and the consumer is told', async () => {
  const { id } = await desk.ticket({ upTo: 'WAITING_CUSTOMER' });
  await age(id, '6 days 23:59:59');
  expect(await night()).toEqual({ resolved: 0, closed: 0 });
  await age(id, '1 second');
  expect(await night()).toEqual({ resolved: 1, closed: 0 });
  expect(await desk.stand(id)).toMatchObject({ state: 'RESOLVED', minutesLeft: null });
  expect(await night()).toEqual({ resolved: 0, closed: 0 });
  const { told } = await one<{ told: number }>(
    app.db,
    sql`select count(*)::int as told from platform.outbox where event like ${`support.resolved:${id}:%`}`,
  );
  expect(told).toBe(1);
});

test('the consumer reads it in the morning, and not at night', async () => {
  const { id } = await desk.ticket({ upTo: 'WAITING_CUSTOMER' });
  await age(id, '8 days');
  const now = new Date(at('2026-11-16', '00:25'));
  await endSilentTickets(app.db, systemActor(now, '2026-11-16'));
  const { dueAt } = await one<{ dueAt: string }>(
    app.db,
    sql`select due_at as "dueAt" from platform.outbox where event like ${`support.resolved:${id}:%`}`,
  );
  expect(new Date(dueAt)).toEqual(new Date(at('2026-11-16', '08:00')));
});

test('somebody who writes while the round is on its way is heard', async () => {
  const { id } = await desk.ticket({ upTo: 'WAITING_CUSTOMER' });
  await age(id, '8 days');
  const done = await duringChange(
    app,
    (tx) =>
      execute(tx, sql`update support.tickets set last_message_at = ${app.clock.now()} where id = ${id}`),
    night,
  );
  expect(done).toEqual({ resolved: 0, closed: 0 });
  expect((await desk.stand(id)).state).toBe('WAITING_CUSTOMER');
});

test('a word of ours begins the 7 days again', async () => {
  const { id } = await desk.ticket({ upTo: 'WAITING_CUSTOMER' });
  await age(id, '8 days');
  await desk.reply(agent, id, { text: 'Are you there?' });
  expect(await night()).toEqual({ resolved: 0, closed: 0 });
  expect((await desk.stand(id)).state).toBe('WAITING_CUSTOMER');
});

test('a resolved ticket is closed after 3 days without a rating, and can still be opened again', async () => {
  const { id } = await desk.ticket({ upTo: 'RESOLVED' });
  await age(id, '2 days 23:59:59');
  expect(await night()).toEqual({ resolved: 0, closed: 0 });
  await age(id, '1 second');
  expect(await night()).toEqual({ resolved: 0, closed: 1 });
  expect(await desk.stand(id)).toMatchObject({ state: 'CLOSED', stars: null });
  expect((await desk.see(home.person, id)).can).toMatchObject({ rate: 'no', reopen: 'yes' });
  await desk.update(agent, id, 'REOPENED', { remark: 'They called: still no water.' });
  expect((await desk.see(lead, id)).can.assign).toBe('yes');
  // What staff wrote there is told.
  const told = await one<{ told: number }>(
    app.db,
    sql`select count(*)::int as told from platform.outbox where event like ${`support.answered:${id}:%`}`,
  );
  expect(told).toEqual({ told: 1 });
});
