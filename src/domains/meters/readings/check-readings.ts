/**
 * The checks of readings, as one statement over a relation: one reading, a month of a million, or readings that
 * are looked at again all pass here. A reading is compared with the one before it alone, because that has the use
 * of the last six real readings along; so the statement reads one row per connection, joined by hash.
 *
 * What is expected: average daily use of the last six real readings, at least three of them; else the same month
 * last year; else the median of the category in the month before.
 */
import { type Sql, sql } from '#platform/database/db.ts';

/** First and last month of the batch: the planner sees them, so that only their partitions are read. */
export type Span = { from: string; to: string };

/** Keeps the planner from writing an expression out at each of its uses: it is computed once per row. */
const FENCE = sql`offset 0`;

/** The limits of each category in one row: its own if it has one, else those of '*'. */
export const limits = sql`select k.category,
    ${limit('HIGH', 'factor', 'high_factor')}, ${limit('HIGH', 'litres', 'high_litres')},
    ${limit('VERY_HIGH', 'factor', 'very_high_factor')}, ${limit('VERY_HIGH', 'litres', 'very_high_litres')},
    ${limit('LOW', 'factor', 'low_factor')}, ${limit('LOW', 'litres', 'low_litres')},
    ${limit('ZERO', 'readings', 'zero_readings')}, ${limit('GAP', 'factor', 'gap_months')},
    ${limit('ROLL_OVER', 'factor', 'roll_over_factor')},
    array_agg(r.code) filter (where r.effect = 'OFF') as off,
    array_agg(r.code) filter (where r.effect = 'REFUSE') as refuse
  from (select distinct category from meters.reading_checks) k
  cross join (select distinct code from meters.reading_checks) n
  cross join lateral (
    select * from meters.reading_checks c where c.code = n.code and c.category in (k.category, '*')
    order by c.category = '*' limit 1
  ) r
  group by k.category`;

function limit(code: string, column: string, name: string): Sql {
  return sql`max(r.${sql.ref(column)}) filter (where r.code = ${sql.lit(code)} and r.effect <> 'OFF') as ${sql.ref(name)}`;
}

/** The key of `limits` that counts for a category. */
export const limitKey = sql`case when c.category in (select category from meters.reading_checks) then c.category else '*' end`;

/**
 * Finds the place of each line's meter on that day. Gives the line's columns, those of its meter and connection,
 * and `reason` if the line cannot be taken, for any value of the register. A connection is read one time a month, also if its
 * meter was changed in it: a bill is made from one reading, and what the old meter measured is in it.
 * @param lines SELECT of row_key (the caller's), meter_id, period, read_on, register_litres, problem (found before)
 * @param isLast the connection of `a` ends with the line `l`: it is of the next month if its own month has a reading
 */
export function placeLines(lines: Sql, span: Span, today: string, isLast = isLastOfClosed): Sql {
  return sql`with line as (${lines}), limits as (${limits}), twice as (
      select meter_id, period, min(row_key) as first from line where problem is null and meter_id is not null
      group by meter_id, period having count(*) > 1
    )
    select l.row_key, l.meter_id, l.period, l.read_on, l.register_litres,
      a.connection_id, c.category, c.connected_on, a.installed_on, a.opening_litres,
      (10 ^ m.register_digits * 1000)::bigint as register_max,
      (10 ^ m.register_digits * 1000 * t.roll_over_factor)::bigint as roll_over_litres,
      case when l.problem is not null then l.problem
        when m.id is null then 'UNKNOWN_METER'
        when a.id is null then (
          select case when count(*) = 0 then 'NOT_INSTALLED'
            when bool_and(o.installed_on > l.read_on) then 'BEFORE_INSTALLATION' else 'AFTER_REMOVAL' end
          from meters.assignments o where o.meter_id = m.id)
        -- No bill has a month before the connection's first one.
        when l.period < date_trunc('month', c.connected_on) then 'BEFORE_INSTALLATION'
        when l.read_on > ${today}::date and 'FUTURE' = any (t.refuse) then 'FUTURE'
        when l.period > l.read_on and not (${isLast} and l.period <= l.read_on + interval '1 month') then 'MONTH_AFTER_READING'
        when l.register_litres >= (10 ^ m.register_digits * 1000)::bigint then 'BEYOND_REGISTER'
        when d.first <> l.row_key then 'DUPLICATE_IN_FILE'
        when exists (select from meters.readings e where e.connection_id = a.connection_id and e.period = l.period and e.living
          and e.period between ${span.from}::date and ${span.to}::date) then 'ALREADY_READ' end as reason
    from line l
    left join meters.meters m on m.id = l.meter_id
    left join meters.assignments a on a.meter_id = l.meter_id and a.installed_on <= l.read_on
      and (a.removed_on is null or l.read_on < a.removed_on or ${isLastOfClosed})
      -- The day on which a connection changes hands is the last one of the meter's place there, not the first one here.
      and (a.installed_on < l.read_on or not exists (select from meters.assignments o where o.meter_id = a.meter_id
        and o.final_status = 'READING' and o.removed_on = a.installed_on and o.id <> a.id))
    left join meters.connections c on c.id = a.connection_id
    left join limits t on t.category = ${limitKey}
    left join twice d on d.meter_id = l.meter_id and d.period = l.period`;
}

