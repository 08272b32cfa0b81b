/**
 * The lists of applications and work orders, as the menu and each role open them, and beside each the same rows by the shortest way to
 * them: the keys in their order, as many as are shown, joined to what a row shows; and one grouped count.
 */
import { applicationBadges } from '#domains/applications/badges.ts';
import { listApplications, listArchived } from '#domains/applications/contract.ts';
import { listDrafts } from '#domains/applications/intake/contract.ts';
import { listDrafts as draftsOf } from '#domains/applications/intake/queries.ts';
import { listNoc } from '#domains/applications/noc/contract.ts';
import { listNoc as nocOf, shownOf as shownAtDesks } from '#domains/applications/noc/queries.ts';
import * as applications from '#domains/applications/queries.ts';
import { counterItems } from '#domains/dashboard/contract.ts';
import { receiptOfCharge } from '#domains/payments/charge-payments.ts';
import { workOrderBadges } from '#domains/work-orders/badges.ts';
import { listOrders } from '#domains/work-orders/contract.ts';
import { joinReceipt, listColumns } from '#domains/work-orders/list-columns.ts';
import { itemColumns, joined, listOrders as pagesOf } from '#domains/work-orders/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { BuiltInRole } from '#shared/permissions.ts';
import {
  and,
  type Case,
  keysOf,
  LIVING,
  page,
  type Query,
  REAL,
  SUBMITTED,
  shown,
  statesOf,
} from './case.ts';
import { materials } from './materials.ts';

const ALL_STATES = statesOf(LIVING);

const seenByAll = (
  list: string,
  {
    query = {},
    where = REAL,
    ...more
  }: { query?: Query; where?: Sql; role?: BuiltInRole; kind?: Case['kind'] } = {},
): Case => ({
  ...{
    list,
    kind: 'first',
    role: 'reviewer',
    endpoint: listApplications,
    query,
    ask: applications.listApplications,
  },
  bare: (actor) => ({
    rows: shown(actor, keysOf(and(LIVING, where), SUBMITTED, Number(query.offset ?? 1))),
    counts: ALL_STATES,
  }),
  ...more,
});
const inState = (state: string) => sql`a.state = ${state}`;

/** Who sees what is assigned to them, and what nobody has of their state: two ways, each by its index. */
const ownKeys = ({ userId, role }: Actor, state: string, narrowed = sql``): [Sql, Sql] => {
  const workers = sql`(select u.id from identity.users u join roles.roles r on r.id = u.role_id where r.code = ${role})`;
  return [
    sql`select a.* from applications.applications a where ${LIVING} and ${REAL} and a.assignee_id = ${userId} ${narrowed}`,
    sql`select a.* from applications.applications a where ${LIVING} and a.state = ${state}
      and (a.assignee_id is null or a.assignee_id not in ${workers}) ${narrowed}`,
  ];
};
const ownBare =
  (state: string, only?: string): Case['bare'] =>
  (actor) => {
    const narrowed = only ? sql`and a.state = ${only}` : sql``;
    const [own, free] = ownKeys(actor, state, sql`${narrowed} ${page(SUBMITTED)}`);
    const [allOwn, allFree] = ownKeys(actor, state);
    return {
      rows: shown(actor, sql`select * from ((${own}) union all (${free})) a ${page(SUBMITTED)}`),
      counts: sql`select state, count(*) from (${allOwn} union all ${allFree}) a group by state`,
    };
  };
const worker = (list: string, role: BuiltInRole, state: string, only?: string): Case => ({
  ...{ list, kind: 'first', role, endpoint: listApplications, query: only ? { stateId: only } : {} },
  ...{ ask: applications.listApplications, bare: ownBare(state, only) },
});

/** An open step `s` of the planning authority is the shortest way to what waits at a desk. */
const AT_DESKS = sql`applications.noc_steps s join applications.applications a on a.id = s.application_id`;
const WAITS_AT_DESK = sql`s.state = 'OPEN' and ${LIVING} and a.state = 'WAITING_FOR_REVIEW'`;
const deskRows = (actor: Actor, where: Sql): Sql<{ id: string }> =>
  shownAtDesks(
    actor,
    sql`select a.*, coalesce(a.applicant ->> 'name', '') as "applicantName",
      a.plot_number as "plotNumber", a.submitted_at as "submittedAt", s.role_code as "deskRole", s.desk_id,
      s.opened_at as "deskSince", s.due_at as "deskDueAt", s.reminded_at as "remindedAt", s.remind_from as "remindFrom",
      s.role_code = ${actor.role} as mine, s.due_at < now() as overdue
    from ${AT_DESKS} where ${where} and ${WAITS_AT_DESK} ${page(sql`s.opened_at, a.id`)}`,
  ) as Sql<{
    id: string;
  }>;
