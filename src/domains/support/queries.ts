/**
 * Questions about tickets. A consumer's run under the consumers' role, which reads neither notes nor names of staff: what is asked for
 * is chosen here, by who asks.
 */
import type { z } from 'zod';
import { onceHeld, seesConnection } from '#domains/meters/sharing/visible.ts';
import { roleWorks } from '#domains/roles/role-works.ts';
import type { TicketOfOrder } from '#domains/work-orders/points.ts';
import { type Actor, may } from '#platform/actor.ts';
import { betweenDays, dayOfInstant } from '#platform/database/days.ts';
import { all, type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, countBy, type ListQuery, listPage, whether } from '#platform/database/lists.ts';
import { toLatinDigits } from '#shared/money.ts';
import type * as contract from './contract.ts';
import { seesTicket } from './lock-ticket.ts';
import { OPEN_STATES, STAGES, type Stage, TICKET_STATES, type TicketState } from './ticket.rules.ts';

type Query = z.output<(typeof contract.listTickets)['query']>;
export type Filters = Omit<Query, 'limit' | 'offset' | 'sort'>;

const among = (states: readonly TicketState[]): Sql =>
  sql`t.state in (${sql.join(states.map((state) => sql.lit(state)))})`;
const OPEN = among(OPEN_STATES);
export const isOffice = ({ kind }: Actor): boolean => kind !== 'consumer';
/** What a consumer does not get is not even asked for: their role may not read it. */
export const ofOffice = (actor: Actor, column: Sql, other: Sql = sql`null`): Sql =>
  isOffice(actor) ? column : other;

/** An answer or the solution was due before now. */
export const isLate = (actor: Actor): Sql =>
  sql`(${OPEN} and coalesce(least(t.answer_due_at, t.solve_due_at) < ${actor.now}::timestamptz, false))`;
/** The office's own note of what somebody told is no answer. */
const isUnanswered = sql`(${OPEN} and (t.answered_at is null or not coalesce(t.last_by_office, false)))`;
const isUnread = (actor: Actor): Sql =>
  isOffice(actor)
    ? sql`(not coalesce(t.last_by_office, false) and t.last_message_at > coalesce(t.agent_seen_at, '-infinity'))`
    : sql`(coalesce(t.last_by_office, false) and t.last_message_at > coalesce(t.consumer_seen_at, '-infinity'))`;
/** The office's own; a consumer sees no other ones anyway. */
const isMine = (actor: Actor): Sql => ofOffice(actor, sql`t.agent_id = ${actor.userId}::uuid`, sql`true`);

export const roleMayAnswer = roleWorks('support:answer');
/** Staff `u` of role `r` who may be given a ticket. */
export const mayAnswer = sql`u.status = 'active' and u.consumer_id is null and r.status = 'active' and ${roleMayAnswer}`;

function conditions(actor: Actor, query: Filters): Sql {
  const parts: Sql[] = [seesTicket(actor), ...betweenDays(dayOfInstant(sql`t.asked_at`), query)];
  if (query.stage) parts.push(among(STAGES[query.stage]));
  if (query.state) parts.push(sql`t.state = ${query.state}`);
  if (query.categoryId) parts.push(sql`t.category_id = ${query.categoryId}`);
  if (query.priority) parts.push(sql`t.priority = ${query.priority}`);
  parts.push(...whether(query.mine, isMine(actor)));
  parts.push(...whether(query.late, isLate(actor)), ...whether(query.unanswered, isUnanswered));
  if (query.applicationId) {
    const option = sql`${query.applicationId}::uuid`;
    parts.push(sql`(t.application_id = ${option} or t.connection_id in (select c.id from meters.connections c
      where c.id = ${option} or c.application_id = ${option}))`);
  }
  if (query.search) {
    const exact = toLatinDigits(query.search).replace(/[\s-]/g, '');
    parts.push(sql`(t.number = ${exact} or t.search like ${containing(query.search.toLowerCase())}
      or t.consumer_id in (select c.id from consumers.consumers c where c.number = ${exact} or c.search like ${containing(query.search.toLowerCase())}))`);
  }
  return sql.join(parts, sql` and `);
}

export const itemColumns = (
  actor: Actor,
): Sql => sql`t.id, t.number, t.subject, k.name_en as "categoryEn", k.name_bn as "categoryBn", t.state,
  t.state_since as "stateSince", t.priority, t.channel, ${ofOffice(actor, sql`u.name`)} as "consumerName",
  ${ofOffice(actor, sql`u.name_bn`)} as "consumerNameBn", s.number as "sectorNumber", d.number as "roadNumber",
  coalesce(c.plot_number, a.plot_number) as "plotNumber", t.asked_at as "askedAt", t.last_message_at as "lastAt",
  coalesce(t.last_by_office, false) as "lastByOffice", least(t.answer_due_at, t.solve_due_at) as "dueAt", ${isLate(actor)} as "isLate",
  ${isUnread(actor)} as "isUnread", ${ofOffice(actor, sql`t.agent_name`)} as "agentName", t.reopened, t.stars, t.version`;

