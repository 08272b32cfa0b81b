/**
 * Calculation of one chunk: every connection of its id range that has no item yet gets its one item, in one
 * transaction with the chunk's own state. Done again after a kill, it gives the same; items that were thrown away to
 * be calculated again are the only ones that are missing then.
 */
import { type Db, execute, first, one, type Sql, sql, type Tx, transaction } from '#platform/database/db.ts';
import { calculateBills } from '../calculation/calculate-bills.ts';
import { outsideUse } from '../empty-houses/empty-days.ts';
import { ownOpen } from '../invoices/taken-over.ts';

export type Chunk = {
  run_id: string;
  chunk: number;
  first_connection: string;
  last_connection: string;
  period: string;
  sector_id: string | null;
  issued_on: string;
  due_on: string;
};

/**
 * Connections that a run must give an outcome: connected before the month's end, not disconnected before its start, or
 * with a reading of the month all the same: a closed account gets its final bill. One that was closed without a meter has none of
 * its last month, so that a run without its reading would hold it for nothing.
 * The plan, the calculation and the totals proof all ask this.
 */
export function inScope(run: { period: string; sectorId: string | null }): Sql {
  // The limit keeps the planner from reading all readings of the month for the few that have left.
  return sql`c.connected_on < (${run.period}::date + interval '1 month')
    and case when c.disconnected_on is null then true
      else c.disconnected_on >= ${run.period}::date
          and not exists (select from meters.unmetered_closures u where u.connection_id = c.id)
        or (select true from meters.readings f
        where f.connection_id = c.id and f.period = ${run.period}::date and f.living limit 1) is true end
    and (${run.sectorId}::uuid is null or exists (
      select from settings.roads r where r.id = c.road_id and r.sector_id = ${run.sectorId}::uuid))`;
}

/** Takes the next chunk that is still in `state`, skipping those another worker has. */
export async function claimChunk(
  tx: Tx,
  runId: string,
  state: 'PLANNED' | 'CALCULATED',
): Promise<Chunk | undefined> {
  return first(
    tx,
    sql`select k.run_id, k.chunk, k.first_connection, k.last_connection,
        r.period, r.sector_id, r.issued_on, r.due_on
      from billing.bill_run_chunks k join billing.bill_runs r on r.id = k.run_id
      where k.run_id = ${runId} and k.state = ${state}
        and r.state = ${state === 'PLANNED' ? 'CALCULATING' : 'POSTING'}
      order by k.chunk limit 1 for update of k skip locked`,
  );
}

/** Calculates one chunk; false if none is left. */
export function calculateNextChunk(db: Db, runId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const chunk = await claimChunk(tx, runId, 'PLANNED');
    if (!chunk) return false;
    // PostgreSQL takes a range of ids that is within one step of its statistics for a single row, and then joins
    // thousands one by one: beyond half a million connections a chunk took a minute instead of a second.
    await execute(tx, sql`set local enable_nestloop = off`);
    await execute(tx, insertItems(chunk));
    await closeChunk(tx, chunk, 'CALCULATED');
    return true;
  });
}

/** Items of bill runs and of correction runs: both have an outcome, a reason and a total. */
export const BILL_ITEMS = 'billing.bill_run_items';
export const CORRECTION_ITEMS = 'billing.correction_items';

/** Moves a chunk on, with its sums counted from its items. Gives how many of them are billed. */
export async function closeChunk(
  tx: Tx,
  chunk: Pick<Chunk, 'run_id' | 'chunk' | 'first_connection' | 'last_connection'>,
  state: 'CALCULATED' | 'POSTED',
  items = BILL_ITEMS,
): Promise<number> {
  const { billed } = await one<{ billed: number }>(
    tx,
    sql`update billing.bill_run_chunks k
      set state = ${state}, done_at = now(), billed = a.billed, held = a.held, total_minor = a.total
      from (select count(*) filter (where outcome = 'BILLED') as billed, count(*) filter (where outcome = 'HELD') as held,
          coalesce(sum(total_minor) filter (where outcome = 'BILLED'), 0) as total
        from ${sql.table(items)} where run_id = ${chunk.run_id}
          and connection_id between ${chunk.first_connection} and ${chunk.last_connection}) a
      where k.run_id = ${chunk.run_id} and k.chunk = ${chunk.chunk} returning k.billed`,
  );
  return billed;
}

const CALCULATED = sql`version_id, unit_litres, water_rate, fixed_periods, fixed_rate, sewer_percent_used, vat_water_percent, vat_fixed_percent, vat_minimum_percent,
  vat_sewer_percent, water_minor, fixed_minor, minimum_minor, sewer_minor, vat_water_minor, vat_fixed_minor,
  vat_minimum_minor, vat_sewer_minor, vat_minor, round_off_minor`;

