/**
 * Which codes the database itself can refuse a function's SQL with: the constraints that the error codes name, read from the
 * catalogue of a migrated database, and the tables and columns that the text of the SQL writes. A table or a column that a
 * variable names is not seen, nor a row that a change of its state brings into a partial index.
 */
import { errorCodes } from '#app/services.ts';
import { all, type Db, sql } from '#platform/database/db.ts';

/** A constraint that an error code names, and what violates it. */
export type Rule = {
  constraint: string;
  code: string;
  table: string;
  /** Which kinds of statement on the table: a key that other rows name is violated by a deletion. */
  by: readonly string[];
  /** A new row violates it by all of these, a change by one of them; empty: any does. */
  columns: string[];
};

type Found = { name: string; table: string; by: string[]; columns: string[]; isKey: boolean };

/**
 * Constraints and unique indexes with their columns, foreign keys also from the side that they name, and triggers that raise a
 * name. Of a partial index only the columns that are unique: a step that takes a row out of it is no violation.
 */
const CATALOGUE = sql<Found>`
  select conname::text as name, conrelid::regclass::text as "table", array['insert', 'update'] as by, contype = 'f' as "isKey",
    array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
  from pg_constraint where conparentid = 0 and contype in ('c', 'f', 'u', 'x', 'p') and conrelid <> 0
  union all
  select conname::text, confrelid::regclass::text, array['delete'], true, array[]::text[]
  from pg_constraint where conparentid = 0 and contype = 'f'
  union all
  select c.relname::text, i.indrelid::regclass::text, array['insert', 'update'], false,
    array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum > 0
      and split_part(pg_get_indexdef(i.indexrelid), ' WHERE ', 1) ~ ('[(, ]' || attname || '[), ]'))
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indisunique and not exists (select from pg_constraint where conindid = i.indexrelid)
  union all
  select raised[1], t.tgrelid::regclass::text,
    array_remove(array[case when t.tgtype & 4 > 0 then 'insert' end, case when t.tgtype & 16 > 0 then 'update' end,
      case when t.tgtype & 8 > 0 then 'delete' end], null), false,
    array(select attname::text from pg_attribute where attrelid = t.tgrelid and attnum = any (t.tgattr))
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid,
    regexp_matches(p.prosrc, 'constraint = ''([a-z_]+)''', 'g') as raised
  where not t.tgisinternal and t.tgparentid = 0`;

/** A foreign key means one of two things, and its code says which: no such record, or one that others still name. */
const IS_UNKNOWN = /\.unknown_/;

/** The rules of the constraints that error codes name, and the names that the catalogue does not know. */
export async function constraintRules(db: Db): Promise<{ rules: Rule[]; unknown: string[] }> {
  const found = await all<Found>(db, CATALOGUE);
  const rules = errorCodes.flatMap(({ code, constraint }) =>
    found
      .filter(({ name }) => name === constraint)
      .filter(({ by, isKey }) => !isKey || by.includes('delete') !== IS_UNKNOWN.test(code))
      .map(({ name, table, by, columns }) => ({ constraint: name, code, table, by, columns })),
  );
  const known = new Set(rules.map(({ constraint }) => constraint));
  const declared = errorCodes.flatMap(({ constraint }) => constraint ?? []);
  return { rules, unknown: declared.filter((name) => !known.has(name)) };
}

/** A statement that writes: what it does, to which table, and which columns. */
type Written = { verb: string; table: string; columns: string[] };

const INSERT = /\binsert\s+into\s+([a-z_]+\.[a-z_]+)[^(]*\(([^)]*)\)/g;
const UPDATE =
  /\bupdate\s+([a-z_]+\.[a-z_]+)(?:\s+(?:as\s+)?\w+)?\s+set\s(.*?)(?=\swhere\s|\sfrom\s|\sreturning\s|$)/gs;
const DELETE = /\bdelete\s+from\s+([a-z_]+\.[a-z_]+)/g;

const listed = (list: string): string[] => list.split(',').map((column) => column.trim());
const assigned = (list: string): string[] =>
  [...list.matchAll(/(\w+)\s*=/g)].map(([, column = '']) => column);

function writtenBy(text: string): Written[] {
  const read = (verb: string, pattern: RegExp, columnsOf: (list: string) => string[]) =>
    [...text.matchAll(pattern)].map(([, table = '', list = '']) => ({
      ...{ verb, table },
      columns: columnsOf(list),
    }));
  return [
    ...read('insert', INSERT, listed),
    ...read('update', UPDATE, assigned),
    ...read('delete', DELETE, listed),
  ];
}

function violates({ verb, table, columns }: Written, rule: Rule): boolean {
  if (table !== rule.table || !rule.by.includes(verb)) return false;
  if (rule.columns.length === 0) return true;
  const writes = (column: string) => columns.includes(column);
  return verb === 'insert' ? rule.columns.every(writes) : rule.columns.some(writes);
}

/** The codes of the constraints that SQL can violate. */
export function codesOfSql(rules: readonly Rule[], text: string): string[] {
  const statements = writtenBy(text);
  return rules
    .filter((rule) => statements.some((written) => violates(written, rule)))
    .map(({ code }) => code);
}
