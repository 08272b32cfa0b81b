/**
 * The checks of readings, as one statement over a relation: one reading, a file of a million, or readings that
 * are looked at again all pass here. Every reading is put into the chain of its connection's readings, in which
 * also the rows of one batch follow each other; what was used and what was to be expected are read off the chain.
 *
 * What is expected: average daily use of the real ones among the last six readings, at least three of them;
 * else the same month last year; else the median of the category in the month before.
 */
import { type Sql, sql } from '#platform/db.ts';

/** A reading as it comes in; `row_key` is the caller's. `problem` keeps a reason that was found before. */
export const LINE = ['row_key', 'meter_id', 'period', 'read_on', 'register_litres', 'problem'] as const;

/** First and last month of the batch: the planner sees them, so that only their partitions are read. */
export type Span = { from: string; to: string };

const NOTHING = sql`select null::uuid where false`;

/** Months before the batch in which its connections' readings are looked for at once. */
const WINDOW_MONTHS = 13;
const windowStart = (span: Span) => sql`(${span.from}::date - ${WINDOW_MONTHS} * interval '1 month')::date`;

/** The limits of each category in one row: its own where it has one, else those of '*'. */
const limits = sql`select k.category,
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
const limitKey = sql`case when c.category in (select category from meters.reading_checks) then c.category else '*' end`;

/**
 * Finds where each line's meter sat on that day. Gives the line's columns, those of its meter and connection,
 * and `reason` where the line cannot be taken whatever the register says.
 * @param lines SELECT of LINE
 * @param leaveOut SELECT of ids of readings that these lines stand for
 */
export function placeLines(lines: Sql, span: Span, today: string, leaveOut = NOTHING): Sql {
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
        when l.read_on > ${today}::date and 'FUTURE' = any (t.refuse) then 'FUTURE'
        when l.register_litres >= (10 ^ m.register_digits * 1000)::bigint then 'BEYOND_REGISTER'
        when d.first <> l.row_key then 'DUPLICATE_IN_FILE'
        when e.id is not null then 'ALREADY_READ' end as reason
    from line l
    left join meters.meters m on m.id = l.meter_id
    left join meters.assignments a on a.meter_id = l.meter_id and a.installed_on <= l.read_on
      and (a.removed_on is null or l.read_on < a.removed_on)
    left join meters.connections c on c.id = a.connection_id
    left join limits t on t.category = ${limitKey}
    left join twice d on d.meter_id = l.meter_id and d.period = l.period
    left join meters.readings e on e.meter_id = l.meter_id and e.period = l.period and e.living
      and e.period between ${span.from}::date and ${span.to}::date and e.id not in (${leaveOut})`;
}

/**
 * Checks readings whose place is known.
 * @param placed SELECT of what placeLines gives, without those that have a reason
 * @param leaveOut SELECT of ids of readings that are not part of the chain, for they are what is checked
 * @returns SELECT of row_key and the columns of meters.readings that the checks fill in, and `reason`
 */
export function checkReadings(placed: Sql, span: Span, today: string, leaveOut = NOTHING): Sql {
  return sql`with batch as (${placed}), limits as (${limits}),
    chain as (${chain(span, leaveOut)}), linked as (${linked}), used as (${used(span)}), known as (${known}),
    medians as materialized (${medians(span)}), judged as (${judged(today)})
    select row_key, connection_id, meter_id, period, read_on, register_litres, base_litres as previous_litres,
      previous_on, consumption_litres, expected_litres, expected_from, flags,
      case when flags <> '{}' then jsonb_strip_nulls(${figures}) end as figures,
      case when later_period > period then 'LATER_READING_EXISTS'
        when before_on is not null and read_on <= before_on then 'NOT_AFTER_PREVIOUS'
        when refuse && flags then (select f from unnest(flags) f where f = any (refuse) limit 1) end as reason
    from judged`;
}

/** Rows of the batch and the readings around them. */
function chain(span: Span, leaveOut: Sql): Sql {
  return sql`select connection_id, meter_id, period, read_on, register_litres, true as new, true as real,
      null::bigint as old_litres, null::int as old_days, row_key, category, connected_on, installed_on,
      opening_litres, register_max, roll_over_litres
    from batch
    union all
    select r.connection_id, r.meter_id, r.period, r.read_on, r.register_litres, false,
      r.source <> 'ESTIMATE' and r.state <> 'ESTIMATED', r.consumption_litres, r.read_on - r.previous_on,
      null, null, null, null, null, null, null
    from meters.readings r
    where r.living and r.period >= ${windowStart(span)} and r.connection_id in (select connection_id from batch)
      and r.id not in (${leaveOut})`;
}

/** Each row with the one before it. Only rows of the batch have columns that the others lack. */
const linked = sql`select *, lag(meter_id) over w as before_meter, lag(register_litres) over w as before_litres,
    lag(read_on) over w as before_on, lag(period) over w as before_period,
    lag(register_litres, 2) over w as second_litres, lag(meter_id, 2) over w as second_meter,
    max(period) filter (where not new) over (partition by connection_id) as later_period
  from chain window w as (partition by connection_id order by period, read_on)`;

