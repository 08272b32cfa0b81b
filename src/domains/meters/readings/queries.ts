import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, one, PLANNED_ONCE, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Page, Paging } from '#shared/paging.ts';
import { plateHas } from '../by-number.ts';
import type { ListedReading, Reading, RouteRow } from './contract.ts';
import { monthInForce } from './month-in-force.rules.ts';
import { allowed, isBelowEstimate, type ReviewFacts } from './reading.rules.ts';
import { isInstalledFor, isPassedOver, stillToRead } from './still-to-read.ts';

/** WHERE condition on connections `c`: what the actor may see. */
export const visibleTo = (actor: Actor): Sql =>
  actor.kind === 'consumer' ? sql`c.consumer_id = ${actor.consumerId}::uuid` : sql`true`;

export type Maybe<T> = { [K in keyof T]?: T[K] | undefined };

export type ReadingFilters = Maybe<
  Record<'period' | 'state' | 'flag' | 'importId' | 'connectionId' | 'sectorId' | 'roadId', string>
> & { ids?: readonly string[] | undefined };

const WAITING: readonly string[] = ['CAPTURED', 'VALID', 'FLAGGED'];

/** Conditions on readings `r` of connections `c` along roads `d`. */
export function matching(filters: ReadingFilters): Sql {
  const { period, state, flag, importId, connectionId, sectorId, roadId } = filters;
  const conditions: Sql[] = [sql`r.state not in ('SUPERSEDED', 'VOID')`];
  if (state) conditions[0] = sql`r.state = ${state}`;
  // The same condition by the column that the index of waiting readings is made of.
  if (state && WAITING.includes(state)) conditions.push(sql`r.waiting`);
  if (filters.ids) conditions.push(sql`r.id = any(${filters.ids}::uuid[])`);
  if (period) conditions.push(sql`r.period = ${period}::date`);
  if (flag === 'any') conditions.push(sql`r.flags <> '{}'`);
  else if (flag === 'none') conditions.push(sql`r.flags = '{}'`);
  else if (flag) conditions.push(sql`${flag} = any (r.flags)`);
  if (importId) conditions.push(sql`r.import_id = ${importId}::uuid`);
  if (connectionId) conditions.push(sql`r.connection_id = ${connectionId}::uuid`);
  if (sectorId) conditions.push(sql`d.sector_id = ${sectorId}::uuid`);
  if (roadId) conditions.push(sql`d.id = ${roadId}::uuid`);
  return sql.join(conditions, sql` and `);
}

/**
 * The reader's way: sector, road (`way`), position along the road; numbers inside count as numbers. Roads are few, so they
 * are put in order first; what is along them is then sorted by whole numbers.
 */
export const roads = sql`(select d.id, d.number, d.sector_id, s.number as sector_number, row_number() over (
    order by concat_ws(' ', s.number, d.route_order, d.number) collate platform.natural, d.id) as way
  from settings.roads d join settings.sectors s on s.id = d.sector_id order by way)`;
/** Columns of connections `c` along roads `d`, and the order by them. */
export const routeColumns = sql`d.way, c.route_order as "routeOrder"`;
export const routeOrder = [sql`way`, sql`"routeOrder"`] as const;

/** Search in what is on a row: numbers from their start, names anywhere. */
export function searching(search: string | undefined): Sql {
  if (!search) return sql`true`;
  const latin = toLatinDigits(search);
  return sql`(${plateHas(search)} or c.number like ${containing(latin).slice(1)}
    or platform.plot_key(c.plot_number) = platform.plot_key(${latin}::text) or u.search like ${containing(search.toLowerCase())})`;
}

