/**
 * A household that asks for something, takes it back and asks again gives the office work each time, and may be sent an SMS. So its own
 * requests of a kind are limited for a connection; what the office notes is not.
 */
import type { Actor } from '#platform/actor.ts';
import { first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { REQUESTS_TAKEN_BACK } from '#platform/limits.ts';
import { type ErrorCode, fail } from '#shared/errors.ts';

const { points, days } = REQUESTS_TAKEN_BACK;

/** The first day on which the oldest of the last three does not count any more; null if there were less. */
const freeFrom = (counted: Sql): Sql =>
  sql`(select t.day + ${days}::int from (${counted}) t (day) order by t.day desc offset ${points - 1} limit 1)`;

type Own<Row> = {
  /** SELECT of the days on which the household asked for what counts: what it took back. */
  counted: Sql;
  /** INSERT … SELECT … WHERE of the request, which writes nothing if the condition is false. */
  insert: (isFree: Sql) => Sql<Row>;
  /** params: day, from which the household can ask again. */
  refusal: ErrorCode;
};

/** Counted in the statement that notes the request. The caller holds the lock of the connection. */
export async function noteOwn<Row>(
  tx: Tx,
  { today }: Pick<Actor, 'today'>,
  { counted, insert, refusal }: Own<Row>,
): Promise<Row> {
  const noted = await first<Row>(tx, insert(sql`coalesce(${freeFrom(counted)} <= ${today}::date, true)`));
  if (noted) return noted;
  throw fail(refusal, await one<{ day: string }>(tx, sql`select ${freeFrom(counted)} as day`));
}
