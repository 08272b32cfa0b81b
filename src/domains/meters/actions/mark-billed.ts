/** Readings that became an invoice: from here on they are only superseded, never changed or deleted. */
import { execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { reopenFrom } from '../readings/actions/reopen-readings.ts';

/**
 * Gives how many were marked. One that is not approved any more, or says something else than its bill, is not marked:
 * the caller takes everything back if they are fewer than its bills.
 * @param period the month they are of: names the partition
 * @param readings SELECT of `reading_id`, `current_litres` and `usage_litres`
 */
export function markBilled(tx: Tx, period: string, readings: Sql): Promise<number> {
  return execute(
    tx,
    sql`update meters.readings r set state = 'BILLED', version = r.version + 1
    from (${readings}) b
    where r.id = b.reading_id and r.period = ${period} and r.state in ('APPROVED', 'ESTIMATED')
      and r.register_litres = b.current_litres and coalesce(r.consumption_litres, 0) = b.usage_litres`,
  );
}

/** The reading of a cancelled invoice: approved as it was, and to be billed again. */
export async function unmarkBilled(tx: Tx, bill: { connectionId: string; period: string }): Promise<void> {
  await execute(
    tx,
    sql`update meters.readings r set version = r.version + 1, changed_at = clock_timestamp(),
      state = case when r.source = 'ESTIMATE' then 'ESTIMATED' else 'APPROVED' end
    where r.connection_id = ${bill.connectionId} and r.period = ${bill.period}::date and r.living and r.state = 'BILLED'`,
  );
}

/**
 * The readings of a reversed run, to be billed again: approved as they were, or opened, so that they can be corrected and
 * have to be approved again; then the approved ones after them are opened, too. Gives how many of the run there were.
 * @param of period: the month they are of, which names the partition; ids: select of one column, their ids; open: the
 *   caller has closed the gate of readings
 */
export async function unmarkAllBilled(
  tx: Tx,
  of: { period: string; ids: Sql; open: boolean },
): Promise<number> {
  const { period, ids, open } = of;
  const unmarked = await execute(
    tx,
    sql`update meters.readings r set version = r.version + 1, changed_at = clock_timestamp(),
      state = case when r.source = 'ESTIMATE' then 'ESTIMATED' when not ${open} then 'APPROVED'
        when r.flags = '{}' then 'VALID' else 'FLAGGED' end,
      first_approved_by = case when ${open} and r.source <> 'ESTIMATE' then null else r.first_approved_by end,
      reviewed_by = case when ${open} and r.source <> 'ESTIMATE' then null else r.reviewed_by end,
      reviewed_at = case when ${open} and r.source <> 'ESTIMATE' then null else r.reviewed_at end
    where r.id in (${ids}) and r.period = ${period}::date and r.state = 'BILLED'`,
  );
  if (open) {
    const opened = sql`select connection_id, period from meters.readings r
      where r.id in (${ids}) and r.period = ${period}::date and r.waiting`;
    await reopenFrom(tx, opened, null);
  }
  return unmarked;
}
