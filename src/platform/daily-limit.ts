/** How often one person may do something within a day, so that nobody floods the office or other people's phones. */
import type { Actor } from '#platform/actor.ts';
import { execute, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type ErrorCode, fail } from '#shared/errors.ts';

type Limit = {
  /** Names the turn: two calls of one person with the same word are counted one after the other. */
  what: string;
  /** Question for the instants `at` at which the person has done it. */
  done: Sql;
  /** So many within the last 24 hours. */
  most: number;
  /** Its text may name `most`. */
  refusal: ErrorCode;
};

/** Asked before the row is written, in its transaction: who waits for their turn counts that row too. */
export async function refuseTooOften(tx: Tx, actor: Actor, limit: Limit): Promise<void> {
  const { what, done, most, refusal } = limit;
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`${what} by ${actor.userId}`}, 0))`);
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*)::int as count from (${done}) as done where at > ${actor.now}::timestamptz - interval '1 day'`,
  );
  if (count >= most) throw fail(refusal, { most });
}
