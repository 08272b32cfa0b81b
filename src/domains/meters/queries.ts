/** Questions about meters and connections. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type ListQuery, listPage, wholeList } from '#platform/database/lists.ts';
import { addMonths } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Minor } from '#shared/money.ts';
import type { Page, Paging } from '#shared/paging.ts';
import { isReopenable, isReopenableWithoutMeter, lastOfClosed } from './closure/last-reading.ts';
import type { Connection, Meter } from './contract.ts';
import { monthInForce } from './readings/month-in-force.rules.ts';
import { type Maybe, roads, routeColumns, routeOrder, searching, visibleTo } from './readings/queries.ts';
import { stillToRead } from './readings/still-to-read.ts';
import { isScrapAsked, ofAge } from './store/queries.ts';
import { type AgeGroup, type MeterMove, movesOf } from './store/store.rules.ts';

type PlaceFilters = Maybe<{ sectorId: string; roadId: string }>;

const inPlace = ({ sectorId, roadId }: PlaceFilters): Sql =>
  sql`(${sectorId ?? null}::uuid is null or d.sector_id = ${sectorId ?? null}::uuid)
    and (${roadId ?? null}::uuid is null or d.id = ${roadId ?? null}::uuid)`;

const meterColumns = sql`m.id, m.number, m.make, m.size_mm as "sizeMm", m.register_digits as "registerDigits", m.status,
  m.seal_number as "sealNumber", c.id as "connectionId", c.number as "connectionNumber", u.name as "consumerName", u.name_bn as "consumerNameBn",
  s.number as "sectorNumber", d.number as "roadNumber", c.plot_number as "plotNumber", a.installed_on as "installedOn",
  a.opening_litres as "openingLitres", l.period as "lastPeriod", l.read_on as "lastReadOn",
  l.register_litres as "lastLitres", m.aged_from as "agedFrom", m.version`;

const meterFrom = sql`from meters.meters m
  left join meters.assignments a on a.meter_id = m.id and a.removed_on is null
  left join meters.connections c on c.id = a.connection_id
  left join consumers.consumers u on u.id = c.consumer_id
  left join settings.roads d on d.id = c.road_id left join settings.sectors s on s.id = d.sector_id`;

const lastReading = sql`left join lateral (
    select r.period, r.read_on, r.register_litres from meters.readings r
    where r.connection_id = a.connection_id and r.meter_id = m.id and r.living order by r.period desc limit 1
  ) l on true`;

type MeterFilters = PlaceFilters &
  Maybe<{
    type: 'active' | 'all';
    status: string;
    sizeMm: number;
    age: AgeGroup;
    scrapAsked: boolean;
    search: string;
  }>;

export function meterList(actor: Actor, query: MeterFilters): ListQuery {
  const conditions = [
    inPlace(query),
    searching(query.search),
    actor.kind === 'consumer' ? visibleTo(actor) : sql`true`,
  ];
  if (query.type === 'active') conditions.push(sql`a.id is not null`);
  if (query.status) conditions.push(sql`m.status = ${query.status}`);
  if (query.sizeMm) conditions.push(sql`m.size_mm = ${query.sizeMm}`);
  if (query.age) conditions.push(ofAge(actor.today, query.age));
  if (query.scrapAsked !== undefined)
    conditions.push(query.scrapAsked ? isScrapAsked : sql`not ${isScrapAsked}`);
  const where = sql.join(conditions, sql` and `);
  return {
    rows: sql`select ${meterColumns} ${meterFrom} ${lastReading} where ${where}`,
    count: sql`select count(*) as total ${meterFrom} where ${where}`,
    sorts: {
      number: sql`number`,
      installedOn: sql`"installedOn"`,
      lastReadOn: sql`"lastReadOn"`,
      status: sql`status`,
    },
    tieBreak: sql`id`,
  };
}

export function listMeters(db: Db | Tx, actor: Actor, query: Paging & MeterFilters): Promise<Page<Meter>> {
  return listPage(db, query, meterList(actor, query));
}

type Place = {
  connectionId: string;
  connectionNumber: string;
  installedOn: string;
  openingLitres: number;
  removedOn: string | null;
  finalLitres: number | null;
  isReopenable: boolean;
};
type Worth = { madeYear: number | null; valueMinor: Minor | null };
type Past = {
  id: string;
  period: string;
  readOn: string;
  registerLitres: number;
  consumptionLitres: number | null;
  state: string;
  flags: string[];
};

export async function getMeter(
  db: Db | Tx,
  actor: Actor,
  id: string,
): Promise<Meter & Worth & { assignments: Place[]; readings: Past[]; can: MeterMove[] }> {
  const meter = await first<Meter & Worth>(
    db,
    sql`select ${meterColumns}, m.made_year as "madeYear", m.value_minor as "valueMinor" ${meterFrom} ${lastReading} where m.id = ${id}
      and ${actor.kind === 'consumer' ? visibleTo(actor) : sql`true`}`,
  );
  if (!meter) throw fail(commonErrors.not_found);
  const assignments = await all<Place>(
    db,
    sql`select a.connection_id as "connectionId", c.number as "connectionNumber", a.installed_on as "installedOn",
        a.opening_litres as "openingLitres", a.removed_on as "removedOn",
        coalesce(a.final_litres, l.register_litres) as "finalLitres",
        ${isReopenable} and l.state is distinct from 'BILLED'
          and not exists (select from meters.connections f where f.follows_id = c.id) as "isReopenable"
      from meters.assignments a join meters.connections c on c.id = a.connection_id
      left join lateral (${lastOfClosed(sql`r.register_litres, r.state`)}) l on true
      where a.meter_id = ${id} order by a.installed_on desc`,
  );
  const readings = await all<Past>(
    db,
    sql`select id, period, read_on as "readOn", register_litres as "registerLitres",
        consumption_litres as "consumptionLitres", state, flags
      from meters.readings where meter_id = ${id} and living order by period desc limit 12`,
  );
  return { ...meter, assignments, readings, can: movesOf(meter.status, actor.permissions) };
}

type Unread = {
  meterId: string;
  meterNumber: string;
  connectionId: string;
  connectionNumber: string;
  consumerName: string;
  consumerNameBn: string | null;
  sectorNumber: string;
  roadNumber: string;
  plotNumber: string;
  lastPeriod: string | null;
  lastReadOn: string | null;
  lastLitres: number | null;
  monthsUnread: number;
};
type UnreadFilters = { period: string; passedOver: boolean; monthsUnread: number; search: string };

/** The last reading before the month of a meter that is not read, over assignments `a`. */
const lastBefore = (period: string, columns: Sql) => sql`select ${columns} from meters.readings l
  where l.connection_id = a.connection_id and l.meter_id = a.meter_id and l.living and l.period < ${period}::date
  order by l.period desc limit 1`;