/**
 * The place of a reading that was taken before, with another value: the one that it has. What was done to the meter since
 * does not move it.
 */
export const placeAgain = (reading: { id: string; period: string; registerLitres: number }): Sql =>
  sql`with limits as (${limits})
    select 1 as row_key, r.meter_id, r.period, r.read_on, ${reading.registerLitres}::bigint as register_litres, r.connection_id,
      c.category, c.connected_on, a.installed_on, a.opening_litres, (10 ^ m.register_digits * 1000)::bigint as register_max,
      (10 ^ m.register_digits * 1000 * t.roll_over_factor)::bigint as roll_over_litres
    from meters.readings r
    join meters.meters m on m.id = r.meter_id
    join meters.connections c on c.id = r.connection_id
    join lateral (
      select * from meters.assignments a where a.meter_id = r.meter_id and a.connection_id = r.connection_id
        and a.installed_on <= r.read_on order by a.installed_on desc limit 1
    ) a on true
    left join limits t on t.category = ${limitKey}
    where r.id = ${reading.id} and r.period = ${reading.period}::date`;

/**
 * The last reading of a closed connection is on the day on which its meter went; the day is not another place's first. It may
 * belong to the next month, if its own month was read before. The same with the figure that a meter had when it went, if no
 * other meter came: no later reading has its water.
 */
const isLastOfClosed = sql`l.read_on is not distinct from a.removed_on
  and (a.final_status is not distinct from 'READING' or a.final_litres = l.register_litres
    and not exists (select from meters.assignments n where n.connection_id = a.connection_id and n.installed_on >= a.removed_on and n.id <> a.id))
  and not exists (select from meters.assignments n where n.meter_id = a.meter_id and n.installed_on = a.removed_on and n.id <> a.id
    and not exists (select from meters.connections f where f.id = n.connection_id and f.follows_id = a.connection_id))`;

/**
 * The rows among which the reading before is looked for: SELECT of the columns of meters.readings, living ones only.
 */
const TAKEN = sql`select * from meters.readings where living`;

/**
 * Checks readings whose place is known, of each connection at most one.
 * @param placed SELECT of what placeLines gives, without those that have a reason
 * @param before SELECT of readings that came earlier, if these are not meters.readings
 * @returns SELECT of row_key and the columns of meters.readings that the checks fill in, `reason`, and `refused`: the check
 *   that refuses the value, also if `reason` says that its place is taken
 */
export function checkReadings(placed: Sql, span: Span, today: string, before = TAKEN): Sql {
  return sql`with batch as not materialized (${placed}), limits as (${limits}), near as materialized (${monthBefore(before, span)}), linked as (${linked(before)}),
    traced as (${traced}), used as (${used}), medians as materialized (${medians(span)}),
    judged as (${judged(today)})
    select j.row_key, j.connection_id, j.meter_id, j.period, j.read_on, j.register_litres, j.base_litres as previous_litres,
      j.previous_on, j.consumption_litres, j.expected_litres, j.expected_from, j.flags,
      case when j.consumption_litres is not null and j.days > 0
        then (array_prepend(j.water_litres, j.past_litres))[1:6] else coalesce(j.past_litres, '{}') end as recent_litres,
      case when j.consumption_litres is not null and j.days > 0
        then (array_prepend(j.water_days, j.past_days))[1:6] else coalesce(j.past_days, '{}') end as recent_days,
      case when j.flags <> '{}' or j.estimates > 0 then jsonb_strip_nulls(${figures}) end as figures,
      case when j.before_period = j.period then 'ALREADY_READ'
        when ${later(sql`${span.from}::date`)} and ${later(sql`j.period`)} then 'LATER_READING_EXISTS'
        when j.before_on is not null and j.read_on <= j.before_on then 'NOT_AFTER_PREVIOUS'
        when j.refuse && j.flags then ${refusedFlag} end as reason,
      ${refusedFlag} as refused
    from judged j`;
}

