/** What the tests of support call over HTTP: people, a household with a connection, a ticket up to a state. */
import { makeConnection } from '#domains/meters/factory.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Person, TestApp } from '#test/app.ts';
import { getTicket } from './contract.ts';
import * as steps from './steps/contract.ts';
import { TICKETS_A_DAY, type TicketState } from './ticket.rules.ts';

export type Desk = Awaited<ReturnType<typeof makeDesk>>;
type Wanted = { upTo?: TicketState; by?: Person; agent?: Person; code?: string; more?: object };

export async function makeDesk(app: TestApp) {
  const lead = await app.staff('engineer');
  const agent = await app.staff('reviewer');
  const other = await app.staff('reviewer');
  const connect = (given: Parameters<typeof makeConnection>[2] = {}) =>
    transaction(app.db, (tx) => makeConnection(tx, app.system(), given));
  /** A consumer with an account and a connection. */
  const household = async () => {
    const person = await app.consumer();
    const consumerId = String(person.consumerId);
    return { person, consumerId, connection: await connect({ consumerId }) };
  };
  const home = await household();
  const category = async (code: string) =>
    (await one<{ id: string }>(app.db, sql`select id from support.categories where code = ${code}`)).id;
  const words = { subject: 'No water since the morning', text: 'Nothing comes out of any tap.' };
  const fields = async (code = 'NO_WATER') => ({ categoryId: await category(code), ...words });
  const at = (ticketId: string) =>
    one<{ ticketId: string; version: number }>(
      app.db,
      sql`select id as "ticketId", version from support.tickets where id = ${ticketId}`,
    );
  const stand = (ticketId: string) =>
    one<Record<string, unknown>>(
      app.db,
      sql`select state, agent_id as "agentId", reopened, stars, answer_due_at as "answerDueAt", answered_at as "answeredAt",
          solve_due_at as "solveDueAt", minutes_left as "minutesLeft" from support.tickets where id = ${ticketId}`,
    );
  const seenUpTo = async (ticketId: string) =>
    (
      await one<{ id: string }>(
        app.db,
        sql`select last_message_id as id from support.tickets where id = ${ticketId}`,
      )
    ).id;
  /** Calls a step on the ticket as it is now. */
  const step = async <E extends Endpoint>(endpoint: E, as: Person, id: string, more: object = {}) =>
    app.call(endpoint, { as, body: { ...(await at(id)), ...more } } as never);
  const codeOf = async <E extends Endpoint>(endpoint: E, as: Person, id: string, more: object = {}) =>
    app.codeOf(endpoint, { as, body: { ...(await at(id)), ...more } } as never);
  const updating = async (as: Person, ticketId: string, status: string, more: object = {}) => ({
    as,
    query: { ticketId, status: status as 'RESOLVED' },
    body: { version: (await at(ticketId)).version, ...more },
  });
  const update = async (as: Person, id: string, status: string, more: object = {}) =>
    app.call(steps.updateTicketStatus, await updating(as, id, status, more));
  const updateCode = async (as: Person, id: string, status: string, more: object = {}) =>
    app.codeOf(steps.updateTicketStatus, await updating(as, id, status, more));
  const replying = async (ticketId: string, more: object = {}) => ({
    ...{ ticketId, text: 'A word', seenUpTo: await seenUpTo(ticketId), ...more },
  });
  const reply = async (as: Person, id: string, more: object = {}) =>
    app.call(steps.replyToTicket, { as, body: await replying(id, more) });
  const see = (as: Person, ticketId: string) => app.call(getTicket, { as, query: { ticketId } });

  const assign = async (id: string, to: Person) => step(steps.assignTicket, lead, id, { agentId: to.userId });
  const work = async (given: object = {}) => ({
    categoryId: (
      await one<{ id: string }>(app.db, sql`select id from work_orders.categories where code = 'NO_WATER'`)
    ).id,
    ...{ description: 'Look at the valve', connectionNumber: home.connection.number, anyway: true, ...given },
  });
  /** What leads to a state from the one before it. */
  const WAY: readonly [TicketState, TicketState, (id: string, by: Person) => Promise<unknown>][] = [
    ['ASSIGNED', 'OPEN', (id, by) => assign(id, by)],
    ['IN_PROGRESS', 'ASSIGNED', (id, by) => update(by, id, 'IN_PROGRESS')],
    ['WAITING_CUSTOMER', 'IN_PROGRESS', (id, by) => reply(by, id, { waits: true })],
    ['WAITING_FIELD', 'IN_PROGRESS', async (id, by) => step(steps.orderFromTicket, by, id, await work())],
    ['RESOLVED', 'IN_PROGRESS', (id, by) => update(by, id, 'RESOLVED', { remark: 'The valve is open.' })],
    ['REJECTED', 'OPEN', (id) => update(lead, id, 'REJECTED', { remark: 'It is not ours.' })],
    ['CLOSED', 'RESOLVED', (id) => update(home.person, id, 'CLOSED', { stars: 4 })],
    ['REOPENED', 'RESOLVED', (id) => update(home.person, id, 'REOPENED', { remark: 'Still no water.' })],
  ];
  const bring = async (id: string, state: TicketState, by: Person): Promise<void> => {
    const found = WAY.find(([to]) => to === state);
    if (!found) return;
    const [, before, step] = found;
    await bring(id, before, by);
    await step(id, by);
  };
  /** Tests write more tickets in a minute than a consumer may in a day, and several at a time. */
  const leaveRoom = (by: Person) =>
    execute(
      app.owner.db,
      // A test that runs beside this one may hold some of them.
      sql`update support.tickets set asked_at = asked_at - interval '1 day' where id in (
          select id from support.tickets where asked_by = ${by.userId} for update skip locked)
        and (select count(*) from support.tickets where asked_by = ${by.userId}
          and asked_at > ${app.system().now}::timestamptz - interval '1 day') >= ${TICKETS_A_DAY / 2}`,
    );
  const ticket = async ({
    upTo = 'OPEN',
    by = home.person,
    agent: to = agent,
    code,
    more = {},
  }: Wanted = {}) => {
    await leaveRoom(by);
    const made = await app.call(steps.createTicket, { as: by, body: { ...(await fields(code)), ...more } });
    await bring(made.id, upTo, to);
    return made;
  };
  return {
    ...{ lead, agent, other, home, connect, household, category, fields, at, stand, seenUpTo },
    ...{ step, codeOf, update, updateCode, reply, replying, see, assign, work, ticket },
  };
}
