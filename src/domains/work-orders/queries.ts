/**
 * Questions about work orders. Who may see all sees all, other staff what is theirs, a household what is at its connections: without the
 * names of staff, estimates that it does not pay and the remarks between people of the office. What was told to the office is somebody
 * else's: of an order that the office asked for, a household gets neither the description, the phone nor the photos.
 */

import type { z } from 'zod';
import { holdAccounts } from '#domains/identity/users/actions/hold-account.ts';
import { roleWorks } from '#domains/roles/role-works.ts';
import type { Actor } from '#platform/actor.ts';
import { betweenDays, dayOfInstant, duringDays } from '#platform/database/days.ts';
import { all, type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, countBy, countOf, type ListQuery, listPage } from '#platform/database/lists.ts';
import { toLatinDigits } from '#shared/money.ts';
import type * as contract from './contract.ts';
import { isOpen, joinReceipt, listColumns } from './list-columns.ts';
import { hasInCrew, isReviewedBy, seesOrder } from './lock-order.ts';
import type { ReceiptOf } from './points.ts';
import { ESCALATES_AT, type OrderState, STAGES } from './work-order.rules.ts';

type Query = z.output<(typeof contract.listOrders)['query']>;
export type Filters = Omit<Query, 'limit' | 'offset' | 'sort'>;

const OPEN = isOpen('o');
/** Condition on the order of that alias: its charge is open. */
const chargeDue = (alias: 'o' | 'p' | 'z'): Sql => {
  const [state, charge, paid, waived] = ['state', 'charge_minor', 'paid_minor', 'waived_by'].map((column) =>
    sql.ref(`${alias}.${column}`),
  );
  return sql`(${state} = 'ON_REVIEW' and ${charge} > ${paid} and ${waived} is null)`;
};

/** And somebody is asked for it: nobody is for a house that is not theirs any more. Lists of thousands leave that question out. */
export const chargeAsked = (alias: 'o' | 'p' | 'z'): Sql =>
  sql`(${chargeDue(alias)} and meters.changed_hands_on(${sql.ref(`${alias}.connection_id`)}) is null)`;
const DUE = chargeDue('o');
const PAID = sql`(o.charge_minor is not null and o.paid_minor > 0)`;
/** On hold, or as long as its charge is waited for, its clock waits: it is late if it was late before. */
const isLate = (actor: Actor): Sql =>
  sql`(${OPEN} and o.due_at < ${actor.now}::timestamptz and (o.stopped_at is null or o.due_at < o.stopped_at))`;
const IS_PAUSED = sql`(o.paused_at is not null)`;
const IS_ESCALATED = sql`(o.reopened >= ${sql.lit(ESCALATES_AT)})`;
export const office = (actor: Actor, column: Sql): Sql =>
  sql`case when ${actor.kind !== 'consumer'}::boolean then ${column} end`;
/** The actor reads what the asker of order `o` told. Only households ask as CONSUMER, each at its own connections (`seesOrder`). */
export const readsRequest = (actor: Actor): Sql =>
  sql`(${actor.kind !== 'consumer'}::boolean or o.asked_as = 'CONSUMER')`;

/** People of the role `r` do the work of a crew. */
export const roleMayWork = roleWorks('work-orders:work');
/** Staff `u` of role `r` who may be given work. */
export const mayWork = sql`u.status = 'active' and u.consumer_id is null and r.status = 'active' and ${roleMayWork}`;