const refusedFlag = sql`(select f from unnest(j.flags) f where f = any (j.refuse) limit 1)`;

/** The first question has one answer for a whole file, hashed; the second, of each row, is asked only then. */
const later = (period: Sql) => sql`exists (
  select from meters.readings r where r.connection_id = j.connection_id and r.living and r.period > ${period})`;

const BATCH = sql.raw(
  `row_key, meter_id, period, read_on, register_litres, connection_id, category, connected_on, installed_on, opening_litres,
  register_max, roll_over_litres`,
);
const BEFORE = sql.raw(
  `meter_id as before_meter, register_litres as before_litres, read_on as before_on, period as before_period,
  consumption_litres as before_use, previous_litres as second_litres, recent_litres as past_litres, recent_days as past_days,
  source as before_source`,
);

/** Each row with the same meter's reading of the month before: nearly always there is one. Found by hash. */
const monthBefore = (before: Sql, span: Span) => sql`select b.*, f.*
  from (select ${BATCH} from batch) b
  left join (
    select ${BEFORE} from (${before}) r
    where r.period between (${span.from}::date - interval '1 month')::date and ${span.to}::date
  ) f on f.before_meter = b.meter_id and f.before_period = (b.period - interval '1 month')::date
    and f.before_on >= b.installed_on`;

/** For the others an index is asked for the latest one of the connection. */
const linked = (before: Sql) => sql`select * from near where before_meter is not null
  union all
  select b.*, o.* from (select ${BATCH} from near where before_meter is null) b
  left join lateral (
    select ${BEFORE} from (${before}) r
    where r.connection_id = b.connection_id
      and (r.period < b.period or r.period = b.period and r.meter_id <> b.meter_id and r.read_on <= b.read_on)
    order by r.period desc, r.read_on desc limit 1
  ) o on true`;

/**
 * Water is measured from the last figure that somebody read. After estimates that is an earlier reading than the one before, and
 * what was estimated since then counts as used already: so each litre between two real figures counts one time.
 */
const traced = sql`select l.*,
    case when l.before_source = 'ESTIMATE' then e.real_meter else l.before_meter end as from_meter,
    case when l.before_source = 'ESTIMATE' then e.real_litres else l.before_litres end as from_litres,
    case when l.before_source = 'ESTIMATE' then e.real_on else l.before_on end as from_on,
    coalesce(e.estimated_litres, 0) as estimated_litres, e.estimates
  from linked l
  left join lateral (
    select r.meter_id as real_meter, r.register_litres as real_litres, r.read_on as real_on, s.estimated_litres, s.estimates
    from (select 1 where l.before_source = 'ESTIMATE') x
    left join lateral (
      select meter_id, register_litres, read_on, period from meters.readings
      where connection_id = l.connection_id and living and source <> 'ESTIMATE' and period < l.before_period
      order by period desc, read_on desc limit 1
    ) r on true
    cross join lateral (
      select sum(consumption_litres)::bigint as estimated_litres, count(*)::int as estimates from meters.readings
      where connection_id = l.connection_id and living and period <= l.before_period and period > coalesce(r.period, '-infinity')
    ) s
  ) e on true`;