/** Kept to be compared later; the sources that an item keeps anyway are among its own columns. */
const COMPARED = sql`category, categories, empty_days, pipe_size_mm, dwelling_units, sewer_percent, connected_on, disconnected_on, meters`;

function insertItems(chunk: Chunk): Sql {
  return sql`insert into billing.bill_run_items (run_id, connection_id, chunk, outcome, reason, consumer_id, reading_id,
      meter_id, previous_litres, current_litres, usage_litres, period_from, period_to, periods, arrears_minor, ${COMPARED},
      ${CALCULATED}, total_minor, tariff_ids, explanation)
    select ${chunk.run_id}::uuid, connection_id, ${chunk.chunk}::int,
      case when held is null and problem is null then 'BILLED' else 'HELD' end, coalesce(held, problem),
      consumer_id, reading_id, meter_id, previous_litres, current_litres, usage_litres, period_from, period_to,
      periods, arrears_minor, ${COMPARED}, ${CALCULATED}, total_minor,
      case when cardinality(tariff_ids) > 1 then tariff_ids end, explanation
    from (${calculateBills(sql`${billInput(chunk)} and not exists (
      select from billing.bill_run_items i where i.run_id = ${chunk.run_id} and i.connection_id = c.id
        and i.connection_id between ${chunk.first_connection} and ${chunk.last_connection})`)}) b`;
}

/**
 * FROM item `p`: how many months a reading `r` counts for, `q` being the reading before it. Months of readings are
 * counted, not days: a month that is read late and one that is read early are one month each, and a month without a
 * reading counts with the next one. Only the first reading has none before it; its days are counted, a month being 30.4375.
 */
const periods = sql`left join lateral (
      select greatest(1, round((case when q.period is null then r.read_on - r.previous_on else r.period - q.period end)
        / 30.4375))::int as periods
      offset 0
    ) p on true`;
/** The same if a reading is one of a few: the reading before it is looked up. */
export const withPeriods = sql`left join lateral (
      select q.period from meters.readings q where q.connection_id = r.connection_id and q.living and q.period < r.period
      order by q.period desc limit 1
    ) q on true
    ${periods}`;
/**
 * Columns of the days that the bill of a reading `r` of a connection `c` covers. A first bill that is the last one too is stretched
 * back only: stretched both ways, its months would have days of two.
 */
const billedDays = sql`p.periods::numeric,
      case when r.previous_on <= c.connected_on
        then least(r.previous_on, (r.read_on - p.periods * interval '1 month')::date) else r.previous_on end as period_from,
      case when c.disconnected_on <= r.read_on and r.previous_on > c.connected_on
        then greatest(r.read_on, (r.previous_on + p.periods * interval '1 month')::date) else r.read_on end as period_to`;

/**
 * FROM items `y` and `k`: the days of a bill of the reading `r` of a connection `c`, and the categories that count on them. `k.category` is
 * the one of the last day, `k.categories` all of them if they are several.
 */
export const categoriesOfDays = sql`cross join lateral (select ${billedDays} offset 0) y
    cross join lateral (
      select coalesce((array_agg(s.category order by s.from_day desc))[1], c.category) as category,
        case when count(*) > 1 then jsonb_agg(jsonb_build_object('category', s.category,
          'from', greatest(s.from_day, y.period_from, c.connected_on), 'until', least(s.until_day, y.period_to, c.disconnected_on))
          order by s.from_day) end as categories
      from meters.connection_categories s
      where s.connection_id = c.id and s.from_day < least(y.period_to, c.disconnected_on) and s.until_day > greatest(y.period_from, c.connected_on)
      offset 0
    ) k`;

const BILLED = {
  previous: sql`r.previous_litres`,
  current: sql`r.register_litres`,
  usage: sql`r.consumption_litres`,
};

/**
 * FROM item `w`: the notices of an empty house that count for a bill of the reading `r` of a connection `c`. What was used before the first day is
 * not counted, if the register was read on it; nor what was used after the last one. `known`: the use of the empty days is known, so too much of it ends the notice.
 */
export const emptyOfDays = sql`cross join lateral (
      select jsonb_agg(jsonb_build_object('id', h.id, 'from', h.from_day, 'until', h.until_day, 'fixed', h.fixed_percent,
          'minimum', h.minimum_percent, 'litres', h.litres_per_month * y.periods, 'before', k.before,
          'after', k.after, 'known', k.known) order by h.from_day) as empty_days
      from billing.empty_houses h
      ${outsideUse(BILLED, {
        from: sql`greatest(y.period_from, c.connected_on)`,
        until: sql`least(y.period_to, c.disconnected_on)`,
        last: sql`h.until_day`,
      })}
      where h.connection_id = c.id and h.state in ('APPROVED', 'ENDED', 'ENDED_BY_USE') and h.until_day > h.from_day
        and h.from_day < least(y.period_to, c.disconnected_on) and h.until_day > greatest(y.period_from, c.connected_on)
      offset 0
    ) w`;

