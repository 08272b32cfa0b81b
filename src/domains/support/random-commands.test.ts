/**
 * Random steps by random people over HTTP against a model of its own (`factory-model.ts`): the program accepts and refuses what the model
 * does, with the same codes, and the pages offer what is accepted. `MODEL_RUNS=2000` is the full search.
 */
import { expect, test } from 'vitest';
import { cancelOrder } from '#domains/work-orders/steps/contract.ts';
import { systemActor } from '#platform/actor.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { type Noun, RUNS_WANTED, type Sent, walkRandomly } from '#test/random-commands/walk-randomly.ts';
import * as contract from './contract.ts';
import { makeDesk } from './factory-calls.ts';
import * as model from './factory-model.ts';
import { type Command, EVENTS, type Model, PEOPLE, STEPS, type Who } from './factory-model.ts';
import { endSilentTickets } from './steps/actions/end-ticket.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const desk = await makeDesk(app);
const people: Record<Who, Person> = {
  ...{ household: desk.home.person, neighbour: (await desk.household()).person },
  ...{ lead: desk.lead, agent: desk.agent, mate: desk.other, cashier: await app.staff('cashier') },
  manager: await app.staffWith(['support:view', 'support:manage', 'work-orders:create']),
  planner: await app.staff('rajukSAE'),
};
const nameOf = new Map(PEOPLE.map((who) => [people[who].userId, who]));
const COMMANDS: Command[] = [
  ...STEPS.filter((act) => act !== 'assign').flatMap((act) => PEOPLE.map((by): Command => ({ act, by }))),
  ...PEOPLE.flatMap((by) =>
    (['lead', 'agent', 'mate', 'cashier'] as const).map((to): Command => ({ act: 'assign', by, to })),
  ),
  ...EVENTS.map((act): Command => ({ act, by: 'lead' })),
];
type Run = { ticketId: string };
const WORK = await desk.work();
const TEXTS = { resolve: 'It is done.', reject: 'It is not ours.', reopen: 'Still the same.' };
const STATUS = {
  resolve: 'RESOLVED',
  reject: 'REJECTED',
  reopen: 'REOPENED',
  start: 'IN_PROGRESS',
  rate: 'CLOSED',
} as const;

async function send({ ticketId }: Run, command: Command, { version, key, seen }: Sent<Model>) {
  const given = { as: people[command.by], ...(key ? { headers: { 'idempotency-key': key } } : {}) };
  const at = { ticketId, version };
  switch (command.act) {
    case 'assign':
      return app.answerOf(steps.assignTicket, {
        ...given,
        body: { ...at, agentId: String(people[command.to].userId) },
      });
    case 'take':
      return app.answerOf(steps.takeTicket, { ...given, body: at });
    case 'reply':
    case 'ask': {
      const body = {
        ticketId,
        text: 'A word',
        seenUpTo: await messageAt(ticketId, seen.messages),
        waits: command.act === 'ask',
      };
      return app.answerOf(steps.replyToTicket, { ...given, body });
    }
    case 'note':
      return app.answerOf(steps.noteInTicket, { ...given, body: { ticketId, text: 'A note' } });
    case 'order':
      return app.answerOf(steps.orderFromTicket, { ...given, body: { ...at, ...WORK } });
    case 'the work ends':
      return endWork(ticketId);
    case 'weeks pass':
      await execute(
        app.owner.db,
        sql`update support.tickets set ended_at = ended_at - interval '16 days' where id = ${ticketId}`,
      );
      return { code: undefined };
    case 'a week of silence':
      await execute(
        app.owner.db,
        sql`update support.tickets set state_since = state_since - interval '7 days', last_message_at = last_message_at - interval '7 days'
          where id = ${ticketId}`,
      );
      await endSilentTickets(app.db, systemActor(app.clock.now(), app.system().today));
      return { code: undefined };
    default: {
      const { act } = command;
      const remark = act === 'start' || act === 'rate' ? {} : { remark: TEXTS[act] };
      const body = { version, ...remark, ...(act === 'rate' ? { stars: 4 } : {}) };
      return app.answerOf(steps.updateTicketStatus, {
        ...given,
        query: { ticketId, status: STATUS[act] },
        body,
      });
    }
  }
}