/** What was used since the reading before, over the end of the register and over a change of meter. */
const used = sql`select *, case when water_litres >= estimated_litres then water_litres - estimated_litres end as consumption_litres
  from (
    select *, read_on - previous_on as days, read_on - coalesce(from_on, first_on) as water_days, case
        when register_litres >= water_base then register_litres - water_base + carried_litres
        when register_max - water_base + register_litres <= roll_over_litres
          then register_max - water_base + register_litres + carried_litres end as water_litres
    from (
      select l.*, coalesce(l.before_on, s.first_on) as previous_on, s.first_on,
        coalesce(l.before_period, date_trunc('month', coalesce(l.before_on, s.first_on))::date) as previous_period,
        case when s.same_meter then l.before_litres else l.opening_litres end as base_litres,
        case when s.same_source then l.from_litres else l.opening_litres end as water_base,
        case when s.same_source then 0 else ${carried()} end as carried_litres, s.same_meter
      from traced l
      cross join lateral (
        select coalesce(l.before_meter = l.meter_id and l.before_on >= l.installed_on, false) as same_meter,
          coalesce(l.from_meter = l.meter_id and l.from_on >= l.installed_on, false) as same_source,
          -- The first reading counts from the first meter on, also if that one is gone.
          case when l.before_on is null or l.from_on is null
            then (select min(f.installed_on) from meters.assignments f where f.connection_id = l.connection_id) end as first_on
      ) s
      ${FENCE}
    ) x ${FENCE}
  ) y ${FENCE}`;

/** What meters that were removed since the last real reading had still measured. */
function carried(): Sql {
  return sql`(
    select coalesce(sum(p.final_litres - b.litres
        + case when p.final_litres < b.litres then (10 ^ m.register_digits * 1000)::bigint else 0 end), 0)::bigint
    from meters.assignments p join meters.meters m on m.id = p.meter_id
    cross join lateral (
      select case when p.meter_id = l.from_meter and l.from_on >= p.installed_on then l.from_litres
        else p.opening_litres end as litres
    ) b
    where p.connection_id = l.connection_id and p.removed_on <= l.installed_on
      and p.removed_on >= coalesce(l.from_on, '-infinity')
      -- On the day of a change two meters were there. What the one that went had measured is in the real reading, if that is of the other one.
      and (l.from_meter is null or (p.installed_on, p.removed_on) >= (
        select f.installed_on, coalesce(f.removed_on, 'infinity') from meters.assignments f
        where f.connection_id = l.connection_id and f.meter_id = l.from_meter and f.installed_on <= l.from_on
        order by f.installed_on desc limit 1)))`;
}

/** Readings of a category that are looked at for its median: enough to be stable, few enough to be free. */
const MEDIAN_OF = 1000;

/** Average daily use of a category in the month before; looked up only if nothing else is known. */
const medians = (
  span: Span,
) => sql`select g.category, ${medianOfDay(sql`g.category`, sql`(${span.from}::date - interval '1 month')::date`)} as daily
  from (select distinct category from batch) g`;

/** The median of a day of real readings of a category in a month. */
export const medianOfDay = (category: Sql, period: Sql): Sql => sql`(
    select percentile_cont(0.5) within group (order by n.daily) from (
      select r.consumption_litres::float8 / (r.read_on - r.previous_on) as daily
      from meters.connections p join meters.readings r on r.connection_id = p.id
      where p.category = ${category} and r.period = ${period} and r.living
        and r.source <> 'ESTIMATE' and r.read_on > r.previous_on and r.consumption_litres is not null
      limit ${sql.lit(MEDIAN_OF)}
    ) n)`;

/** Sum, or count of those above zero, of the six newest. */
const sixOf = (column: string) =>
  sql.join(
    [1, 2, 3, 4, 5, 6].map((at) => sql`coalesce(${sql.ref(column)}[${sql.lit(at)}], 0)`),
    sql` + `,
  );
const sixUsed = sql.join(
  [1, 2, 3, 4, 5, 6].map((at) => sql`coalesce((past_litres[${sql.lit(at)}] > 0)::int, 0)`),
  sql` + `,
);

/** Average daily use in the same month last year. */
const lastYear = sql`(
  select r.consumption_litres::float8 / (r.read_on - r.previous_on) from meters.readings r
  where r.connection_id = used.connection_id and r.period = (used.period - interval '1 year')::date and r.living
    and r.source <> 'ESTIMATE' and r.read_on > r.previous_on and r.consumption_litres is not null
  order by r.read_on desc limit 1)`;