/** What a reading, its connection `c` and the road `d` say themselves. */
const own = sql`r.id, r.connection_id as "connectionId", c.number as "connectionNumber", c.consumer_id as "consumerId",
  r.meter_id as "meterId", d.sector_number as "sectorNumber", d.number as "roadNumber",
  c.plot_number as "plotNumber", r.period, r.read_on as "readOn", r.register_litres as "registerLitres",
  r.previous_litres as "previousLitres", r.previous_on as "previousOn", r.consumption_litres as "consumptionLitres",
  r.expected_litres as "expectedLitres", r.expected_from as "expectedFrom",
  case when r.expected_litres > 0
    then round((r.consumption_litres - r.expected_litres) * 100.0 / r.expected_litres)::bigint end as "deviationPercent",
  r.source, r.state, r.flags, r.figures, r.remark, r.taken_by as "takenById", r.replaces_other as "replacesOther",
  r.first_approved_by as "firstApprovedById", r.review_reason as "reviewReason",
  r.import_id as "importId", r.version, ${routeColumns}`;
/** Names of its meter, consumer and people. */
const names = sql`m.number as "meterNumber", u.name as "consumerName", u.name_bn as "consumerNameBn",
  taker.name as "takenBy", approver.name as "firstApprovedBy"`;
/** By which rule the reading was estimated. */
const methodOf = (id: Sql, period: Sql) =>
  sql`(select e.method from meters.estimates e where e.reading_id = ${id} and e.period = ${period}) as method`;
const columns = sql`${own}, ${names}, ${methodOf(sql`r.id`, sql`r.period`)}`;

const along = sql`from meters.readings r join meters.connections c on c.id = r.connection_id
  join ${roads} d on d.id = c.road_id`;
const from = sql`${along} join consumers.consumers u on u.id = c.consumer_id
  join meters.meters m on m.id = r.meter_id`;
/** Names of staff are closed to a consumer. */
const people = (actor: Actor, taker: Sql, approver: Sql): Sql =>
  actor.kind === 'consumer'
    ? sql`cross join (select null::text as name) taker cross join (select null::text as name) approver`
    : sql`left join identity.users taker on taker.id = ${taker} left join identity.users approver on approver.id = ${approver}`;
const withPeople = (actor: Actor) => people(actor, sql`r.taken_by`, sql`r.first_approved_by`);
/** The names of the rows of a page. */
const withNames = (actor: Actor) => (page: Sql) =>
  sql`select p.*, ${names}, ${methodOf(sql`p.id`, sql`p.period`)} from (${page}) p join consumers.consumers u on u.id = p."consumerId"
    join meters.meters m on m.id = p."meterId" ${people(actor, sql`p."takenById"`, sql`p."firstApprovedById"`)}`;

type Row = Omit<Reading, 'can'> & {
  takenById: string | null;
  firstApprovedById: string | null;
  replacesOther: boolean;
};

function withRights(row: Row, actor: Actor): Reading {
  const facts: ReviewFacts = {
    state: row.state,
    flags: row.flags,
    taken_by: row.takenById,
    first_approved_by: row.firstApprovedById,
    replaces_other: row.replacesOther,
    consumption_litres: row.consumptionLitres,
  };
  return { ...row, can: allowed(facts, actor) };
}

type ReadingQuery = ReadingFilters & Maybe<{ deviationAbove: number; search: string; sort: string }>;

export function readingList(actor: Actor, query: ReadingQuery): ListQuery {
  const far =
    query.deviationAbove === undefined
      ? sql`true`
      : sql`r.expected_litres > 0
          and abs(r.consumption_litres - r.expected_litres) * 100 >= r.expected_litres * ${query.deviationAbove}::bigint`;
  const where = sql`where ${visibleTo(actor)} and ${matching(query)} and ${far} and ${searching(query.search)}`;
  // If no name finds or sorts the rows, only those of the page get theirs.
  const isByName = Boolean(query.search) || /^-?meterNumber$/.test(query.sort ?? '');
  const rows = isByName
    ? { rows: sql`select ${columns} ${from} ${withPeople(actor)} ${where}` }
    : { rows: sql`select ${own} ${along} ${where}`, details: withNames(actor) };
  return {
    ...rows,
    // Each reading has its connection, meter, consumer and road: joined only if the rows are found by them.
    count: query.search
      ? sql`select count(*) as total ${from} ${where}`
      : sql`select count(*) as total from meters.readings r join meters.connections c on c.id = r.connection_id
          ${query.sectorId || query.roadId ? sql`join settings.roads d on d.id = c.road_id` : sql``} ${where}`,
    sorts: {
      route: routeOrder,
      deviation: sql`abs("deviationPercent")`,
      readOn: sql`"readOn"`,
      meterNumber: sql`"meterNumber"`,
      consumption: sql`"consumptionLitres"`,
    },
    tieBreak: sql`id`,
  };
}

