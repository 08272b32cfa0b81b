/** What readings would be billed with, before any run: the run's own calculation over the readings of one page. */
import { all, type Db, sql, type Tx } from '#platform/database/db.ts';
import { calculateBills } from '../calculation/calculate-bills.ts';
import { categoriesOfDays, emptyOfDays, withPeriods } from './calculate-chunk.ts';

export type ReadingBill = { readingId: string; totalMinor: number | null; problem: string | null };

/** @param readingIds of a page; those without a use (the register fell) are left out */
export function previewReadings(db: Db | Tx, readingIds: readonly string[]): Promise<ReadingBill[]> {
  const input = sql`select r.id as reading_id, k.category, k.categories, w.empty_days, null::uuid as tariff_version_id, c.pipe_size_mm, c.dwelling_units,
      c.sewer_percent, c.connected_on, c.disconnected_on, r.consumption_litres as usage_litres,
      y.periods, y.period_from, y.period_to
    from meters.readings r join meters.connections c on c.id = r.connection_id
    ${withPeriods}
    ${categoriesOfDays}
    ${emptyOfDays}
    where r.id = any(${readingIds}::uuid[]) and r.consumption_litres is not null`;
  return all<ReadingBill>(
    db,
    sql`select reading_id as "readingId", problem, case when problem is null then total_minor end as "totalMinor"
      from (${calculateBills(input)}) b`,
  );
}
