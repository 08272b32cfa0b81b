/** A second factor for tests that only need it to be on: no code fits its secret. */
import { execute, sql, type Tx } from '#platform/database/db.ts';

export async function turnOnSecondFactor(tx: Tx, userId: string, at: Date): Promise<void> {
  await execute(
    tx,
    sql`insert into identity.second_factors (user_id, secret, secret_key, begun_at, confirmed_at)
      values (${userId}, '\\x00'::bytea, 'k1', ${at}, ${at})`,
  );
}
