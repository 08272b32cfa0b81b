/** What meters without a reading would be estimated with: one statement for the preview, its file, its sums, and for the estimates themselves. */
import { readEntry } from '#domains/settings/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type ListQuery, listPage } from '#platform/database/lists.ts';
import { addMonths } from '#shared/dates.ts';
import type { Page, Paging } from '#shared/paging.ts';
import { medianOfDay } from '../readings/check-readings.ts';
import { monthInForce } from '../readings/month-in-force.rules.ts';
import { type Maybe, roads, routeColumns, routeOrder } from '../readings/queries.ts';
import { stillToRead } from '../readings/still-to-read.ts';
import type { Estimate } from './contract.ts';
import {
  deadlineOf,
  type EstimateSettings,
  estimatedOn,
  estimateSettings,
  type LeftOut,
  type ListedMethod,
} from './estimate.rules.ts';

export type Scope = Maybe<{ sectorId: string; roadId: string }>;
type Filters = Scope &
  Maybe<{ period: string; leftOut: LeftOut | 'none'; method: ListedMethod; search: string }>;

export async function getEstimateSettings(
  db: Db | Tx,
): Promise<{ settings: EstimateSettings; version: number }> {
  const entry = await readEntry(db, 'estimates');
  return { settings: estimateSettings.parse(entry?.value ?? {}), version: entry?.version ?? 0 };
}

export const readEstimateSettings = async (db: Db | Tx): Promise<EstimateSettings> =>
  (await getEstimateSettings(db)).settings;

const DEFAULTS = estimateSettings.parse({});
const entered = (key: 'mostInRow' | 'leastReadings' | 'mostEstimatedPercent') =>
  sql`coalesce((v.value ->> ${sql.lit(key)})::int, ${sql.lit(DEFAULTS[key])})`;
/** The settings in one row, asked by the statement itself: a list is built without asking. */
const settings = sql`(select ${entered('mostInRow')} as most_in_row, ${entered('leastReadings')} as least_readings,
    ${entered('mostEstimatedPercent')} as most_estimated,
    coalesce((select array_agg(o.method order by o.n) from jsonb_array_elements_text(v.value -> 'order') with ordinality as o (method, n)),
      ${DEFAULTS.order}::text[]) as methods
  from (select (select value from settings.entries where key = 'estimates') as value) v)`;

/** The last six real readings before, as the reading before has them along. */
const sumOf = (column: string) => sql`(select sum(x)::bigint from unnest(p.${sql.ref(column)}) x)`;

/**
 * A use that nobody measured is not counted as history: the same month last year only if it and the reading before it are real, the
 * mean from real readings alone, and not if too much of the six months before was estimated. No use is estimated for days on which
 * nobody lives there by a notice.
 * @returns SELECT of one row for each meter that can still be read for the month: rule, use and register, or why it has none
 */
export function estimatesOf(period: string, { sectorId, roadId }: Scope): Sql {
  const readOn = estimatedOn(period);
  const yearAgo = addMonths(period, -12);
  const placed = sql`c.road_id in (select d.id from settings.roads d where (${sectorId ?? null}::uuid is null
    or d.sector_id = ${sectorId ?? null}::uuid) and (${roadId ?? null}::uuid is null or d.id = ${roadId ?? null}::uuid))`;
  return sql`select e.*, case when e.left_out is null then (e.base_litres + e.litres) % e.register_max end as register_litres
    from (
      select r.*, round(r.basis_litres::numeric / r.basis_days * greatest(r.days - r.empty_days, 0))::bigint as litres,
        case when r.in_row > r.most_in_row then 'LIMIT' when r.is_changed then 'METER_CHANGED'
          when r.days <= 0 then 'NO_DAYS' when r.method is null then 'NO_BASIS' end as left_out
      from (
        select k.*,
          case k.method when 'LAST_YEAR' then k.year_litres when 'RECENT' then k.recent_litres
            when 'CATEGORY' then round(k.median * 1000)::bigint when 'EMPTY' then 0 end as basis_litres,
          case k.method when 'LAST_YEAR' then k.year_days when 'RECENT' then k.recent_days
            when 'CATEGORY' then 1000 when 'EMPTY' then k.days end as basis_days
        from (select f.*, case when f.days > 0 and f.empty_days >= f.days then 'EMPTY' else (
            select o.method from unnest(f.methods) with ordinality as o (method, n)
            where case o.method when 'LAST_YEAR' then f.year_days is not null when 'RECENT' then f.recent_days is not null
              when 'CATEGORY' then f.median is not null end
            order by o.n limit 1) end as method from (
          select c.id as connection_id, a.meter_id, c.road_id, (10 ^ m.register_digits * 1000)::bigint as register_max,
            coalesce(p.register_litres, a.opening_litres) as base_litres, coalesce(p.read_on, a.installed_on) as base_on,
            meters.empty_days(c.id, coalesce(p.read_on, a.installed_on), ${readOn}::date) as empty_days,
            ${readOn}::date as read_on, ${readOn}::date - coalesce(p.read_on, a.installed_on) as days,
            case when p.source = 'ESTIMATE' then coalesce(pe.in_row, 1) else 0 end + 1 as in_row,
            case when p.id is null then exists (select from meters.assignments o where o.connection_id = c.id and o.id <> a.id)
              else p.meter_id <> a.meter_id or p.read_on < a.installed_on end as is_changed,
            s.methods, s.most_in_row, y.year_litres, y.year_days, n.recent_litres, n.recent_days, g.median
          from meters.connections c cross join ${settings} s
          join meters.assignments a on a.connection_id = c.id and a.removed_on is null
          join meters.meters m on m.id = a.meter_id
          left join lateral (
            select * from meters.readings b where b.connection_id = c.id and b.living and b.period < ${period}::date
            order by b.period desc, b.read_on desc limit 1
          ) p on true
          left join meters.estimates pe on pe.reading_id = p.id and pe.period = p.period
          left join lateral (
            select b.consumption_litres as year_litres, b.read_on - b.previous_on as year_days from meters.readings b
            where b.connection_id = c.id and b.period = ${yearAgo}::date and b.living and b.source <> 'ESTIMATE'
              and b.consumption_litres is not null and b.read_on > b.previous_on
              and not exists (select from meters.readings z where z.connection_id = c.id and z.living
                and z.period < ${yearAgo}::date and z.read_on = b.previous_on and z.source = 'ESTIMATE')
            order by b.read_on desc limit 1
          ) y on true
          left join lateral (
            select ${sumOf('recent_litres')} as recent_litres, ${sumOf('recent_days')} as recent_days
            where cardinality(p.recent_days) >= s.least_readings and ${sumOf('recent_days')} > 0
              and (select coalesce(100 * count(*) filter (where h.source = 'ESTIMATE') / nullif(count(*), 0), 0)
                from meters.readings h where h.connection_id = c.id and h.living and h.period < ${period}::date
                and h.period >= ${addMonths(period, -6)}::date) <= s.most_estimated
          ) n on true
          left join (select q.category, ${medianOfDay(sql`q.category`, sql`${addMonths(period, -1)}::date`)} as median
            from (select distinct category from meters.connections) q) g on g.category = c.category
          where ${stillToRead(period)} and ${placed}
        ) f) k
      ) r
    ) e`;
}