/** Months unread count from the last reading, or from the installation, up to the month asked for. */
function monthsUnread(period: string): Sql {
  const since = sql`coalesce((${lastBefore(period, sql`l.period`)}), date_trunc('month', a.installed_on)::date)`;
  return sql`(select greatest(1, ((extract(year from ${period}::date) - extract(year from x.since)) * 12
    + extract(month from ${period}::date) - extract(month from x.since))::int) from (select ${since} as since) x)`;
}

/** Condition on a connection `c`: its meter was there, the month has no reading, and a later one has. */
const isPassedOverList = (period: string): Sql =>
  sql`c.status = 'active' and c.metered_on < ${addMonths(period, 1)}::date and c.last_read > ${period}::date and not exists (
    select from meters.readings r where r.connection_id = c.id and r.period = ${period}::date and r.living)`;

/** Meters in use that can still be read for the month; or those that were passed over, because a later month is read. */
export function unreadList(actor: Actor, query: PlaceFilters & Maybe<UnreadFilters>): ListQuery {
  const period = query.period ?? monthInForce(actor.today);
  const months = monthsUnread(period);
  const { sectorId, roadId } = query;
  const placed = sql`c.road_id in (select d.id from settings.roads d where ${inPlace(query)})`;
  const conditions = [
    query.passedOver ? isPassedOverList(period) : stillToRead(period),
    ...[visibleTo(actor), searching(query.search), sectorId || roadId ? placed : sql`true`],
    query.monthsUnread === undefined ? sql`true` : sql`${months} >= ${query.monthsUnread}`,
  ];
  const where = sql.join(conditions, sql` and `);
  // The meter is looked up for the rows of the page only, unless they are found by it.
  const isByMeter = query.search !== undefined || query.monthsUnread !== undefined;
  const installed = sql`join meters.assignments a on a.connection_id = c.id and a.removed_on is null`;
  const named = query.search
    ? sql`join meters.meters m on m.id = a.meter_id join consumers.consumers u on u.id = c.consumer_id`
    : sql``;
  const source = sql`from meters.connections c ${isByMeter ? sql`${installed} ${named}` : sql``}`;
  return {
    // Names and months are looked up for the rows of the page only, unless the order asks for them.
    rows: sql`select a.*, a.meter_id as "meterId", a.connection_id as "connectionId",
        (select m.number from meters.meters m where m.id = a.meter_id) as "meterNumber",
        (select u.name from consumers.consumers u where u.id = a.consumer_id) as "consumerName",
        ${months} as "monthsUnread"
      from (select c.id as connection_id, c.metered_on as installed_on, c.consumer_id, ${routeColumns},
          (select x.meter_id from meters.assignments x where x.connection_id = c.id and x.removed_on is null) as meter_id,
          d.sector_number as "sectorNumber", d.number as "roadNumber"
        ${source} join ${roads} d on d.id = c.road_id where ${where}) a`,
    details: (page) => sql`select p.*, c.number as "connectionNumber", u.name_bn as "consumerNameBn",
        c.plot_number as "plotNumber", l.period as "lastPeriod", l.read_on as "lastReadOn", l.register_litres as "lastLitres"
      from (${page}) p join meters.assignments a on a.connection_id = p."connectionId" and a.removed_on is null
      join meters.connections c on c.id = a.connection_id join consumers.consumers u on u.id = c.consumer_id
      left join lateral (${lastBefore(period, sql`l.period, l.read_on, l.register_litres`)}) l on true`,
    sorts: {
      route: routeOrder,
      monthsUnread: sql`"monthsUnread"`,
      meterNumber: sql`"meterNumber"`,
      consumerName: sql`"consumerName"`,
    },
    tieBreak: sql`"connectionId"`,
    count: sql`select count(*) as total ${source} where ${where}`,
  };
}

