/** The last reading of a closed connection: the one on the day on which its meter went. */
import { one, type Sql, sql, type Tx } from '#platform/database/db.ts';

/** Condition on the assignment `a` and its connection `c`: the connection was closed with this meter. */
export const isReopenable = sql`(a.final_status is not distinct from 'READING' and c.status = 'closed' and c.disconnected_on = a.removed_on)`;

/** SELECT of columns of the last reading `r` that the assignment `a` ended with; no row if it ended in another way. */
export const lastOfClosed = (columns: Sql): Sql => sql`select ${columns} from meters.readings r
  where a.final_status = 'READING' and r.connection_id = a.connection_id and r.meter_id = a.meter_id
    and r.read_on = a.removed_on and r.living`;

export async function isLastOfClosed(tx: Tx, readingId: string): Promise<boolean> {
  const { isLast } = await one<{ isLast: boolean }>(
    tx,
    sql`select exists (select from meters.assignments a join meters.connections c on c.id = a.connection_id
      where ${isReopenable} and exists (${lastOfClosed(sql`1`)} and r.id = ${readingId})) as "isLast"`,
  );
  return isLast;
}
