/** Whether an empty house may begin on a day: asked when it is noted and again when it is approved. */
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { earliestDay } from '../categories/queries.ts';
import { errors } from './contract.ts';

/** Under the lock of the connection: what is billed stays as it is. */
export async function refuseBilled(tx: Tx, connectionId: string, fromDay: string): Promise<void> {
  const { isClosed } = await one<{ isClosed: boolean }>(
    tx,
    sql`select status = 'closed' as "isClosed" from meters.connections where id = ${connectionId}`,
  );
  if (isClosed) throw fail(errors.connection_closed);
  const free = await earliestDay(tx, connectionId);
  if (fromDay < free) throw fail(errors.day_billed, { day: free });
}