const deskCounts = ({ role }: Actor): Sql => sql`select
  (select count(*) from ${AT_DESKS} where s.role_code = ${role} and s.state = 'OPEN' and ${LIVING} and a.state = 'WAITING_FOR_REVIEW') as mine,
  (select count(*) from applications.applications a where ${LIVING} and a.state = 'WAITING_FOR_REVIEW') as chain,
  (select count(*) from ${AT_DESKS} where s.role_code = ${role} and s.state in ('APPROVED', 'REJECTED') and ${LIVING}) as decided`;
const desk = (role: BuiltInRole, chosen: 'mine' | 'chain'): Case => ({
  ...{ list: `noc ${chosen} (${role})`, kind: 'first', role, endpoint: listNoc, query: { desk: chosen } },
  ...{ ask: nocOf },
  bare: (actor) => ({
    rows: deskRows(actor, chosen === 'mine' ? sql`s.role_code = ${role}` : sql`true`),
    counts: deskCounts(actor),
  }),
});

const ordersOf = (db: Db | Tx, actor: Actor, query: Parameters<typeof pagesOf>[2]) =>
  pagesOf(db, actor, query, receiptOfCharge);
const ASKED = sql`o.asked_at desc nulls last, o.id`;
/** Orders `o` of a select, with what their row shows. */
const orderRows = (actor: Actor, where: Sql, offset = 1): Sql<{ id: string }> =>
  sql`select ${itemColumns(actor)}, ${listColumns(actor)}
    from ${joined(sql`(select * from work_orders.orders o where ${where} ${page(ASKED, offset)})`)}
      ${joinReceipt(actor, receiptOfCharge)} order by ${ASKED}`;
const orderStates = (where: Sql): Sql =>
  sql`select o.state, count(*) from work_orders.orders o where ${where} group by o.state`;
const stateIn = (...states: string[]) => sql`o.state in (${sql.join(states)})`;
const orders = (
  list: string,
  where: Sql,
  {
    query = {},
    counted = where,
    ...more
  }: { query?: Query; counted?: Sql; role?: BuiltInRole; kind?: Case['kind'] } = {},
): Case => ({
  ...{ list, kind: 'first', role: 'engineer', endpoint: listOrders, query, ask: ordersOf },
  bare: (actor) => ({
    rows: orderRows(actor, where, Number(query.offset ?? 1)),
    counts: orderStates(counted),
  }),
  ...more,
});
/** Whose the order is, and who asked for it: two ways, each by its index. */
const ofPerson = ({ userId }: Actor, where = sql`true`, rest = sql``): Sql => {
  const way = (column: Sql) =>
    sql`select * from work_orders.orders o where ${column} = ${userId} and ${where} ${rest}`;
  return sql`(${way(sql`o.crew_id`)}) union (${way(sql`o.asked_by`)})`;
};
const countsOf = (orders: Sql): Sql => sql`select o.state, count(*) from (${orders}) o group by o.state`;
const crew: Case = {
  ...{
    list: 'work orders of an installer',
    kind: 'first',
    role: 'installer',
    endpoint: listOrders,
    query: {},
    ask: ordersOf,
  },
  bare: (actor) => ({
    rows: orderRows(actor, sql`o.id in (select id from (${ofPerson(actor, sql`true`, page(ASKED))}) o)`),
    counts: countsOf(ofPerson(actor)),
  }),
};

const OPEN = ['PENDING', 'ON_REVIEW', 'ACCEPTED', 'ASSIGNED', 'IN_PROGRESS', 'RE_OPEN'];
const OPEN_ORDERS = stateIn(...OPEN);
/** What the work lists and the menu's badges count. */
const LISTED_ORDERS = stateIn(...OPEN, 'COMPLETED');
const counters = (role: BuiltInRole, bare: (actor: Actor) => Sql): Case => ({
  ...{ list: `counter-items (${role})`, kind: 'counters', role, endpoint: counterItems, query: {} },
  ask: (db, actor) => Promise.all([applicationBadges(db, actor), workOrderBadges(db, actor)]),
  bare: (actor) => ({ counts: bare(actor) }),
});
const both = (first: Sql, second: Sql) => sql`(${first}) union all (${second})`;
const IN_STATES = sql`${LIVING} and a.state in ('DRAFT', 'PENDING', 'WAITING_FOR_REVIEW', 'WAITING_FOR_METER_NUMBER', 'READY_TO_SURVEY',
  'READY_TO_PAY', 'READY_FOR_METER_INSTALLATION')`;