/** All of them in the reader's order, as a relation. */
export function unreadRows(actor: Actor, query: PlaceFilters & Maybe<UnreadFilters>): Sql {
  return wholeList('route', unreadList(actor, query));
}

export function listUnread(
  db: Db | Tx,
  actor: Actor,
  query: Paging & PlaceFilters & Maybe<UnreadFilters>,
): Promise<Page<Unread>> {
  return listPage(db, query, unreadList(actor, query));
}

type ConnectionFilters = PlaceFilters &
  Maybe<{ status: string; category: string; consumerId: string; search: string }>;

export function connectionList(actor: Actor, query: ConnectionFilters): ListQuery {
  const conditions = [visibleTo(actor), inPlace(query), searching(query.search)];
  if (query.status) conditions.push(sql`c.status = ${query.status}`);
  if (query.category) conditions.push(sql`c.category = ${query.category}`);
  if (query.consumerId) conditions.push(sql`c.consumer_id = ${query.consumerId}`);
  const where = sql.join(conditions, sql` and `);
  const source = sql`from meters.connections c
    join consumers.consumers u on u.id = c.consumer_id
    join ${roads} d on d.id = c.road_id
    left join meters.assignments a on a.connection_id = c.id and a.removed_on is null
    left join meters.meters m on m.id = a.meter_id`;
  return {
    rows: sql`select c.id, c.number, c.consumer_id as "consumerId", u.number as "consumerNumber", u.name as "consumerName", u.name_bn as "consumerNameBn",
        d.sector_number as "sectorNumber", d.number as "roadNumber", c.plot_number as "plotNumber", c.category,
        c.pipe_size_mm as "pipeSizeMm", c.status, c.connected_on as "connectedOn", m.id as "meterId",
        m.number as "meterNumber", m.status as "meterStatus", a.installed_on as "installedOn",
        ${actor.kind === 'consumer' ? sql`false` : isReopenableWithoutMeter} as "isReopenable", ${routeColumns}
      ${source} where ${where}`,
    count: sql`select count(*) as total ${source} where ${where}`,
    sorts: {
      number: sql`number`,
      consumerName: sql`"consumerName"`,
      route: routeOrder,
      connectedOn: sql`"connectedOn"`,
    },
    tieBreak: sql`id`,
  };
}

export function listConnections(
  db: Db | Tx,
  actor: Actor,
  query: Paging & ConnectionFilters,
): Promise<Page<Connection>> {
  return listPage(db, query, connectionList(actor, query));
}