/** The reading before `r`, of any earlier month: one of its columns. */
const readingBefore = (column: Sql) => sql`select ${column} from meters.readings e
  where e.connection_id = r.connection_id and e.living and e.period < r.period order by e.period desc, e.read_on desc limit 1`;

/**
 * One row per connection of the chunk. The bill covers the days from the previous reading to this one; the first
 * bill's period is stretched back to whole months, so that a young connection's fixed charges count by its days,
 * and a last one forward in the same way. A held connection has no category here: nothing is calculated for it.
 */
export function billInput(chunk: Chunk): Sql {
  return sql`select c.id as connection_id, c.consumer_id, case when h.held is null then k.category end as category,
      case when h.held is null then k.categories end as categories,
      case when h.held is null then w.empty_days end as empty_days, null::uuid as tariff_version_id, c.pipe_size_mm,
      c.dwelling_units, c.sewer_percent, c.connected_on, c.disconnected_on,
      r.id as reading_id, r.meter_id, r.previous_litres, r.register_litres as current_litres,
      coalesce(r.consumption_litres, 0) as usage_litres, y.periods, y.period_from, y.period_to,
      coalesce(o.open_minor, 0) as arrears_minor, width_bucket(r.read_on, m.installed) as meters,
      h.held
    from meters.connections c
    left join (
      select distinct on (connection_id) * from meters.readings
      where period = ${chunk.period} and connection_id between ${chunk.first_connection} and ${chunk.last_connection}
        and state not in ('VOID', 'SUPERSEDED') and source <> 'OPENING'
      order by connection_id, living desc, read_on desc, id desc
    ) r on r.connection_id = c.id
    left join (
      select distinct on (connection_id) connection_id, period, state from meters.readings
      where period = (${chunk.period}::date - interval '1 month')::date and living
        and connection_id between ${chunk.first_connection} and ${chunk.last_connection}
      order by connection_id, read_on desc, id desc
    ) l on l.connection_id = r.connection_id
    cross join lateral (
      -- Nearly always the month before was read; only then is no other month looked for.
      select case when l.connection_id is not null then l.period when r.previous_on > c.connected_on
          then (${readingBefore(sql`e.period`)}) end as period,
        case when l.connection_id is not null then l.state when r.previous_on > c.connected_on
          then (${readingBefore(sql`e.state`)}) end as state
      offset 0
    ) q
    ${periods}
    ${categoriesOfDays}
    ${emptyOfDays}
    left join billing.bill_run_releases f on f.run_id = ${chunk.run_id} and f.connection_id = c.id
    left join (
      select connection_id, sum(${ownOpen('i')})::bigint as open_minor from billing.invoices i
      where connection_id between ${chunk.first_connection} and ${chunk.last_connection}
        and cancelled_on is null and settled_minor < total_minor and period < ${chunk.period}
      group by connection_id
    ) o on o.connection_id = c.id
    left join (
      select connection_id, array_agg(installed_on order by installed_on) as installed from meters.assignments
      where connection_id between ${chunk.first_connection} and ${chunk.last_connection}
      group by connection_id
    ) m on m.connection_id = c.id
    left join billing.invoices b on b.connection_id = c.id and b.period = ${chunk.period} and b.cancelled_on is null
      and b.connection_id between ${chunk.first_connection} and ${chunk.last_connection}
      and b.adjusts_id is null
    cross join lateral (
      select case when b.connection_id is not null then 'already_billed'
        when r.id is null then 'no_reading'
        when r.state not in ('APPROVED', 'ESTIMATED') then 'reading_not_approved'
        -- A bill is not dated before what it bills.
        when r.read_on > ${chunk.issued_on} then 'read_after_issue'
        when q.state <> 'BILLED' and f.connection_id is null then 'month_before_unbilled'
        -- What is asked about days of this bill is decided before: later they are billed, and it could only be refused. Nobody can approve
        -- it for a closed connection, whose last bill does not wait for it.
        when c.status = 'closed' then null
        when exists (select from billing.empty_houses n where n.connection_id = c.id and n.state = 'WAITING'
          and n.from_day < y.period_to and n.until_day > y.period_from) then 'empty_house_waits'
        when exists (select from billing.category_changes n where n.connection_id = c.id and n.state = 'WAITING'
          and n.from_day < y.period_to and billing.category_change_ends(n.connection_id, n.until_day, n.next_category)
            > greatest(y.period_from, c.connected_on)) then 'category_waits' end as held
    ) h
    where c.id between ${chunk.first_connection} and ${chunk.last_connection}
      and ${inScope({ period: chunk.period, sectorId: chunk.sector_id })}`;
}