/** The expectation, and the checks that the row does not pass. */
function judged(today: string): Sql {
  return sql`select e.*, array_remove(array[${sql.join(flagCases(today))}]::text[], null) as flags
    from (
      select k.*, t.high_factor, t.high_litres, t.very_high_factor, t.very_high_litres, t.low_factor, t.low_litres,
        t.zero_readings, t.gap_months, coalesce(t.off, '{}') as off, coalesce(t.refuse, '{}') as refuse,
        case when past_count >= 3 then 'READINGS' when year_daily is not null then 'LAST_YEAR'
          when median is not null then 'CATEGORY' end as expected_from,
        case when past_count >= 3 then round((past_sum * days)::numeric / past_all_days)
          else round((coalesce(year_daily, median) * days)::numeric) end::bigint as expected_litres
      from (
        select *, case when past_count < 3 and year_daily is null
          then (select daily from medians d where d.category = y.category) end as median
        from (
          select *, coalesce(cardinality(past_litres), 0) as past_count, ${sixOf('past_litres')} as past_sum,
            ${sixOf('past_days')} as past_all_days, ${sixUsed} as past_used,
            case when coalesce(cardinality(past_litres), 0) < 3 then ${lastYear} end as year_daily
          from used ${FENCE}
        ) y ${FENCE}
      ) k
      left join limits t on t.category = case when k.category in (select category from meters.reading_checks) then k.category else '*' end
      ${FENCE}
    ) e ${FENCE}`;
}

const fell = sql`e.register_litres < e.water_base`;
/** More was estimated than went through the meter: no fall, and no full turn. */
const below = sql`coalesce(e.water_litres < e.estimated_litres, false)`;
const excess = sql`e.consumption_litres - e.expected_litres`;
const veryHigh = sql`coalesce(e.consumption_litres > e.expected_litres * e.very_high_factor and ${excess} > e.very_high_litres, false)`;
const stuck = sql`(e.same_meter and e.register_litres = e.before_litres and e.before_litres = e.second_litres)`;

/** One expression per check: its code, or null. A check that is off has no limits, or is in `off`. */
const flagCases = (today: string): Sql[] => [
  sql`case when ${below} then 'BELOW_ESTIMATE' end`,
  sql`case when ${fell} and e.water_litres is null and not 'NEGATIVE' = any (e.off) then 'NEGATIVE' end`,
  sql`case when ${fell} and e.consumption_litres is not null then 'ROLL_OVER' end`,
  sql`case when ${veryHigh} then 'VERY_HIGH' end`,
  sql`case when not ${veryHigh} and e.consumption_litres > e.expected_litres * e.high_factor
    and ${excess} > e.high_litres then 'HIGH' end`,
  sql`case when e.consumption_litres > 0 and e.consumption_litres < e.expected_litres * e.low_factor
    and e.expected_litres - e.consumption_litres > coalesce(e.low_litres, 0) then 'LOW' end`,
  sql`case when e.consumption_litres = 0 and e.before_use > 0 and e.past_used >= e.zero_readings then 'ZERO' end`,
  sql`case when ${stuck} and not 'SAME_VALUE' = any (e.off) then 'SAME_VALUE' end`,
  // A month is 30.4375 days. Counted in months and in days: either way something is missing in between.
  sql`case when e.days > e.gap_months * 30.4375
    or (extract(year from e.period) - extract(year from e.previous_period)) * 12
      + extract(month from e.period) - extract(month from e.previous_period) > e.gap_months then 'GAP' end`,
  sql`case when e.read_on > ${today}::date and not 'FUTURE' = any (e.off) then 'FUTURE' end`,
];

/** The limits that the flags of a reading were measured with. */
const figures = sql`jsonb_build_object(
  'factor', case when 'VERY_HIGH' = any (j.flags) then j.very_high_factor when 'HIGH' = any (j.flags) then j.high_factor
    when 'LOW' = any (j.flags) then j.low_factor end,
  'readings', case when 'ZERO' = any (j.flags) then j.past_used when j.expected_from = 'READINGS' then j.past_count end,
  'registerMax', case when 'ROLL_OVER' = any (j.flags) then j.register_max end,
  'months', case when 'GAP' = any (j.flags) then j.gap_months end,
  'carriedLitres', nullif(j.carried_litres, 0),
  'estimates', nullif(j.estimates, 0), 'estimatedLitres', case when j.estimates > 0 then j.estimated_litres end,
  'waterLitres', case when j.estimates > 0 then j.water_litres end, 'waterDays', case when j.estimates > 0 then j.water_days end)`;
