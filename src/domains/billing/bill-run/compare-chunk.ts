/**
 * Items against their sources as they are now, in one statement for a chunk. What moved since the calculation is held
 * with a reason that says what: nobody approves or posts figures that are not true any more.
 */
import { execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { lockConnections } from '../invoices/actions/settle-invoices.ts';
import { sharePrices } from '../tariffs/lock-prices.ts';
import { SOURCES } from './bill-run.rules.ts';
import { billInput, type Chunk } from './calculate-chunk.ts';

/**
 * Holds the billed items of a chunk that moved; gives how many. The sums of the chunk are the caller's.
 * Without the locks of `lockSources` the answer is true for the moment only.
 */
export async function holdMoved(tx: Tx, chunk: Chunk): Promise<number> {
  // As for the calculation: the planner takes the range of ids for a single row.
  await execute(tx, sql`set local enable_nestloop = off`);
  const { moved } = await one<{ moved: number }>(
    tx,
    sql`with held as (
        update billing.bill_run_items i set outcome = 'HELD', reason = m.reason
        from (${movedItems(chunk)}) m
        where i.run_id = ${chunk.run_id} and i.connection_id = m.connection_id and m.reason is not null
          and i.connection_id between ${chunk.first_connection} and ${chunk.last_connection}
        returning 1)
      select count(*) as moved from held`,
  );
  await execute(tx, sql`set local enable_nestloop = on`);
  return moved;
}

/**
 * Keeps everything that a chunk's bills rest on as it is until they are posted. Order: the gate of readings (the caller
 * passed it), prices, connections by id; money of a connection and its readings are only changed under its lock, and a
 * reading that is approved changes in no other way. Readings are locked when they are billed, the number series last.
 */
export async function lockSources(tx: Tx, chunk: Chunk): Promise<void> {
  await sharePrices(tx);
  await lockConnections(
    tx,
    sql`select connection_id from billing.bill_run_items where run_id = ${chunk.run_id} and outcome = 'BILLED'
      and connection_id between ${chunk.first_connection} and ${chunk.last_connection}`,
  );
}

/** All chunks of a run, one after the other: a run of a million in one statement would not stay in memory. */
export async function holdMovedOfRun(tx: Tx, runId: string): Promise<number> {
  let moved = 0;
  for (let after = -1; ; ) {
    const chunk = await first<Chunk>(
      tx,
      sql`select k.run_id, k.chunk, k.first_connection, k.last_connection, r.period, r.sector_id, r.issued_on, r.due_on
        from billing.bill_run_chunks k join billing.bill_runs r on r.id = k.run_id
        where k.run_id = ${runId} and k.chunk > ${after} order by k.chunk limit 1`,
    );
    if (!chunk) return moved;
    moved += await holdMoved(tx, chunk);
    after = chunk.chunk;
  }
}

/** Approved versions with their days. */
const VERSIONS_BY_DAY = sql`select id, category, effective_from as valid_from,
    lead(effective_from, 1, 'infinity') over (partition by category order by effective_from) as valid_to
  from billing.tariff_versions where state = 'APPROVED'`;

/** True if a source of the item `i` is another one now, `n`. */
const differs = (columns: readonly string[]): Sql =>
  sql.join(
    columns.map((column) => sql`i.${sql.ref(column)} is distinct from n.${sql.ref(column)}`),
    sql` or `,
  );

/** `n.category` is null for what would be held now; then an earlier line names the reason. */
function movedItems(chunk: Chunk): Sql {
  const lines = SOURCES.map(
    ({ reason, columns }) =>
      sql`when ${reason === 'moved_reading' ? sql`n.held is not null or ` : sql``}${differs(columns)} then ${reason}`,
  );
  const items = sql`select * from billing.bill_run_items where run_id = ${chunk.run_id} and outcome = 'BILLED'
    and connection_id between ${chunk.first_connection} and ${chunk.last_connection}`;
  return sql`select i.connection_id, case
      when n.connection_id is null then 'moved_scope'
      when n.held in ('already_billed', 'month_before_unbilled', 'empty_house_waits', 'category_waits') then n.held
      ${sql.join(lines, sql` `)}
      when v.version_ids is null or not (coalesce(i.tariff_ids, array[i.version_id]) <@ v.version_ids
        and v.version_ids <@ coalesce(i.tariff_ids, array[i.version_id])) then 'moved_tariff' end as reason
    from (${items}) i
    left join (${billInput(chunk)}) n on n.connection_id = i.connection_id
    left join (${pricesOf(items)}) t on t.category = i.category
      and t.from_day = greatest(i.period_from, i.connected_on) and t.to_day = least(i.period_to, i.disconnected_on)
    cross join lateral (select case when i.categories is null then t.version_ids else (${pricesOfCategories}) end as version_ids offset 0) v`;
}

/** The same of an item \`i\` over several categories, each for its own days; null if one of them has none. */
const pricesOfCategories = sql`select case when bool_and(v.id is not null) then array_agg(v.id) end
  from jsonb_to_recordset(i.categories) as k (category text, "from" date, until date)
  left join (${VERSIONS_BY_DAY}) v on v.category = k.category and v.valid_from < k.until and v.valid_to > k.from`;

/** The versions that count now for the categories and days of items: few, for any number of items. */
function pricesOf(items: Sql): Sql {
  return sql`select d.category, d.from_day, d.to_day, array_agg(v.id) as version_ids
    from (
      select distinct category, greatest(period_from, connected_on) as from_day, least(period_to, disconnected_on) as to_day
      from (${items}) i
    ) d
    join (${VERSIONS_BY_DAY}) v on v.category = d.category and v.valid_from < d.to_day and v.valid_to > d.from_day
    group by d.category, d.from_day, d.to_day`;
}
