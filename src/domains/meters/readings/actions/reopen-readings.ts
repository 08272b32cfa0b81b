/** Approved readings that are not billed are opened again: what rests on a wrong one is approved again after it. */
import { all, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';

/**
 * Opens the approved readings of each connection from its month on. Refuses if a later one is billed, because its use
 * was measured from what opens. The caller has closed the gate: nobody approves meanwhile.
 * @param from SELECT of connection_id and period
 * @returns how many were opened
 */
export async function reopenFrom(tx: Tx, from: Sql, reason: string | null): Promise<number> {
  const since = sql`select connection_id, min(period) as period from (${from}) x group by 1`;
  const billed = await all<{ period: string }>(
    tx,
    sql`select r.period from meters.readings r join (${since}) f on f.connection_id = r.connection_id
      where r.period > f.period and r.state = 'BILLED' order by r.period limit 1`,
  );
  if (billed[0]) throw fail(errors.later_reading_billed, { period: billed[0].period });
  return execute(
    tx,
    sql`update meters.readings r set state = case when r.flags = '{}' then 'VALID' else 'FLAGGED' end,
      first_approved_by = null, reviewed_by = null, reviewed_at = null,
      review_reason = coalesce(${reason}, r.review_reason), version = r.version + 1, changed_at = clock_timestamp()
    from (${since}) f
    where r.connection_id = f.connection_id and r.period >= f.period and r.state in ('APPROVED', 'ESTIMATED')`,
  );
}
