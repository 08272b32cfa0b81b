/** What billing adds to the nightly proof of the books. */
import type { BookProof } from '#domains/ledger/points.ts';
import { type Db, one, sql, type Tx } from '#platform/database/db.ts';
import { tallyDifference } from './invoices/tally.ts';

export const talliedBills: BookProof = {
  kind: 'tallied-bills',
  name: ['The numbers and sums of all bills against the bills', 'সব বিলের সংখ্যা ও যোগফল এবং বিলগুলো'],
  difference: tallyDifference,
};

/** Each litre between two registers is in one bill: of a month, what its bills count is what their readings count. */
export const billedWater: BookProof = {
  kind: 'billed-water',
  name: ['The litres of all bills against the readings that they bill', 'সব বিলের পানি ও বিল করা রিডিং'],
  difference: waterDifference,
};

/** By how many litres bills and billed readings of a connection and month differ, over all of them; zero. */
async function waterDifference(db: Db | Tx): Promise<number> {
  const { off } = await one<{ off: number }>(
    db,
    sql`select coalesce(sum(abs(litres)), 0)::bigint as off from (
        select sum(litres) as litres from (
          select connection_id, period, consumption_litres as litres from meters.readings where state = 'BILLED'
          union all
          select i.connection_id, i.period, -coalesce(a.usage_after_litres, i.usage_litres)
          from billing.invoices i left join lateral (select usage_after_litres from billing.adjustments x
            where x.invoice_id = i.id order by x.id desc limit 1) a on true
          where i.cancelled_on is null and i.adjusts_id is null and i.run_id is not null) both_sides
        group by connection_id, period) compared`,
  );
  return off;
}
