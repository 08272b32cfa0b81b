/** Connections and meters by the number that somebody reads out or types: OLD77, OLD-77 and old 77 are one. */
import { type Sql, sql } from '#platform/database/db.ts';
import { containing } from '#platform/database/lists.ts';
import { toLatinDigits } from '#shared/money.ts';
import { numberKey } from '#shared/number-kinds.ts';

const asWritten = (text: string): string => toLatinDigits(text).trim().toUpperCase();

/**
 * Condition over meters.connections `c`. If two of before are read alike, only the one that is written so is meant: nobody guesses
 * whose water it is.
 */
export function isNumbered(text: string): Sql {
  const key = numberKey(text);
  if (key === '') return sql`false`;
  const written = asWritten(text);
  return sql`(platform.number_key(c.number) = ${key} and (c.number = ${written} or not exists (
    select from meters.connections twin where platform.number_key(twin.number) = ${key} and twin.id <> c.id)))`;
}

/** What the numbers of two meters are compared by: letters, Bengali ones too, and digits. The database does the same (meters.plate_key). */
export const plateKey = (text: string): string => asWritten(text).replace(/[^0-9A-Z\u0980-\u09FF]/g, '');

/** No other meter is read like the meter `m`. */
const hasNoTwin = sql`not exists (
  select from meters.meters twin where twin.number_key = m.number_key and twin.id <> m.id)`;

/** Condition over meters.meters `m`: it has this number. Of two of before that are read alike it is the one that is written so. */
export const isPlated = (text: string): Sql =>
  sql`(m.number_key = ${plateKey(text)} and (m.number = ${asWritten(text)} or ${hasNoTwin}))`;

/** Condition over a meter `m` that is known already: somebody who reads its plate writes this. A sign alone proves nothing. */
export const isReadAs = (text: string): Sql => sql`(m.number_key <> '' and m.number_key = ${plateKey(text)})`;

/** As isPlated, for each of many numbers: SELECT of the id of the meter that is read like it, if there is one alone. @param number a column */
export const platedAlike = (number: Sql): Sql =>
  sql`select m.id from meters.meters m where m.number_key = meters.plate_key(${number}) and ${hasNoTwin}`;

/** So many letters and digits are a meter's number in any spelling; 12-3 may be a plot, and is not looked for in M1234. */
const WHOLE = 6;

/** Condition over meters.meters `m`: its number has this text in it. */
export function plateHas(text: string): Sql {
  const [key, written] = [plateKey(text), asWritten(text)];
  if (key === '') return sql`false`;
  const found = sql`m.number_key like ${containing(key)}`;
  if (key === written || key.length >= WHOLE) return found;
  return sql`(${found} and upper(m.number) like ${containing(written)})`;
}
