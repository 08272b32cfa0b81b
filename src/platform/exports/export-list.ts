/**
 * The route of an `exportOf(…)` endpoint: the rows of the list's own query, all pages, with titles in the reader's
 * language. Every export leaves an audit row: it takes personal data out of the product.
 */
import type { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import type { ExportFormat } from '#shared/exports.ts';
import type { Formats } from '#shared/format.ts';
import type { Actor } from '../actor.ts';
import { audit } from '../audit.ts';
import { one, type Sql, type Tx, transaction } from '../database/db.ts';
import { countOf, type ListQuery, wholeList } from '../database/lists.ts';
import { type Route, special } from '../route.ts';
import { type CellKind, type ExportRow, formatsOf } from './cells.ts';
import { checkPdfRows, exportName } from './export-rows.ts';
import type { Keeping } from './keeping.ts';
import { sendExport } from './send-export.ts';

/** A word in both languages. */
export type Words = readonly [en: string, bn: string];

export type ListColumn = {
  /** Column of the list's rows. */
  key: string;
  kind: CellKind;
  title: Words;
  /** What to write for a code, or for each code of an array: `PAID` is "Paid". */
  words?: Readonly<Record<string, Words>> | ((code: string) => Words) | undefined;
  /** Amounts are, if this is not set. */
  isSummed?: boolean;
  /** A field of the list's rows: only rows in which it is true are in the sum. What is cancelled is no part of it. */
  sumIf?: string;
  /** Of an English name that has its Bengali one in another column: what both are called as one. */
  pair?: { bengali: string; title: Words };
};

type Choice = {
  format: ExportFormat;
  language: 'en' | 'bn';
  digits: boolean;
  columns?: string | undefined;
  sort?: string;
};
type ExportQueryOf<E extends Endpoint> = z.output<E['query']> & Choice & { search?: string | undefined };

export type Filter = [label: Words, value: Words | string];

export type ListExport<E extends Endpoint> = {
  /** File name without day and extension, in Latin letters. */
  name: string;
  title: Words;
  columns: readonly ListColumn[];
  /** Keys of columns that this actor gets under no name. */
  withheld?: (actor: Actor) => readonly string[];
  /** The query that the list's screen shows a page of. */
  list: (
    actor: Actor,
    query: ExportQueryOf<E>,
    params: z.output<E['params']>,
    tx: Tx,
  ) => ListQuery | Promise<ListQuery>;
  /** Label and value of the filters that were set; the search words are named anyway. Without it: filtersOfColumns. */
  filters?: (query: ExportQueryOf<E>) => Filter[];
  /** Lines above the rows that tell what is in the database: read with the rows, from one picture of it. */
  heading?: Heading<E>;
  /** The order of a list that has no other order (keysetPaging). */
  order?: string;
  /**
   * Of a list whose files are kept: begins one, in the transaction that writes its audit row. Gives the query whose rows are written, so
   * that what was left open ("the newest") is decided once.
   */
  keep?: (tx: Tx, actor: Actor, asked: { query: ExportQueryOf<E>; fileName: string }) => Promise<Kept<E>>;
};
export type Heading<E extends Endpoint> = {
  /** SELECT of one row. */
  find: (actor: Actor, query: ExportQueryOf<E>) => Sql;
  /** @param found that row, as JSON */
  lines: (found: unknown, write: Formats) => Filter[];
};
export type Kept<E extends Endpoint> = { query: ExportQueryOf<E>; keeping: Keeping };

const SEARCH: Words = ['Search', 'অনুসন্ধান'];

export const exportColumn = (
  key: string,
  kind: CellKind,
  title: Words,
  words?: ListColumn['words'],
): ListColumn => ({ key, kind, title, words });

/** What a yes or no is called. */
export const YES_NO: Readonly<Record<string, Words>> = { true: ['Yes', 'হ্যাঁ'], false: ['No', 'না'] };

/** The filter of one field by its words; nothing if it is not set. */
export const filterOf = (
  label: Words,
  words: Readonly<Record<string, Words>>,
  value: string | boolean | undefined,
): Filter[] => {
  const code = value === undefined ? '' : String(value);
  return code ? [[label, words[code] ?? code]] : [];
};

/** How the file is made: it narrows nothing. */
const CHOICE: readonly string[] = ['format', 'language', 'digits', 'columns', 'sort', 'search'];

/** Of a list that does not name its filters itself: each field of the query that is a column too, by the words of the column. */
export const filtersOfColumns = (columns: readonly ListColumn[], query: object): Filter[] =>
  columns.flatMap(({ key, title, words = {} }) => {
    const value = CHOICE.includes(key) ? undefined : (query as Record<string, unknown>)[key];
    if (typeof value !== 'string' && typeof value !== 'boolean') return [];
    const code = String(value);
    return filterOf(title, typeof words === 'function' ? { [code]: words(code) } : words, code);
  });

/**
 * A name in two columns, one for each language. A table file has both; on paper they are one column, as on the screen.
 * @param title of both as one
 */
export const namePair = (title: Words, english: ListColumn, bengali: ListColumn): ListColumn[] => [
  { ...english, pair: { bengali: bengali.key, title } },
  bengali,
];

/** A column whose figures make a sum, although they are no amounts. */
export const summed = (column: ListColumn): ListColumn => ({ ...column, isSummed: true });

/** A column of amounts whose sum has only rows in which the field is true. */
export const summedIf = (field: string, column: ListColumn): ListColumn => ({
  ...summed(column),
  sumIf: field,
});

/** The chosen columns in their order; unknown names are ignored; if none is left, all are written. */
export function chosenColumns(all: readonly ListColumn[], chosen: string | undefined): readonly ListColumn[] {
  const keys = new Set(chosen?.split(',') ?? []);
  const found = [...keys].flatMap((key) => all.filter((column) => column.key === key));
  return found.length > 0 ? found : all;
}

/** Of each pair of names the first column alone, under the name of both; `inOneLanguage` writes the reader's name into it. */
export function onPaper(columns: readonly ListColumn[]): readonly ListColumn[] {
  const keys = new Set(columns.map(({ key }) => key));
  const second = new Set(columns.flatMap(({ pair }) => (pair ? [pair.bengali] : [])));
  return columns.flatMap((column) => {
    if (second.has(column.key)) return [];
    const { pair } = column;
    return pair && keys.has(pair.bengali) ? [{ ...column, title: pair.title }] : [column];
  });
}

/** Binds an `exportOf(…)` endpoint. */
export function exportRoute<E extends Endpoint>(endpoint: E, list: ListExport<E>): Route {
  return special(endpoint, ({ database, exports, clock, actor, reply }, input) => {
    const query = input.query as ExportQueryOf<E>;
    const { format, language, digits, search } = query;
    const inLanguage = (words: Words) => words[language === 'bn' ? 1 : 0];
    const withheld = list.withheld?.(actor) ?? [];
    const open = list.columns.filter(({ key }) => !withheld.includes(key));
    const chosen = chosenColumns(open, query.columns);
    const columns = format === 'pdf' ? onPaper(chosen) : chosen;
    const at = new Date(actor.now);
    const inWords = { language, bengaliDigits: digits, timeZone: clock.timeZone };
    const written = (lines: readonly Filter[]) =>
      lines.map(([label, value]): [string, string] => [
        inLanguage(label),
        typeof value === 'string' ? value : inLanguage(value),
      ]);
    const { heading } = list;
    const filters: Filter[] = [
      ...(search ? [[SEARCH, search] as Filter] : []),
      ...(list.filters?.(query) ?? filtersOfColumns(list.columns, query)),
    ];
    return sendExport({ exports, actor, reply }, async () => {
      const { listed, keeping } = await transaction(database.db, async (tx) => {
        await audit(tx, actor, {
          action: 'list.export',
          object: list.name,
          objectId: format,
          after: { ...query },
        });
        const fileName = exportName(list.name, format, at, clock.timeZone);
        const kept = await list.keep?.(tx, actor, { query, fileName });
        const listed = await list.list(actor, kept?.query ?? query, input.params, tx);
        if (format === 'pdf') checkPdfRows((await one(tx, countOf(listed))).total);
        return { listed, keeping: kept?.keeping };
      });
      return {
        format,
        name: list.name,
        columns: columns.map(({ key, kind, title, sumIf, isSummed = kind === 'money' }) => ({
          ...{ key, kind, isSummed, sumIf },
          title: inLanguage(title),
        })),
        query: wholeList<ExportRow>(query.sort ?? list.order ?? '', listed, heading?.find(actor, query)),
        heading: heading && ((found) => written(heading.lines(found, formatsOf(inWords)))),
        keeping,
        each: inOneLanguage(list.columns, inLanguage, { language, isPaper: format === 'pdf' }),
        header: {
          title: inLanguage(list.title),
          filters: written(filters),
          user: actor.name,
          at,
        },
        language: inWords,
      };
    });
  });
}

/** Names that are kept in Bengali too: `consumerNameBn` beside `consumerName`. */
const IN_BENGALI = 'Bn';

/** Words for codes, and in a Bengali file the Bengali names; those of a pair only if they are one column. */
function inOneLanguage(
  columns: readonly ListColumn[],
  inLanguage: (words: Words) => string,
  { language, isPaper }: { language: 'en' | 'bn'; isPaper: boolean },
): ((row: ExportRow) => ExportRow) | undefined {
  const words = worded(columns, inLanguage);
  if (language === 'en') return words;
  const names = columns.flatMap(({ key, pair }) =>
    pair && !isPaper ? [] : [[key, pair?.bengali ?? `${key}${IN_BENGALI}`] as const],
  );
  return (row) => {
    for (const [key, bengali] of names) row[key] = row[bengali] || row[key];
    return words ? words(row) : row;
  };
}

/** Writes words for codes; nothing to do for a list without codes. */
function worded(
  columns: readonly ListColumn[],
  inLanguage: (words: Words) => string,
): ((row: ExportRow) => ExportRow) | undefined {
  const coded = columns.filter((column) => column.words);
  if (coded.length === 0) return undefined;
  return (row) => {
    for (const { key, words } of coded) {
      const value = row[key];
      const word = (code: unknown) => {
        if (code === null || code === undefined) return code;
        const found = typeof words === 'function' ? words(String(code)) : words?.[String(code)];
        return found ? inLanguage(found) : code;
      };
      row[key] = Array.isArray(value) ? value.map(word).join(', ') : word(value);
    }
    return row;
  };
}