export function conditions(actor: Actor, query: Filters): Sql {
  const parts: Sql[] = [seesOrder(actor), ...betweenDays(dayOfInstant(sql`o.asked_at`), query)];
  if (query.stage) parts.push(sql`o.state = any(${[...STAGES[query.stage]]}::text[])`);
  if (query.state) parts.push(sql`o.state = ${query.state}`);
  if (query.categoryId) parts.push(sql`o.category_id = ${query.categoryId}`);
  if (query.sectorId)
    parts.push(sql`o.road_id in (select id from settings.roads where sector_id = ${query.sectorId})`);
  if (query.priority) parts.push(sql`o.priority = ${query.priority}`);
  if (query.askedAs) parts.push(sql`o.asked_as = ${query.askedAs}`);
  if (query.crewId) parts.push(hasInCrew(actor, query.crewId));
  if (query.reviewerId) parts.push(isReviewedBy(actor, query.reviewerId));
  if (query.age)
    parts.push(
      sql`o.state_since <= ${actor.now}::timestamptz - make_interval(days => ${Number(query.age)}::int)`,
    );
  if (query.late !== undefined) parts.push(query.late ? isLate(actor) : sql`not ${isLate(actor)}`);
  if (query.paused !== undefined) parts.push(query.paused ? IS_PAUSED : sql`not ${IS_PAUSED}`);
  if (query.escalated !== undefined) parts.push(query.escalated ? IS_ESCALATED : sql`not ${IS_ESCALATED}`);
  if (query.charged) parts.push(sql`(${DUE} or ${PAID})`);
  if (query.money) parts.push(query.money === 'DUE' ? DUE : PAID);
  if (query.open !== undefined) parts.push(query.open ? OPEN : sql`not ${OPEN}`);
  if (query.dueOn) parts.push(...duringDays(sql`o.due_at`, { from: query.dueOn, to: query.dueOn }));
  if (query.search) {
    const exact = toLatinDigits(query.search).trim();
    parts.push(sql`(o.number = ${exact} or platform.plot_key(o.plot_number) = platform.plot_key(${exact}::text)
      or o.connection_id = any(array(select id from meters.connections where number = ${exact}))
      or (${readsRequest(actor)} and o.description ilike ${containing(query.search)}))`);
  }
  return sql.join(parts, sql` and `);
}

/** A household's role does not read who is in a crew. */
const memberNames = (actor: Actor): Sql =>
  actor.kind === 'consumer'
    ? sql`null`
    : sql`(select string_agg(m.user_name, ', ' order by m.user_name, m.id) from work_orders.crew_members m
        where m.order_id = o.id and m.left_at is null and not m.is_leader)`;

/** In Bengali, if it was written in the register. A household reads its own name, and its role no account. */
const askedByBn = (actor: Actor): Sql =>
  actor.kind === 'consumer'
    ? sql`case when o.asked_by = ${actor.userId}::uuid then (select c.name_bn from consumers.consumers c
        where c.id = ${actor.consumerId}::uuid) end`
    : sql`(select c.name_bn from identity.users u join consumers.consumers c on c.id = u.consumer_id
        where u.id = o.asked_by)`;

export const itemColumns = (
  actor: Actor,
): Sql => sql`o.id, o.number, k.name_en as "categoryEn", k.name_bn as "categoryBn", o.state,
  o.state_since as "stateSince", o.priority, s.number as "sectorNumber", d.number as "roadNumber", o.plot_number as "plotNumber",
  (select c.number from meters.connections c where c.id = o.connection_id) as "connectionNumber",
  ${office(actor, sql`(select c.name from consumers.consumers c where c.id = o.consumer_id)`)} as "consumerName",
  ${office(actor, sql`(select c.name_bn from consumers.consumers c where c.id = o.consumer_id)`)} as "consumerNameBn", o.asked_as as "askedAs",
  case when ${actor.kind !== 'consumer'}::boolean or o.asked_by = ${actor.userId} then o.asked_by_name else '' end as "askedBy",
  ${askedByBn(actor)} as "askedByBn",
  o.asked_at as "askedAt", o.due_at as "dueAt", ${isLate(actor)} as "isLate", ${office(actor, sql`o.crew_name`)} as "crewName",
  ${memberNames(actor)} as "memberNames", o.paused_at as "pausedAt", o.pause_until as "pauseUntil", o.stopped_at as "stoppedAt",
  o.arrived_at as "arrivedAt", o.completed_at as "completedAt",
  ${office(actor, sql`coalesce(o.used_minor, o.estimate_minor)`)} as "costMinor", o.charge_minor as "chargeMinor",
  o.paid_minor as "paidMinor", case when ${DUE} then o.charge_minor - o.paid_minor else 0 end as "openMinor", o.reopened,
  (select r.stars from work_orders.ratings r where r.order_id = o.id order by r.closing desc limit 1) as rating, o.version`;

/** Orders `o` with what a row shows of others. */
export const joined = (
  orders = sql`work_orders.orders`,
): Sql => sql`${orders} o join work_orders.categories k on k.id = o.category_id join settings.roads d on d.id = o.road_id
  join settings.sectors s on s.id = d.sector_id`;