/** What was used since the reading before, over the end of the register and over a change of meter. */
function used(span: Span): Sql {
  return sql`select *, case when not new then old_litres
      when register_litres >= base_litres then register_litres - base_litres + carried_litres
      when register_max - base_litres + register_litres <= roll_over_litres
        then register_max - base_litres + register_litres + carried_litres end as consumption_litres,
      case when new then read_on - previous_on else old_days end as days
    from (
      select l.*, coalesce(l.before_on, o.read_on, l.installed_on) as previous_on,
        coalesce(l.before_period, o.period, date_trunc('month', l.installed_on)::date) as previous_period,
        s.same_meter, case when s.same_meter then coalesce(l.before_litres, o.register_litres) else l.opening_litres end
          as base_litres,
        case when s.same_meter or not l.new then 0 else ${carried} end as carried_litres
      from linked l
      left join lateral (
        select r.meter_id, r.read_on, r.period, r.register_litres from meters.readings r
        where r.connection_id = l.connection_id and r.living and r.period < ${windowStart(span)}
        order by r.period desc limit 1
      ) o on l.new and l.before_on is null and l.connected_on < ${windowStart(span)}
      cross join lateral (
        select coalesce(coalesce(l.before_meter, o.meter_id) = l.meter_id
          and coalesce(l.before_on, o.read_on) >= l.installed_on, false) as same_meter
      ) s
    ) x`;
}

/** What meters that were removed since the reading before had still measured. */
const carried = sql`(
  select coalesce(sum(p.final_litres - b.litres
      + case when p.final_litres < b.litres then (10 ^ m.register_digits * 1000)::bigint else 0 end), 0)::bigint
  from meters.assignments p join meters.meters m on m.id = p.meter_id
  cross join lateral (
    select case when p.meter_id = coalesce(l.before_meter, o.meter_id) and coalesce(l.before_on, o.read_on) >= p.installed_on
      then coalesce(l.before_litres, o.register_litres) else p.opening_litres end as litres
  ) b
  where p.connection_id = l.connection_id and p.removed_on <= l.installed_on
    and p.removed_on >= coalesce(l.before_on, o.read_on, '-infinity'))`;

/** What is known of the connection's use before each row. */
const known = sql`select *,
    sum(consumption_litres) filter (where real and days > 0) over h as past_litres,
    sum(days) filter (where real and days > 0 and consumption_litres is not null) over h as past_days,
    count(consumption_litres) filter (where real and days > 0) over h as past_count,
    count(*) filter (where real and consumption_litres > 0) over h as past_used,
    lag(consumption_litres) over w as before_use,
    sum(consumption_litres) over y as year_litres, sum(days) over y as year_days
  from used
  window w as (partition by connection_id order by period, read_on),
    h as (w rows between 6 preceding and 1 preceding),
    y as (partition by connection_id order by period range between '1 year' preceding and '1 year' preceding)`;

/** Readings of a category that are looked at for its median: enough to be stable, few enough to be free. */
const MEDIAN_OF = 1000;

/** Average daily use of a category in the month before; looked up only where nothing else is known. */
const medians = (span: Span) => sql`select g.category, (
    select percentile_cont(0.5) within group (order by n.daily) from (
      select r.consumption_litres::float8 / (r.read_on - r.previous_on) as daily
      from meters.connections p join meters.readings r on r.connection_id = p.id
      where p.category = g.category and r.period = (${span.from}::date - interval '1 month')::date and r.living
        and r.source <> 'ESTIMATE' and r.read_on > r.previous_on and r.consumption_litres is not null
      limit ${sql.lit(MEDIAN_OF)}
    ) n) as daily
  from (select distinct category from batch) g`;

/** The expectation, and the checks that the row does not pass. */
function judged(today: string): Sql {
  return sql`select e.*, array_remove(array[${sql.join(flagCases(today))}]::text[], null) as flags
    from (
      select k.*, t.high_factor, t.high_litres, t.very_high_factor, t.very_high_litres, t.low_factor, t.low_litres,
        t.zero_readings, t.gap_months, coalesce(t.off, '{}') as off, coalesce(t.refuse, '{}') as refuse,
        case when past_count >= 3 then 'READINGS' when year_days > 0 then 'LAST_YEAR'
          when median is not null then 'CATEGORY' end as expected_from,
        case when past_count >= 3 then round(past_litres * days / past_days)
          when year_days > 0 then round(year_litres * days / year_days)
          else round((median * days)::numeric) end::bigint as expected_litres
      from (
        select *, case when past_count >= 3 or year_days > 0 then null
          else (select daily from medians d where d.category = known.category) end as median
        from known where new
      ) k
      join limits t on t.category = case when k.category in (select category from meters.reading_checks) then k.category else '*' end
    ) e`;
}

const fell = sql`e.register_litres < e.base_litres`;
const excess = sql`e.consumption_litres - e.expected_litres`;
const veryHigh = sql`coalesce(e.consumption_litres > e.expected_litres * e.very_high_factor and ${excess} > e.very_high_litres, false)`;
const stuck = sql`(e.register_litres = e.before_litres and e.before_litres = e.second_litres
  and e.meter_id = e.before_meter and e.before_meter = e.second_meter)`;

/** One expression per check: its code, or null. A check that is off has no limits, or stands in `off`. */
const flagCases = (today: string): Sql[] => [
  sql`case when ${fell} and e.consumption_litres is null and not 'NEGATIVE' = any (e.off) then 'NEGATIVE' end`,
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
  'factor', case when 'VERY_HIGH' = any (flags) then very_high_factor when 'HIGH' = any (flags) then high_factor
    when 'LOW' = any (flags) then low_factor end,
  'readings', case when 'ZERO' = any (flags) then past_used when expected_from = 'READINGS' then past_count end,
  'registerMax', case when 'ROLL_OVER' = any (flags) then register_max end,
  'months', case when 'GAP' = any (flags) then gap_months end,
  'carriedLitres', nullif(carried_litres, 0))`;