export async function listReadings(
  db: Db | Tx,
  actor: Actor,
  query: Paging & ReadingQuery,
): Promise<Page<ListedReading>> {
  const page = await listPage<Row>(db, query, readingList(actor, query));
  const means = await yearMeans(db, page.items);
  return {
    ...page,
    items: page.items.map((row) => ({ ...withRights(row, actor), meanLitres: means.get(row.id) ?? null })),
  };
}

/** Mean use of the twelve months before each reading, for the rows of a page at once. */
async function yearMeans(
  db: Db | Tx,
  rows: readonly Pick<Row, 'id' | 'period'>[],
): Promise<Map<string, number>> {
  const means = await all<{ id: string; mean: number }>(
    db,
    sql`select r.id, m.mean from meters.readings r
      cross join lateral (
        select round(avg(p.consumption_litres))::bigint as mean from meters.readings p
        where p.connection_id = r.connection_id and p.living and p.period < r.period
          and p.period >= r.period - interval '12 months'
      ) m
      where r.id = any(${rows.map(({ id }) => id)}::uuid[])
        and r.period = any(${[...new Set(rows.map(({ period }) => period))]}::date[]) and m.mean is not null`,
  );
  return new Map(means.map(({ id, mean }) => [id, mean]));
}

export async function getReading(db: Db | Tx, actor: Actor, id: string): Promise<Reading> {
  const row = await first<Row>(
    db,
    sql`${PLANNED_ONCE} select ${columns} ${from} ${withPeople(actor)} where r.id = ${id} and ${visibleTo(actor)}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  return withRights(row, actor);
}

type PastReading = {
  period: string;
  consumptionLitres: number | null;
  registerLitres: number;
  state: string;
};

/** The twelve readings of the connection before this one, the newest first. */
export function readingHistory(
  db: Db | Tx,
  reading: { connectionId: string; period: string },
): Promise<PastReading[]> {
  return all(
    db,
    sql<PastReading>`select period, consumption_litres as "consumptionLitres", register_litres as "registerLitres", state
      from meters.readings
      where connection_id = ${reading.connectionId} and living and period < ${reading.period}::date
      order by period desc limit 12`,
  );
}

export type LockedReading = ReviewFacts & {
  id: string;
  version: number;
  connection_id: string;
  period: string;
  register_litres: number;
  source: string;
};

/** Whether the reading of this connection and month takes the place of one that somebody else than `who` took. */
export const replacesOther = (connectionId: Sql, period: Sql, who: string | null): Sql =>
  sql`exists (select from meters.readings o where o.connection_id = ${connectionId} and o.period = ${period}
    and not o.living and o.taken_by is distinct from ${who}::uuid)`;

/** Condition on a reading `e`: it is of an earlier month of the connection, and nobody has decided it yet. */
export const openBefore = (connectionId: Sql, period: Sql): Sql =>
  sql`e.connection_id = ${connectionId} and e.period < ${period} and e.living and e.waiting`;

/** Condition on a reading `r`: the figure with which a meter went is in its use, and nobody has confirmed it. */
export const restsOnUnconfirmed: Sql = sql`exists (
  select from meters.assignments p where p.connection_id = r.connection_id and p.final_status = 'DUMPED_PENDING'
    and p.removed_on between r.previous_on and r.read_on)`;

/** Condition on a reading `r`: its use was measured from a figure that is still open. */
export const restsOnOpen: Sql = sql`(${restsOnUnconfirmed} or exists (
  select from meters.readings e where ${openBefore(sql`r.connection_id`, sql`r.period`)}))`;

/** The row itself, held until the end of the transaction. */
export async function lockReading(tx: Tx, actor: Actor, id: string): Promise<LockedReading> {
  const row = await first<LockedReading>(
    tx,
    sql`select r.id, r.version, r.connection_id, r.period, r.register_litres, r.source, r.state, r.flags, r.taken_by,
        r.first_approved_by, r.replaces_other, r.consumption_litres
      from meters.readings r join meters.connections c on c.id = r.connection_id
      where r.id = ${id} and ${visibleTo(actor)} for update of r`,
  );
  if (!row) throw fail(commonErrors.not_found);
  return row;
}

/** True if one of `flags` asks for two approvers: by the check of the category of connection `c`, else by that of all. */
export const flagsNeedTwo = (flags: Sql): Sql => sql`exists (
  select from unnest(${flags}) as flag cross join lateral (
    select effect from meters.reading_checks k where k.code = flag and k.category in (c.category, '*')
    order by k.category = '*' limit 1
  ) k where k.effect = 'SECOND_APPROVER')`;

/** Whether one of the reading's flags asks for two approvers; so does a household's own figure that would lower its bills. */
export async function needsTwo(tx: Tx, reading: LockedReading): Promise<boolean> {
  const { two } = await one<{ two: boolean }>(
    tx,
    sql`select ${flagsNeedTwo(sql`${reading.flags}::text[]`)} or ${isBelowEstimate(reading) && reading.source === 'SELF'} as two from meters.connections c
      where c.id = ${reading.connection_id}`,
  );
  return two;
}

type RouteQuery = Paging & ReadingFilters & Maybe<{ read: 'yes' | 'no'; after: string }>;
type RouteRecord = Omit<RouteRow, 'reading'> & { reading: RouteRow['reading'] };

/** Every connection that has a meter now, with its reading of the month if there is one. */
export function listRoute(db: Db | Tx, actor: Actor, query: RouteQuery): Promise<Page<RouteRow>> {
  return listPage<RouteRecord>(db, query, routeList(actor, query));
}

export function routeList(actor: Actor, query: Omit<RouteQuery, 'limit' | 'offset' | 'sort'>): ListQuery {
  const period = query.period ?? monthInForce(actor.today);
  const conditions = [visibleTo(actor), searching(query.search), sql`c.status = 'active'`];
  if (query.sectorId) conditions.push(sql`d.sector_id = ${query.sectorId}::uuid`);
  if (query.roadId) conditions.push(sql`d.id = ${query.roadId}::uuid`);
  const isUnread = query.read === 'no';
  conditions.push(isUnread ? stillToRead(period) : sql`c.metered_on is not null`);
  const ofMonth = sql`r.connection_id = c.id and r.period = ${period}::date and r.living
    and ${query.state ? sql`r.state = ${query.state}` : sql`true`}`;
  const isRead = query.read === 'yes' || query.state !== undefined;
  if (isRead) conditions.push(sql`exists (select from meters.readings r where ${ofMonth})`);
  if (query.after) {
    conditions.push(sql`(d.way, c.route_order, c.id) > (select d.way, c.route_order, c.id from meters.connections c
      join ${roads} d on d.id = c.road_id where c.id = ${query.after}::uuid)`);
  }
  const where = sql.join(conditions, sql` and `);
  // Meter and consumer are joined only if the rows are found by them; the page looks them up for its own rows.
  const named = sql`join meters.assignments a on a.connection_id = c.id and a.removed_on is null
    join meters.meters m on m.id = a.meter_id join consumers.consumers u on u.id = c.consumer_id`;
  const source = sql`from meters.connections c join ${roads} d on d.id = c.road_id ${query.search ? named : sql``}`;
  return {
    rows: sql`select c.id as "connectionId", c.number as "connectionNumber", c.consumer_id,
        d.sector_number as "sectorNumber", d.number as "roadNumber", c.plot_number as "plotNumber", ${routeColumns},
        (select u.name from consumers.consumers u where u.id = c.consumer_id) as "consumerName",
        (select m.number from meters.assignments a join meters.meters m on m.id = a.meter_id
          where a.connection_id = c.id and a.removed_on is null) as "meterNumber"
      ${source} where ${where}`,
    details: (
      page,
    ) => sql`select c.*, u.name_bn as "consumerNameBn", m.id as "meterId", m.register_digits as "registerDigits",
        r.consumption_litres, coalesce(r.previous_litres, p.register_litres, a.opening_litres) as "previousLitres",
        coalesce(r.previous_on, p.read_on, a.installed_on) as "previousOn",
        case when r.id is not null then jsonb_build_object('id', r.id, 'readOn', r.read_on,
          'registerLitres', r.register_litres, 'consumptionLitres', r.consumption_litres, 'state', r.state,
          'flags', r.flags, 'version', r.version) end as reading,
        case when r.id is not null then null when not ${isInstalledFor(period)} then 'CONNECTED_LATER'
          when ${isPassedOver(period)} then 'LATER_MONTH_READ' end as "notToRead"
      from (select *, "connectionId" as id from (${page}) l) c
      join meters.assignments a on a.connection_id = c.id and a.removed_on is null
      join meters.meters m on m.id = a.meter_id
      join consumers.consumers u on u.id = c.consumer_id
      left join lateral (select r.* from meters.readings r where ${ofMonth} order by r.read_on desc, r.id desc limit 1) r on true
      left join lateral (
        select l.register_litres, l.read_on from meters.readings l
        where l.connection_id = c.id and l.meter_id = m.id and l.living and l.period < ${period}::date
        order by l.period desc limit 1
      ) p on r.id is null`,
    count: sql`select count(*) as total ${source} where ${where}`,
    sorts: {
      route: routeOrder,
      consumerName: sql`"consumerName"`,
      meterNumber: sql`"meterNumber"`,
    },
    tieBreak: sql`"connectionId"`,
  };
}

const MONTHS_OF_USE = 24;

/** Use by month over all connections that a consumer has now; readings that wait for a reviewer count as they are. */
export async function listUse(db: Db | Tx, actor: Actor, consumerId: string) {
  const last = firstOfMonth(actor.today);
  const from = addMonths(last, 1 - MONTHS_OF_USE);
  const points = await all<{ period: string; litres: number | null }>(
    db,
    sql`select m::date as period, used.litres
      from generate_series(${from}::date, ${last}::date, interval '1 month') m
      left join (
        select r.period, sum(r.consumption_litres)::bigint as litres
        from meters.connections c join meters.readings r on r.connection_id = c.id and r.living and r.period >= ${from}
        where c.consumer_id = ${consumerId} and ${visibleTo(actor)} group by r.period
      ) used on used.period = m order by m`,
  );
  return { points };
}

/** The reading that was billed for a connection and month, or undefined. */
export function billedReading(
  tx: Tx,
  bill: { connectionId: string; period: string },
): Promise<{ id: string; registerLitres: number } | undefined> {
  return first(
    tx,
    sql`select id, register_litres as "registerLitres" from meters.readings
      where connection_id = ${bill.connectionId} and period = ${bill.period}::date and living and state = 'BILLED'
      order by read_on desc, id desc limit 1`,
  );
}

/** Billed readings of the months after a bill, in order of time: the first `most` of them. */
export function billedReadingsAfter(
  db: Db | Tx,
  bill: { connectionId: string; period: string },
  most: number,
): Promise<
  { readingId: string; period: string; readOn: string; registerLitres: number; isEstimate: boolean }[]
> {
  return all(
    db,
    sql`select id as "readingId", period, read_on as "readOn", register_litres as "registerLitres", source = 'ESTIMATE' as "isEstimate"
      from meters.readings where connection_id = ${bill.connectionId} and period > ${bill.period}::date and living and state = 'BILLED'
      order by period, read_on limit ${most}`,
  );
}