const freeOf = (actor: Actor, state: string): Sql => {
  const [own, free] = ownKeys(actor, state, sql`and a.state = ${state}`);
  return sql`select state, count(*) from (${own} union all ${free}) a group by state`;
};
const tabs = (role: BuiltInRole, bare: (actor: Actor) => Sql): Case => ({
  ...{
    list: `stage tabs (${role})`,
    kind: 'counters',
    role,
    endpoint: listApplications,
    query: { limit: 1 },
  },
  ask: (db, actor) => applications.applicationCounts(db, actor),
  bare: (actor) => ({ counts: bare(actor) }),
});

/** @param sector settings.sectors.id */
export function casesOf(sector: string): Case[] {
  const inSector = sql`a.road_id in (select id from settings.roads where sector_id = ${sector})`;
  const orderInSector = sql`o.road_id in (select id from settings.roads where sector_id = ${sector})`;
  const like = (text: string) => sql`a.search like ${`%${text}%`}`;
  const late = and(OPEN_ORDERS, sql`o.due_at < now()`);
  return [
    seenByAll('all applications'),
    materials('materials of surveys', '-submittedAt', SUBMITTED),
    materials(
      'materials of surveys by day',
      '-visitedOn',
      sql`a.visited_on desc nulls last, a.id`,
      sql`s.visited_on desc nulls last, s.application_id`,
    ),
    seenByAll('new applications', { query: { stateId: 'PENDING' }, where: inState('PENDING') }),
    seenByAll('connection letters', {
      ...{ query: { stateId: 'WAITING_FOR_METER_NUMBER' }, where: inState('WAITING_FOR_METER_NUMBER') },
    }),
    seenByAll('surveys', {
      query: { stateId: 'READY_TO_SURVEY' },
      where: inState('READY_TO_SURVEY'),
      role: 'engineer',
    }),
    seenByAll('demand notes', {
      query: { stateId: 'READY_TO_PAY' },
      where: inState('READY_TO_PAY'),
      role: 'cashier',
    }),
    seenByAll('installations', {
      ...{
        query: { stateId: 'READY_FOR_METER_INSTALLATION' },
        where: inState('READY_FOR_METER_INSTALLATION'),
      },
      role: 'engineer',
    }),
    {
      ...{
        list: 'archived applications',
        kind: 'first',
        role: 'reviewer',
        endpoint: listArchived,
        query: {},
      },
      ask: applications.listArchived,
      bare: (actor) => {
        const archived = sql`a.deleted_at is null and a.archived_at is not null`;
        const order = sql`a.archived_at desc nulls last, a.id`;
        return { rows: shown(actor, keysOf(archived, order), order), counts: statesOf(archived) };
      },
    },
    {
      ...{
        list: 'quick applications',
        kind: 'first',
        role: 'reviewer',
        endpoint: listDrafts,
        query: {},
        ask: draftsOf,
      },
      bare: (actor) => {
        const drafts = and(LIVING, inState('DRAFT'));
        const order = sql`a.saved_at desc nulls last, a.id`;
        return { rows: shown(actor, keysOf(drafts, order), order), counts: ALL_STATES };
      },
    },
    {
      ...{
        list: 'quick applications that were submitted',
        kind: 'first',
        role: 'reviewer',
        endpoint: listDrafts,
      },
      ...{ query: { converted: true }, ask: draftsOf },
      bare: (actor) => {
        const order = sql`a.saved_at desc nulls last, a.id`;
        return {
          rows: shown(actor, keysOf(and(LIVING, REAL), order), order),
          counts: ALL_STATES,
        };
      },
    },
    worker('all applications of a surveyor', 'surveyor', 'READY_TO_SURVEY'),
    worker('surveys of a surveyor', 'surveyor', 'READY_TO_SURVEY', 'READY_TO_SURVEY'),
    worker('all applications of an installer', 'installer', 'READY_FOR_METER_INSTALLATION'),
    worker(
      'installations of an installer',
      'installer',
      'READY_FOR_METER_INSTALLATION',
      'READY_FOR_METER_INSTALLATION',
    ),
    desk('reviewer', 'chain'),
    desk('rajukSAE', 'mine'),
    desk('rajukAE', 'mine'),
    desk('rajukPM', 'mine'),
    desk('rajukPD', 'chain'),
    {
      ...{
        list: 'own applications of a household',
        kind: 'first',
        role: 'consumer',
        endpoint: listApplications,
      },
      ...{ query: { limit: 100 }, ask: applications.listApplications },
      bare: (actor) => {
        const own = and(LIVING, sql`a.consumer_id = ${actor.consumerId}`);
        return { rows: shown(actor, keysOf(and(own, REAL))), counts: statesOf(own) };
      },
    },
    orders('all work orders', sql`true`),
    orders('requests', stateIn('PENDING'), { query: { stage: 'requests' } }),
    orders('repair requests', and(stateIn('PENDING'), sql`o.asked_as = 'CONSUMER'`), {
      query: { stage: 'requests', askedAs: 'CONSUMER' },
    }),
    orders('work order process', stateIn('ACCEPTED', 'RE_OPEN', 'ASSIGNED', 'IN_PROGRESS'), {
      query: { stage: 'process' },
    }),
    orders('review and verify', stateIn('ON_REVIEW', 'COMPLETED'), { query: { stage: 'review' } }),
    orders(
      'work order payment',
      sql`o.charge_minor is not null and (o.paid_minor > 0 or (o.state = 'ON_REVIEW' and o.waived_by is null))`,
      {
        ...{ query: { charged: true }, role: 'cashier' },
      },
    ),
    crew,
    {
      ...orders('own work orders of a household', sql`true`, { role: 'consumer' }),
      bare: (actor) => {
        const own = sql`o.consumer_id = ${actor.consumerId}`;
        return { rows: orderRows(actor, own), counts: orderStates(own) };
      },
    },
    counters('admin', () => both(statesOf(IN_STATES), orderStates(LISTED_ORDERS))),
    counters('reviewer', () => both(statesOf(IN_STATES), orderStates(LISTED_ORDERS))),
    counters('engineer', () => both(statesOf(IN_STATES), orderStates(LISTED_ORDERS))),
    counters('cashier', () => both(statesOf(IN_STATES), orderStates(LISTED_ORDERS))),
    counters('surveyor', (actor) => freeOf(actor, 'READY_TO_SURVEY')),
    counters('installer', (actor) =>
      both(freeOf(actor, 'READY_FOR_METER_INSTALLATION'), countsOf(ofPerson(actor, LISTED_ORDERS))),
    ),
    counters(
      'rajukSAE',
      (actor) => sql`select a.state, count(*) from ${AT_DESKS}
      where s.role_code = ${actor.role} and ${LIVING} and a.state = 'WAITING_FOR_REVIEW' group by a.state`,
    ),
    tabs('reviewer', () => ALL_STATES),
    tabs('surveyor', (actor) => ownBare('READY_TO_SURVEY')(actor).counts),
    // Filtered, searched and deep pages are told, and not held to the ratio.
    seenByAll('applications in a state', {
      kind: 'filter',
      query: { stateId: 'CONNECTED' },
      where: inState('CONNECTED'),
    }),
    seenByAll('applications in a sector', {
      kind: 'filter',
      query: { sectorId: sector },
      where: and(REAL, inSector),
    }),
    seenByAll('late applications', {
      kind: 'filter',
      query: { overdue: true },
      where: and(REAL, sql`a.due_at < now()`),
    }),
    seenByAll('a common name', {
      kind: 'search',
      query: { search: 'rahima begum' },
      where: and(REAL, like('rahima begum')),
    }),
    seenByAll('a telephone number', {
      kind: 'search',
      query: { search: '01712001234' },
      where: and(REAL, like('01712001234')),
    }),
    seenByAll('page 4,000 of all applications', { kind: 'deep', query: { offset: 4000 } }),
    orders('work orders in a state', stateIn('CLOSED'), {
      kind: 'filter',
      query: { state: 'CLOSED' },
      counted: sql`true`,
    }),
    orders('work orders in a sector', orderInSector, { kind: 'filter', query: { sectorId: sector } }),
    orders('late work orders', late, { kind: 'filter', query: { late: true } }),
    orders('a plot of work orders', sql`(lower(o.plot_number) = '4711' or o.description ilike '%4711%')`, {
      ...{ kind: 'search', query: { search: '4711' } },
    }),
    orders('page 4,000 of all work orders', sql`true`, { kind: 'deep', query: { offset: 4000 } }),
  ];
}
