/**
 * What the search over everything asks of a domain: one select for each kind of record, bounded and by an index. Every
 * select gives the columns of `hit`; its WHERE holds what the actor may see, and its permission word is beside it.
 */

import type { Permission } from '#shared/permissions.ts';
import { FEWEST_DIGITS, type SearchText } from '#shared/search/search-text.ts';
import type { Actor } from './actor.ts';
import { type Sql, sql } from './database/db.ts';
import { containing } from './database/lists.ts';
import { point } from './face.ts';

export type SearchSource = {
  /** The kind of record: the browser's `web/found-records.ts` names it with the same word. */
  name: string;
  /** Its place among the kinds of all domains: the smallest comes first. */
  order: number;
  /** Any of these words opens the source. */
  permissions: readonly Permission[];
  /** Consumers search their own papers only. */
  forConsumers?: true;
  /** Undefined if the text cannot mean such a record. */
  select: (text: SearchText, actor: Actor) => Sql | undefined;
};

/** The kinds of records of a domain. */
export const searchSources = point<readonly SearchSource[]>('platform.search-sources');

export type HitColumns = Partial<
  Record<'number' | 'name' | 'nameBn' | 'sector' | 'road' | 'plot' | 'amount' | 'day' | 'exact', Sql>
>;

/** The columns of every select, in one order. */
export function hit(id: Sql, columns: HitColumns): Sql {
  const { number, name, nameBn, sector, road, plot, amount, day, exact } = columns;
  return sql`${id} as id, ${number ?? sql`null`}::text as number, ${name ?? sql`null`}::text as name,
    ${nameBn ?? sql`null`}::text as "nameBn", ${sector ?? sql`null`}::text as "sectorNumber",
    ${road ?? sql`null`}::text as "roadNumber", ${plot ?? sql`null`}::text as "plotNumber",
    ${amount ?? sql`null`}::bigint as "amountMinor", ${day ?? sql`null`}::date as day, coalesce(${exact ?? sql`false`}, false) as exact`;
}

/** Trigrams need three letters; a shorter word beside a longer one only narrows what that one finds. */
export const TRIGRAM = 3;

/** Fewer digits are inside very many numbers: only those that begin so are meant. */
const INSIDE = 7;

/** It may be a whole national ID, which no `search` column holds. */
export const isIdentity = ({ digits }: SearchText): boolean => /^(\d{10}|\d{13}|\d{17})$/.test(digits ?? '');

/** Every word is in a `search` column, literally (G36); a number in any form as its digits. */
export function worded(column: Sql, { words, digits, phone }: SearchText): Sql | undefined {
  // Without +880, which is in every phone.
  if (phone) return sql`${column} like ${containing(phone.slice('+880'.length))}`;
  if (digits && digits.length < INSIDE) return undefined;
  const wanted = digits ? [digits] : words;
  if (!wanted.some((word) => [...word].length >= TRIGRAM)) return undefined;
  return sql.join(
    wanted.map((word) => sql`${column} like ${containing(word)}`),
    sql` and `,
  );
}

/** The first text, in any collation, after all that begin with the digits: 12 after 1199; a letter after 99. */
function after(digits: string): string {
  const kept = digits.replace(/9+$/, '');
  return /\d$/.test(kept) ? `${kept.slice(0, -1)}${Number(kept.at(-1)) + 1}` : `${kept}a`;
}

/** Texts that begin with the digits: a range of the index, with any collation. @param digits may begin with + */
export const begins = (column: Sql, digits: string): Sql =>
  sql`(${column} >= ${digits}::text and ${column} < ${after(digits)}::text)`;

/** Numbers of papers that begin so. */
export function numbered(column: Sql, { digits }: SearchText): Sql | undefined {
  return digits && digits.length >= FEWEST_DIGITS ? begins(column, digits) : undefined;
}

/** The number is what was typed. */
export const is = (column: Sql, { digits, plain }: SearchText): Sql =>
  sql`${column} = ${digits ?? plain}::text`;

/** Few rows, read whole. */
export const few =
  (table: Sql, columns: HitColumns, wanted: (text: SearchText) => Sql | undefined) => (text: SearchText) => {
    const found = wanted(text);
    return found && sql`select ${hit(sql`x.id`, columns)} from ${table} where ${found}`;
  };

/** Every word is in the column. */
export const allWords = (column: Sql, { words }: SearchText): Sql =>
  sql.join(
    words.map((word) => sql`${column} like ${containing(word)}`),
    sql` and `,
  );