/**
 * What waits (on hold, or for its charge) comes last. Of the rest, and of it: first what was opened again two times, then what is late, then what is urgent, by the
 * instant at which it is due. Of rows with the columns of a list.
 */
export const URGENCY = [
  sql`("stoppedAt" is not null)`,
  sql`(reopened < ${sql.lit(ESCALATES_AT)})`,
  sql`not "isLate"`,
  sql`(priority <> 'URGENT')`,
  sql`"dueAt"`,
];

/**
 * Ids of the orders of some states that are the first by urgency: a superset, because each state, on hold or not, opened again often or
 * not, urgent or not, late or not, gives its first ones from an index. So no other order is read, however many there are.
 * @param states expression, text[]
 */
export function firstByUrgency(actor: Actor, query: Filters, states: Sql, limit: number): Sql {
  const kinds = sql`unnest(${states}) as wanted (state)
    cross join (values (false), (true)) as other (priority) cross join (values (false), (true)) as seldom (reopened)`;
  const isKind = sql`o.state = wanted.state and (o.reopened < ${sql.lit(ESCALATES_AT)}) = seldom.reopened
    and (o.priority <> 'URGENT') = other.priority and ${conditions(actor, query)}`;
  return sql`select urgent.id from ${kinds}
    cross join (values ('-infinity'::timestamptz, ${actor.now}::timestamptz), (${actor.now}::timestamptz, 'infinity'::timestamptz)) as due (since, before)
    cross join lateral (select o.id from work_orders.orders o
      where ${isKind} and o.stopped_at is null and o.due_at >= due.since and o.due_at < due.before
      order by o.due_at, o.id limit ${limit}) as urgent
    union all select held.id from ${kinds} cross join (values (false), (true)) as due (later)
    cross join lateral (select o.id from work_orders.orders o
      where ${isKind} and o.stopped_at is not null and (o.due_at >= o.stopped_at) = due.later
      order by o.due_at, o.id limit ${limit}) as held`;
}

/** The states of a list of work; a list of all orders has none. */
const statesOf = ({ state, stage }: Filters): readonly OrderState[] | undefined =>
  state ? [state] : stage && STAGES[stage];

/** PostgreSQL takes a text for common, and would read all orders by the day on which they were asked for until a page is full. */
const FOUND_FIRST = sql`offset 0`;

type Shown = {
  /** Rows in the order of urgency; without it all, as a file has them. */
  most?: number | undefined;
  /** With what only a list shows. */
  receiptOf?: ReceiptOf | undefined;
};

export function orderList(actor: Actor, query: Filters, { most, receiptOf }: Shown = {}): ListQuery {
  const where = conditions(actor, query);
  const states = statesOf(query);
  return {
    rows: sql`select o.*, o.asked_at as "askedAt", o.due_at as "dueAt", o.state_since as "stateSince", o.stopped_at as "stoppedAt", ${isLate(actor)} as "isLate"
      from work_orders.orders o where ${
        most && states
          ? sql`o.id in (${firstByUrgency(actor, query, sql`${[...states]}::text[]`, most)})`
          : where
      } ${query.search ? FOUND_FIRST : sql``}`,
    details: (page) =>
      receiptOf
        ? sql`select ${itemColumns(actor)}, ${listColumns(actor)} from ${joined(sql`(${page})`)} ${joinReceipt(actor, receiptOf)}`
        : sql`select ${itemColumns(actor)} from ${joined(sql`(${page})`)}`,
    count: sql`select count(*) as total from work_orders.orders o where ${where}`,
    sorts: {
      urgency: URGENCY,
      askedAt: sql`"askedAt"`,
      dueAt: sql`"dueAt"`,
      stateSince: sql`"stateSince"`,
      number: sql`number`,
    },
    tieBreak: sql`id`,
  };
}

type OrderPage = z.input<(typeof contract.listOrders)['output']>;

/** How many are in each state, with all other filters applied: the tabs of the list and the heads of the board. */
export const countStates = (db: Db | Tx, actor: Actor, query: Filters) =>
  countBy(
    db,
    sql`select o.state as key from work_orders.orders o where ${conditions(actor, { ...query, state: undefined })}`,
  );

type Paging = Pick<Query, 'limit' | 'offset' | 'sort'>;

