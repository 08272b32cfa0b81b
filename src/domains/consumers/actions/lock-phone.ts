import { execute, sql, type Tx } from '#platform/database/db.ts';

/**
 * Until the end of the transaction nobody else looks for the entry of this phone, or makes one: of two who come at once
 * (two registrations, or one and the counter) the second finds what the first one made.
 */
export async function lockPhone(tx: Tx, phone: string): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`consumer of ${phone}`}, 0))`);
}
