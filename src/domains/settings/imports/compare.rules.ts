/** What a file would change in a register: pure, over what it says and what is there. */
import type { FieldError } from '#shared/errors.ts';
import type { ListPreview } from './contract.ts';

export type Value = string | number | boolean | null;
export type Values = Record<string, Value>;

/** A row of the file that was understood. */
export type Line = {
  row: number;
  /** Says which record is meant, in capitals or not. */
  key: string;
  name: string;
  /** What a new record has beside what the file says; an existing one keeps its own. */
  born: Values;
  /** What the file says; undefined fields it leaves alone. */
  stated: Record<string, Value | undefined>;
  /** What counts until then of what is dated: it depends on the day of the line. */
  was?: Values | undefined;
};
export type CellProblem = ListPreview['problems'][number];

/** What is there, by key. */
export type Known = ReadonlyMap<string, { id: string; now: Values }>;

export type Change = {
  row: number;
  name: string;
  /** Null: new. */
  id: string | null;
  before: Values;
  /** All fields as they will be. */
  after: Values;
  fields: ListPreview['changes'][number]['fields'];
};

const shown = (value: Value | undefined) => (value === null || value === undefined ? null : String(value));

/** The rows that add or change something. */
export function changesOf(lines: readonly Line[], known: Known): Change[] {
  return lines.flatMap(({ row, key, name, born, stated, was }) => {
    const there = known.get(key);
    const given = Object.fromEntries(
      Object.entries(stated).filter((entry): entry is [string, Value] => entry[1] !== undefined),
    );
    const before: Values = { ...there?.now, ...was };
    const after: Values = there ? { ...before, ...given } : { ...born, ...given };
    const differs = (field: string) => (after[field] ?? null) !== (before[field] ?? null);
    // A day that is the same is shown beside the rate that counts from it: a planned rate is replaced.
    const fields = Object.keys(after)
      .filter((field) => differs(field) || (was && field in was))
      .map((field) => ({
        field,
        before: differs(field) ? shown(before[field]) : null,
        after: shown(after[field]),
      }));
    if (there && fields.length === 0) return [];
    return [{ row, name, id: there?.id ?? null, before, after, fields }];
  });
}

/** Rows whose record a row further up names already. */
export function repeatedRows(lines: readonly Line[], field: string, code: string): CellProblem[] {
  const first = new Map<string, number>();
  return lines.flatMap(({ row, key, name }) => {
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, row);
      return [];
    }
    return [{ row, field, value: name, code, params: { row: earlier } }];
  });
}

export type Cells = Readonly<Record<string, string>>;

/** A form's issues as cells of a row. */
export function cellProblems(row: number, issues: readonly FieldError[], cells: Cells): CellProblem[] {
  return issues.map(({ path, code, params = {} }) => ({
    row,
    field: path,
    value: cells[path] ?? '',
    code,
    params,
  }));
}