/** The message that was the last one when there were so many. */
async function messageAt(ticketId: string, count: number): Promise<string> {
  const found = await all<{ id: string }>(
    app.db,
    sql`select id from support.messages where ticket_id = ${ticketId} order by id limit ${count}`,
  );
  return String(found.at(-1)?.id);
}

async function endWork(ticketId: string) {
  const body = await one<{ orderId: string; version: number }>(
    app.db,
    sql`select id as "orderId", version from work_orders.orders where ticket_id = ${ticketId} and state = 'PENDING' order by id desc limit 1`,
  );
  return app.answerOf(cancelOrder, { as: desk.lead, body: { ...body, remark: 'not needed' } });
}

async function check({ ticketId }: Run, { isOld: _, ...expected }: Model): Promise<void> {
  const row = await one<Record<'agent' | 'former', string | null> & { events: number; audits: number }>(
    app.owner.db,
    sql`select t.state, t.version, t.agent_id as agent, t.former_agent_id as former, t.reopened, t.stars,
        (select count(*)::int from support.messages m where m.ticket_id = t.id) as messages,
        (select count(*)::int from work_orders.orders o where o.ticket_id = t.id) as orders,
        t.minutes_left is not null as "isStopped", t.answered_at is not null as "isAnswered",
        (select count(*)::int from support.timeline e where e.ticket_id = t.id) as events,
        (select count(*)::int from platform.audit a where a.object = 'ticket' and a.object_id = t.id::text) as audits
      from support.tickets t where t.id = ${ticketId}`,
  );
  const { events, audits, ...ticket } = row;
  const who = (id: string | null) => (id === null ? null : nameOf.get(id));
  expect({ ...ticket, agent: who(row.agent), former: who(row.former) }).toEqual(expected);
  // Each step is one event and one entry of the log.
  expect([events, audits]).toEqual([expected.version, expected.version]);
}

async function checkPage({ ticketId }: Run, now: Model, by: Who): Promise<void> {
  const asked = { as: people[by], query: { ticketId } };
  if (by === 'planner' || by === 'neighbour') {
    const code = by === 'planner' ? 'common.not_permitted' : 'common.not_found';
    expect([by, await app.codeOf(contract.getTicket, asked)]).toEqual([by, code]);
    return;
  }
  const { can, messages } = await app.call(contract.getTicket, asked);
  const buttons = [...STEPS, 'answer' as const].map((act) => [act, model.button(act, by, now)]);
  const program = ['leave', 'field-done', 'field-again', 'lapse', 'close'].map((act) => [act, 'no']);
  expect([by, can]).toEqual([by, Object.fromEntries([...buttons, ...program])]);
  expect(messages).toHaveLength(now.messages);
}

const noun: Noun<Run, Model, Command> = {
  ...{ commands: COMMANDS, after: model.after, send, check, checkPage, people: PEOPLE },
  unversioned: ['reply', 'ask', 'note'],
  ofNobody: EVENTS,
  notAtOnce: [],
  seldom: ['note', 'reject', 'weeks pass'],
  ends: ['weeks pass'],
  isOver: ({ isOld }) => isOld,
  usual: ['common.not_permitted', 'common.not_found', 'support.wrong_state'],
};
const RUNS = Number(RUNS_WANTED ?? 25);

test('random steps do what the model says', { timeout: 120_000 + RUNS * 5000 }, async () => {
  const reached = await walkRandomly(RUNS, async () => ({
    ...{ noun, model: model.written() },
    run: { ticketId: (await desk.ticket()).id },
  }));
  expect(reached.states.size).toBeGreaterThan(5);
  if (RUNS >= 1000) expect(reached.codes.size).toBeGreaterThan(8);
});
