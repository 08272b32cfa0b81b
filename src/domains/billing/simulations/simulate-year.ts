/**
 * What the bills of a year would have been by a version of the tariff, by the run's own calculation. Bills that ask the calculation the same
 * question (use, days, flats, pipe, sewer) are calculated one time, so that a year of a million connections takes two to three minutes (bench/simulation.ts).
 */
import { execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { calculateBills } from '../calculation/calculate-bills.ts';
import {
  CHANGE_BANDS,
  NAMED,
  SIMULATED_MONTHS,
  type SimulationResult,
  USE_BANDS,
} from './simulation.rules.ts';

/** The first statement of a transaction that simulates. */
export const SAME_BILLS = sql`set transaction isolation level repeatable read`;

/** Days are counted from here: a version that is asked for by its id has the same prices on each day. */
const ORIGIN = sql`date '2000-01-01'`;

/** What the calculation is asked about a bill `i` of a connection `c`. Days are told from the first one of the bill. */
const QUESTION = sql`c.pipe_size_mm, c.dwelling_units, c.sewer_percent, coalesce(a.usage_after_litres, i.usage_litres) as litres,
  i.period_to - i.period_from as days, greatest(c.connected_on - i.period_from, 0) as began,
  least(c.disconnected_on, i.period_to) - i.period_from as ended,
  coalesce(i.periods, greatest(1, round((i.period_to - i.period_from) / 30.4375)))::numeric as periods`;
const ASKED = [
  'pipe_size_mm',
  'dwelling_units',
  'sewer_percent',
  'litres',
  'days',
  'began',
  'ended',
  'periods',
];
const asked = (of: string): Sql => sql.join(ASKED.map((name) => sql.ref(`${of}.${name}`)));
/** Both rows ask the same. A connection without a sewer share of its own has null. */
const isSame = sql.join(
  ASKED.map((name) => {
    const [ours, theirs] = [sql.ref(`b.${name}`), sql.ref(`p.${name}`)];
    return name === 'sewer_percent'
      ? sql`coalesce(${ours}, -1) = coalesce(${theirs}, -1)`
      : sql`${ours} = ${theirs}`;
  }),
  sql` and `,
);

/**
 * The bills of the months, as they were corrected, of the version's category; those over several categories or of an empty house are left out.
 * @param last the last month, a literal: the planner counts the bills of the year by it
 */
const bills = (
  version: Sql,
  last: Sql,
): Sql => sql`select i.connection_id, coalesce(a.total_after_minor, i.total_minor) as billed_minor, ${QUESTION}
  from billing.invoices i
  join meters.connections c on c.id = i.connection_id
  left join billing.tariff_versions t on t.id = i.tariff_version_id
  left join (
    select distinct on (invoice_id) invoice_id, total_after_minor, usage_after_litres from billing.adjustments order by invoice_id, id desc
  ) a on a.invoice_id = i.id
  where i.period > (${last} - ${sql.lit(SIMULATED_MONTHS)} * interval '1 month')::date and i.period <= ${last} and i.cancelled_on is null and i.adjusts_id is null
    and i.categories is null and i.empty_days is null
    and coalesce(t.category, c.category) = (select v.category from billing.tariff_versions v where v.id = ${version})`;

const SUMS = sql`count(*)::int as connections, coalesce(sum(before_minor), 0)::bigint as "beforeMinor", coalesce(sum(after_minor), 0)::bigint as "afterMinor"`;

/** Which band of CHANGE_BANDS a connection's year is in. */
const changeBand: Sql = sql`case ${sql.join(
  CHANGE_BANDS.map(([from, to], index) => {
    const parts = [
      ...(from === null ? [] : [sql`100 * (after_minor - before_minor) >= ${sql.lit(from)} * before_minor`]),
      ...(to === null ? [] : [sql`100 * (after_minor - before_minor) < ${sql.lit(to)} * before_minor`]),
    ];
    const condition = from === 0 && to === 0 ? sql`after_minor = before_minor` : sql.join(parts, sql` and `);
    // What did not change comes first: it is at the edge of two bands.
    return { at: from === 0 && to === 0 ? -1 : index, sql: sql`when ${condition} then ${sql.lit(index)}` };
  })
    .sort((band, other) => band.at - other.at)
    .map((band) => band.sql),
  sql` `,
)} end`;

const useBand: Sql = sql`(width_bucket(litres / 1000.0 / months, ${sql.lit(`{${USE_BANDS.join(',')}}`)}::numeric[]) - 1)`;

type Found = { wording: number; result: SimulationResult | null };

/**
 * Its statements have to see the same bills: the transaction starts with `SAME_BILLS`.
 * @returns nothing if the version is not there; no result if no month is posted yet
 */
export async function simulateYear(tx: Tx, versionId: string): Promise<Found | undefined> {
  const version = sql`${sql.lit(versionId)}::uuid`;
  const { last: month } = await one<{ last: string | null }>(
    tx,
    sql`select max(r.period) as last from billing.bill_runs r where r.state = 'POSTED'`,
  );
  const last = sql`${sql.lit(month)}::date`;
  // Tables of their own, whose figures the planner knows, and hashes. A sort of a year's bills by what they ask takes longer than all the rest,
  // and a merge by the few values of days made two hundred rows of each bill.
  await execute(
    tx,
    sql`select set_config(name, value, true) from (values ('enable_nestloop', 'off'), ('enable_mergejoin', 'off'), ('enable_sort', 'off'),
      ('work_mem', '128MB')) s (name, value)`,
  );
  await execute(tx, sql`create temporary table simulated_bills on commit drop as ${bills(version, last)}`);
  await execute(tx, sql`analyze simulated_bills`);
  await execute(
    tx,
    sql`create temporary table simulated_questions on commit drop as select distinct ${asked('b')} from simulated_bills b`,
  );
  const questions = sql`select ${asked('b')}, ${version} as tariff_version_id, null::text as category, null::jsonb as categories, null::jsonb as empty_days, b.litres::numeric as usage_litres,
      ${ORIGIN} as period_from, ${ORIGIN} + b.days as period_to, ${ORIGIN} + b.began as connected_on, ${ORIGIN} + b.ended as disconnected_on
    from simulated_questions b`;
  await execute(
    tx,
    sql`create temporary table simulated_prices on commit drop as
      select ${asked('p')}, p.problem, p.total_minor from (${calculateBills(questions)}) p`,
  );
  await execute(tx, sql`analyze simulated_prices`);
  await execute(
    tx,
    sql`create temporary table simulated_years on commit drop as
      select b.connection_id, count(*)::int as bills, count(*) filter (where p.problem is null)::int as months,
        coalesce(sum(b.litres) filter (where p.problem is null), 0)::bigint as litres,
        coalesce(sum(b.billed_minor) filter (where p.problem is null), 0)::bigint as before_minor,
        coalesce(sum(p.total_minor) filter (where p.problem is null), 0)::bigint as after_minor
      from simulated_bills b join simulated_prices p on ${isSame} group by b.connection_id`,
  );
  return first<Found>(
    tx,
    sql`with priced as (select * from simulated_years where months > 0),
      total as (
        select ${SUMS}, coalesce(sum(months), 0)::int as bills,
          count(*) filter (where after_minor > before_minor)::int as more,
          coalesce(sum(after_minor - before_minor) filter (where after_minor > before_minor), 0)::bigint as "moreMinor",
          count(*) filter (where after_minor < before_minor)::int as less,
          coalesce(sum(before_minor - after_minor) filter (where after_minor < before_minor), 0)::bigint as "lessMinor",
          coalesce(percentile_disc(0.5) within group (order by round(before_minor::numeric / months)), 0)::bigint as "medianBeforeMinor",
          coalesce(percentile_disc(0.5) within group (order by round(after_minor::numeric / months)), 0)::bigint as "medianAfterMinor"
        from priced
      ), changes as (select ${changeBand} as band, ${SUMS} from priced group by 1),
      uses as (select ${useBand} as band, ${SUMS}, count(*) filter (where after_minor > before_minor)::int as more,
          count(*) filter (where after_minor < before_minor)::int as less from priced group by 1),
      most as (
        select y.connection_id as "connectionId", c.number as "connectionNumber", y.months, y.litres as "usageLitres",
          y.before_minor as "beforeMinor", y.after_minor as "afterMinor"
        from (select * from priced where after_minor > before_minor order by after_minor - before_minor desc, connection_id limit ${NAMED}) y
        join meters.connections c on c.id = y.connection_id
        order by y.after_minor - y.before_minor desc, y.connection_id
      )
      select v.version as wording, case when ${last} is not null then to_jsonb(t) || jsonb_build_object(
          'from', (${last} - ${SIMULATED_MONTHS - 1}::int * interval '1 month')::date, 'to', ${last},
          'leftOut', (select coalesce(sum(y.bills - y.months), 0) from simulated_years y),
          'changes', (select coalesce(jsonb_agg(to_jsonb(b) order by b.band), '[]') from changes b),
          'uses', (select coalesce(jsonb_agg(to_jsonb(b) order by b.band), '[]') from uses b),
          'most', (select coalesce(jsonb_agg(to_jsonb(m)), '[]') from most m)) end as result
      from billing.tariff_versions v, total t where v.id = ${version}`,
  );
}