/**
 * SELECT of one row for each estimate that reached the limit of estimates in a row, of a meter that was not read since: id of its
 * reading, month, connection, its number, how many in a row, and who asked for it.
 */
export const atLimit: Sql = sql`select r.id as "readingId", r.period, c.id as "connectionId", c.number as "connectionNumber",
    e.in_row as "inRow", e.asked_by as "askedBy"
  from meters.estimates e cross join ${settings} s
  join meters.readings r on r.id = e.reading_id and r.period = e.period and r.living
  join meters.connections c on c.id = r.connection_id and c.last_read = e.period and c.status = 'active' and c.metered_on is not null
  where e.in_row >= s.most_in_row`;

export function estimateList(actor: Actor, query: Filters): ListQuery {
  const period = query.period ?? monthInForce(actor.today);
  const { leftOut, method, search } = query;
  const words = search?.trim() ?? '';
  const where = sql.join(
    [
      leftOut === undefined
        ? sql`true`
        : leftOut === 'none'
          ? sql`e.left_out is null`
          : sql`e.left_out = ${leftOut}`,
      method === undefined ? sql`true` : sql`e.left_out is null and e.method = ${method}`,
      words === ''
        ? sql`true`
        : sql`(strpos(lower(m.number), lower(${words})) > 0 or strpos(c.number, ${words}) > 0
            or strpos(lower(u.name), lower(${words})) > 0 or strpos(u.name_bn, ${words}) > 0)`,
    ],
    sql` and `,
  );
  return {
    rows: sql`select e.connection_id as "connectionId", c.number as "connectionNumber", u.name as "consumerName",
        u.name_bn as "consumerNameBn", d.sector_number as "sectorNumber", d.number as "roadNumber", c.plot_number as "plotNumber",
        e.meter_id as "meterId", m.number as "meterNumber", e.base_litres as "previousLitres", e.base_on as "previousOn",
        e.read_on as "readOn", case when e.left_out is null then e.method end as method,
        case when e.left_out is null then e.litres end as litres, e.register_litres as "registerLitres",
        case when e.left_out is null then e.basis_litres end as "basisLitres",
        case when e.left_out is null then e.basis_days end as "basisDays",
        e.in_row as "inRow", e.left_out as "leftOut", ${routeColumns}
      from (${estimatesOf(period, query)}) e
      join meters.connections c on c.id = e.connection_id join ${roads} d on d.id = c.road_id
      join meters.meters m on m.id = e.meter_id join consumers.consumers u on u.id = c.consumer_id
      where ${where}`,
    sorts: { route: routeOrder, litres: sql`litres`, inRow: sql`"inRow"` },
    tieBreak: sql`"connectionId"`,
  };
}

export function listEstimates(db: Db | Tx, actor: Actor, query: Paging & Filters): Promise<Page<Estimate>> {
  return listPage<Estimate>(db, query, estimateList(actor, query));
}

export async function sumEstimates(db: Db | Tx, actor: Actor, query: Scope & Maybe<{ period: string }>) {
  const settings = await readEstimateSettings(db);
  const period = query.period ?? monthInForce(actor.today);
  const rows = await all<{ key: string; isLeft: boolean; count: number; litres: number }>(
    db,
    sql`select coalesce(left_out, method) as key, left_out is not null as "isLeft", count(*) as count,
        coalesce(sum(litres), 0)::bigint as litres
      from (${estimatesOf(period, query)}) e group by 1, 2`,
  );
  const good = rows.filter(({ isLeft }) => !isLeft);
  const counts = (list: typeof rows) => Object.fromEntries(list.map(({ key, count }) => [key, count]));
  const deadline = deadlineOf(period, settings);
  return {
    ...{ period, deadline, isOpen: actor.today > deadline },
    count: good.reduce((sum, { count }) => sum + count, 0),
    litres: good.reduce((sum, { litres }) => sum + litres, 0),
    methods: counts(good),
    leftOut: counts(rows.filter(({ isLeft }) => isLeft)),
  };
}
