/** Readings that became an invoice: from here on they are only superseded, never changed or deleted. */
import { type Sql, sql, type Tx } from '#platform/db.ts';

/**
 * @param period the month they are of: names the partition
 * @param readings SELECT of one column `reading_id`
 */
export async function markBilled(tx: Tx, period: string, readings: Sql): Promise<void> {
  await sql`update meters.readings r set state = 'BILLED', version = r.version + 1
    from (${readings}) b
    where r.id = b.reading_id and r.period = ${period} and r.state in ('APPROVED', 'ESTIMATED')`.execute(tx);
}
