/**
 * Bills of a correction run against what they are now. Every change of a bill gives it another version; prices of billed
 * days change by no other way than a correction run, and of a category only one is open.
 */

import { one, sql, type Tx } from '#platform/database/db.ts';
import type { Chunk } from '../bill-run/calculate-chunk.ts';

type Range = Pick<Chunk, 'first_connection' | 'last_connection'>;

/** Holds the bills that changed, with the reason; gives how many. The sums of the chunks are the caller's. */
export async function holdChanged(tx: Tx, runId: string, range?: Range): Promise<number> {
  const within = range
    ? sql`k.connection_id between ${range.first_connection} and ${range.last_connection}`
    : sql`true`;
  const { held } = await one<{ held: number }>(
    tx,
    sql`with held as (
        update billing.correction_items k set outcome = 'HELD', reason = m.reason
        from (
          select i.id, i.version, case when i.cancelled_on is not null then 'cancelled'
            when exists (select from billing.corrections c where c.invoice_id = i.id and c.state = 'REQUESTED') then 'correction_waits'
            else 'bill_changed' end as reason
          from billing.invoices i where i.id in (select invoice_id from billing.correction_items where run_id = ${runId})
        ) m
        where k.run_id = ${runId} and k.outcome = 'BILLED' and ${within} and m.id = k.invoice_id
          and (m.version <> k.invoice_version or m.reason = 'correction_waits')
        returning 1)
      select count(*) as held from held`,
  );
  return held;
}
