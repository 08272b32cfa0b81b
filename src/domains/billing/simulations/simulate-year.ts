/**
 * What the bills of a year would have been by a version of the tariff, by the run's own calculation. Bills that ask the calculation the same
 * question (use, days, flats, pipe, sewer) are calculated one time, so that a year of a million connections takes about a minute (bench/simulation.ts).
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

/**
 * What the calculation is asked about a bill `i` of a connection `c`. Days are told from the first one of the bill; a connection without a sewer
 * share of its own has -1.
 */
const QUESTION: Readonly<Record<string, Sql>> = {
  pipe_size_mm: sql`c.pipe_size_mm`,
  dwelling_units: sql`c.dwelling_units`,
  sewer: sql`coalesce(c.sewer_percent, -1)`,
  litres: sql`coalesce(a.usage_after_litres, i.usage_litres)`,
  days: sql`i.period_to - i.period_from`,
  began: sql`greatest(c.connected_on - i.period_from, 0)`,
  ended: sql`least(c.disconnected_on, i.period_to) - i.period_from`,
  months: sql`coalesce(i.periods, greatest(1, round((i.period_to - i.period_from) / 30.4375))::int)`,
};
const ASKED = Object.keys(QUESTION);
const asked = (of: string): Sql => sql.join(ASKED.map((name) => sql.ref(`${of}.${name}`)));

/**
 * The bills of the months, as they were corrected, of the version's category; those over several categories or of an empty house are left out.
 * @param version a literal: the planner counts its bills
 * @param last the last month, a literal as well
 * @param more a join of the bills `i`, their connections `c` and what corrections made of them `a`
 */
function billsOf({ version, last, more = sql`` }: { version: Sql; last: Sql; more?: Sql }): Sql {
  const category = sql`(select v.category from billing.tariff_versions v where v.id = ${version})`;
  return sql`from billing.invoices i
    join meters.connections c on c.id = i.connection_id
    left join (
      select distinct on (invoice_id) invoice_id, total_after_minor, usage_after_litres from billing.adjustments order by invoice_id, id desc
    ) a on a.invoice_id = i.id
    ${more}
    where i.period > (${last} - ${sql.lit(SIMULATED_MONTHS)} * interval '1 month')::date and i.period <= ${last} and i.cancelled_on is null and i.adjusts_id is null
      and i.categories is null and i.empty_days is null
      and (i.tariff_version_id = any ((select array_agg(t.id) from billing.tariff_versions t where t.category = ${category})::uuid[])
        or i.tariff_version_id is null and c.category = ${category})`;
}

/** The price `p` is the one of what is asked about the bill. */
const isAsked = sql.join(
  ASKED.map((name) => sql`${sql.ref(`p.${name}`)} = ${QUESTION[name]}`),
  sql` and `,
);

/** The prices, one list for each column. A parallel worker cannot read a temporary table; it gets these lists as values. */
const PRICES = sql`unnest(${sql.join(
  [...ASKED, 'is_priced', 'total_minor'].map(
    (name) => sql`(select array_agg(${sql.ref(name)} order by place) from simulated_prices)`,
  ),
)}) p (${sql.join([...ASKED, 'is_priced', 'total_minor'].map((name) => sql.ref(name)))})`;

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
  const bills = billsOf({ version, last });
  // Hashes, because a sort of a year's bills takes longer than all the rest. The joins in the order of the text, because the planner expects
  // much fewer bills than there are, and joined the prices before the corrections: each bill with 64 prices.
  await execute(
    tx,
    sql`select set_config(name, value, true) from (values ('enable_nestloop', 'off'), ('enable_mergejoin', 'off'), ('enable_sort', 'off'),
      ('work_mem', '256MB'), ('join_collapse_limit', '1'), ('parallel_tuple_cost', '0'), ('parallel_setup_cost', '0')) s (name, value)`,
  );
  const questions = sql.join(ASKED.map((name) => sql`${QUESTION[name]} as ${sql.ref(name)}`));
  await execute(
    tx,
    sql`create temporary table simulated_questions on commit drop as select distinct ${questions} ${bills}`,
  );
  await execute(tx, sql`set local join_collapse_limit to default`);
  const input = sql`select ${asked('b')}, nullif(b.sewer, -1) as sewer_percent, ${version} as tariff_version_id, null::text as category, null::jsonb as categories, null::jsonb as empty_days,
      b.litres::numeric as usage_litres, b.months::numeric as periods,
      ${ORIGIN} as period_from, ${ORIGIN} + b.days as period_to, ${ORIGIN} + b.began as connected_on, ${ORIGIN} + b.ended as disconnected_on
    from simulated_questions b`;
  await execute(
    tx,
    sql`create temporary table simulated_prices on commit drop as
      select ${asked('p')}, p.problem is null as is_priced, p.total_minor, row_number() over () as place from (${calculateBills(input)}) p`,
  );
  await execute(tx, sql`set local join_collapse_limit = 1`);
  const priced = billsOf({ version, last, more: sql`join ${PRICES} on ${isAsked}` });
  await execute(
    tx,
    sql`create temporary table simulated_years on commit drop as
      select i.connection_id, count(*)::int as bills, count(*) filter (where p.is_priced)::int as months,
        coalesce(sum(p.litres) filter (where p.is_priced), 0)::bigint as litres,
        coalesce(sum(coalesce(a.total_after_minor, i.total_minor)) filter (where p.is_priced), 0)::bigint as before_minor,
        coalesce(sum(p.total_minor) filter (where p.is_priced), 0)::bigint as after_minor
      ${priced} group by i.connection_id`,
  );
  await execute(tx, sql`set local join_collapse_limit to default`);
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