const mostOf = ({ limit, offset, sort }: Paging) => (sort === 'urgency' ? limit * offset : undefined);

/** With the instant at which its clock was stopped. */
export type ClockedOrder = contract.OrderItem & { stoppedAt: string | null };

export function pageOfOrders(db: Db | Tx, actor: Actor, query: Filters, paging: Paging) {
  return listPage<ClockedOrder>(db, paging, orderList(actor, query, { most: mostOf(paging) }));
}

/** A page of orders, and how many are in each state. */
export async function listOrders(
  db: Db | Tx,
  actor: Actor,
  query: Query,
  receiptOf: ReceiptOf,
): Promise<OrderPage> {
  const counting = countStates(db, actor, query);
  const counted = counting.then((counts) =>
    query.state ? (counts[query.state] ?? 0) : Object.values(counts).reduce((sum, count) => sum + count, 0),
  );
  const [page, counts, money] = await Promise.all([
    // The tabs say how many there are in all.
    listPage<contract.ListedOrder>(
      db,
      query,
      orderList(actor, query, { most: mostOf(query), receiptOf }),
      counted,
    ),
    counting,
    query.charged ? countMoney(db, actor, query) : undefined,
  ]);
  return { ...page, counts, ...(money ? { money } : {}) };
}

function countMoney(db: Db | Tx, actor: Actor, query: Query): Promise<Partial<Record<string, number>>> {
  const where = conditions(actor, { ...query, money: undefined });
  return countBy(
    db,
    sql`select case when ${PAID} then 'PAID' else 'DUE' end as key from work_orders.orders o where ${where}`,
  );
}

/** Orders of the work lists by state, as far as the actor sees them: the numbers of their tabs. */
export const countOrders = (db: Db | Tx, actor: Actor): Promise<Partial<Record<string, number>>> =>
  countBy(
    db,
    sql`select o.state as key from work_orders.orders o
      where o.state = any(${Object.values(STAGES).flat()}::text[]) and ${conditions(actor, {})}`,
  );

/** How many a list with these filters has. */
export async function countListed(db: Db | Tx, actor: Actor, query: Filters): Promise<number> {
  const { total } = await one<{ total: number }>(db, countOf(orderList(actor, query)));
  return total;
}

type Categories = z.input<(typeof contract.listCategories)['output']>;

export const listCategories = async (db: Db | Tx): Promise<Categories> => ({
  items: await all(
    db,
    sql`select id, code, name_en as "nameEn", name_bn as "nameBn", priority, hours, chargeable
      from work_orders.categories order by position, code`,
  ),
});

export type Member = { id: string; name: string };

/** Those of these people who may be given work, in this order: the first one leads. Their accounts do not end meanwhile. */
export async function crewOf(tx: Tx, ids: readonly string[]): Promise<Member[]> {
  await holdAccounts(tx, ids);
  return all<Member>(
    tx,
    sql`select u.id, u.name from identity.users u join roles.roles r on r.id = u.role_id
      where u.id = any(${[...ids]}::uuid[]) and ${mayWork} order by array_position(${[...ids]}::uuid[], u.id)`,
  );
}

type Reviewers = z.input<(typeof contract.listReviewers)['output']>;

export const listReviewers = async (db: Db | Tx): Promise<Reviewers> => ({
  items: await all(
    db,
    sql`select reviewer_id as id, max(reviewer_name) as name from work_orders.orders
      where state = any(${[...STAGES.review]}::text[]) and reviewer_id is not null group by reviewer_id order by name, id`,
  ),
});

type Crew = z.input<(typeof contract.listCrew)['output']>;

/** The least loaded first. */
export const listCrew = async (db: Db | Tx, actor: Actor): Promise<Crew> => ({
  items: await all(
    db,
    sql`select u.id, u.name, count(o.id)::int as open, count(o.id) filter (where ${isLate(actor)})::int as late
      from identity.users u join roles.roles r on r.id = u.role_id
      left join (work_orders.orders o cross join lateral (select o.crew_id as user_id union select m.user_id
        from work_orders.crew_members m where m.order_id = o.id and m.left_at is null) as has)
        on has.user_id = u.id and o.state in ('ASSIGNED', 'IN_PROGRESS')
      where ${mayWork} group by u.id, u.name order by open, u.name, u.id`,
  ),
});