export const joined = (
  actor: Actor,
  tickets: Sql,
): Sql => sql`${tickets} join support.categories k on k.id = t.category_id
  ${isOffice(actor) ? sql`join consumers.consumers o on o.id = t.consumer_id join consumers.consumers u on u.id = coalesce(o.merged_into, o.id)` : sql``}
  left join meters.connections c on c.id = t.connection_id and (${seesConnection(actor)} or ${onceHeldBy(actor)})
  left join applications.applications a on a.id = t.application_id
  left join settings.roads d on d.id = coalesce(c.road_id, a.road_id) left join settings.sectors s on s.id = d.sector_id`;

const onceHeldBy = (actor: Actor): Sql => (isOffice(actor) ? sql`true` : onceHeld(actor, sql`c.id`));

export function ticketList(actor: Actor, query: Filters): ListQuery {
  const where = conditions(actor, query);
  return {
    rows: sql`select t.id, t.number, t.last_message_at as "lastAt", t.asked_at as "askedAt",
        least(t.answer_due_at, t.solve_due_at) as "dueAt" from support.tickets t where ${where}`,
    details: (page) =>
      sql`select ${itemColumns(actor)} from ${joined(
        actor,
        sql`(${page}) listed_ticket
      join support.tickets t on t.id = listed_ticket.id`,
      )}`,
    count: sql`select count(*) as total from support.tickets t where ${where}`,
    sorts: {
      lastAt: sql`"lastAt"`,
      askedAt: sql`"askedAt"`,
      dueAt: sql`"dueAt"`,
      number: sql`number`,
    },
    tieBreak: sql`id`,
  };
}

const STAGE_OF = sql.join(
  Object.entries(STAGES).map(([stage, states]) => sql`when ${among(states)} then ${sql.lit(stage)}`),
  sql` `,
);

/** A page of tickets, and how many are in each tab: one count of all tabs, with all other filters. */
export async function listTickets(
  db: Db | Tx,
  actor: Actor,
  query: Query,
): Promise<z.input<(typeof contract.listTickets)['output']>> {
  const where = conditions(actor, { ...query, stage: undefined });
  const counting = countBy(db, sql`select case ${STAGE_OF} end as key from support.tickets t where ${where}`);
  const counted = counting.then((counts) =>
    query.stage ? (counts[query.stage] ?? 0) : Object.values(counts).reduce((sum, count) => sum + count, 0),
  );
  const [page, counts] = await Promise.all([
    listPage<contract.TicketItem>(db, query, ticketList(actor, query), counted),
    counting,
  ]);
  return { ...page, counts: counts as Partial<Record<Stage, number>> };
}

type Counts = z.input<(typeof contract.countTickets)['output']>;

/** All numbers by one pass over the tickets that the person sees. */
export async function countTickets(db: Db | Tx, actor: Actor): Promise<Counts> {
  const row = await one<Record<string, number>>(
    db,
    sql`select ${sql.join(
      TICKET_STATES.map(
        (state) => sql`count(*) filter (where t.state = ${sql.lit(state)}) as ${sql.id(state)}`,
      ),
    )}, count(*) filter (where ${isLate(actor)}) as late, count(*) filter (where ${isUnanswered}) as unanswered,
      count(*) filter (where ${OPEN} and ${isMine(actor)}) as mine
    from support.tickets t where ${seesTicket(actor)}`,
  );
  const states = Object.fromEntries(TICKET_STATES.map((state) => [state, row[state] ?? 0]));
  const { late = 0, unanswered = 0, mine = 0 } = row;
  return { states: states as Counts['states'], late, unanswered, mine };
}

/** For a queue of the first page: what its list shows, the first due first. */
export const firstTickets = (db: Db | Tx, actor: Actor, query: Filters, limit: number) =>
  listPage<contract.TicketItem>(db, { limit, offset: 1, sort: 'dueAt' }, ticketList(actor, query));

type Categories = z.input<(typeof contract.listTicketCategories)['output']>;

export const listCategories = async (db: Db | Tx): Promise<Categories> => ({
  items: await all(
    db,
    sql`select id, code, name_en as "nameEn", name_bn as "nameBn", priority, answer_hours as "answerHours",
        solve_hours as "solveHours", active as "isActive"
      from support.categories order by position, code`,
  ),
});

type Agents = z.input<(typeof contract.listAgents)['output']>;

/** The least loaded first. */
export const listAgents = async (db: Db | Tx, actor: Actor): Promise<Agents> => ({
  items: await all(
    db,
    sql`select u.id, u.name, count(t.id)::int as open, count(t.id) filter (where ${isLate(actor)})::int as late
      from identity.users u join roles.roles r on r.id = u.role_id
      left join support.tickets t on t.agent_id = u.id and ${OPEN}
      where ${mayAnswer} group by u.id, u.name order by open, u.name, u.id`,
  ),
});

/** The ticket that a work order came from, of who may open it. */
export const findTicketOfOrder: TicketOfOrder = async (db, actor, ticketId) =>
  may(actor, 'support:view')
    ? ((await first<{ id: string; number: string }>(
        db,
        sql`select t.id, t.number from support.tickets t where t.id = ${ticketId} and ${seesTicket(actor)}`,
      )) ?? null)
    : null;
