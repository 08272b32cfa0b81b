/** A connection by the number that somebody reads out or types: OLD77, OLD-77 and old 77 are one. */
import { type Sql, sql } from '#platform/database/db.ts';
import { toLatinDigits } from '#shared/money.ts';
import { numberKey } from '#shared/number-kinds.ts';

/**
 * Condition over meters.connections `c`. If two of before are read alike, only the one that is written so is meant: nobody guesses
 * whose water it is.
 */
export function isNumbered(text: string): Sql {
  const key = numberKey(text);
  if (key === '') return sql`false`;
  const written = toLatinDigits(text).trim().toUpperCase();
  return sql`(platform.number_key(c.number) = ${key} and (c.number = ${written} or not exists (
    select from meters.connections twin where platform.number_key(twin.number) = ${key} and twin.id <> c.id)))`;
}
