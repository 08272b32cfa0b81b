/** What a register must know to come from a file: how a row is read, what is there, how changes are written. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { all, type Sql, type Tx } from '#platform/database/db.ts';
import { fieldErrors } from '#platform/http/errors.ts';
import type { PlaceUse } from '../places/uses.ts';
import {
  type CellProblem,
  type Cells,
  type Change,
  cellProblems,
  type Known,
  type Line,
} from './compare.rules.ts';

export type Loaded = { known: Known; read: (row: number, cells: Cells) => Line | CellProblem[] };

export type Register = {
  /** Nobody else changes the register while a file is compared and saved. */
  lock: Sql;
  /** Noun of the audit. */
  object: 'sector' | 'road' | 'dma' | 'material';
  /** Column of the file that says which record is meant. */
  keyColumn: string;
  /** @param cells of all rows, for what is read for all of them at once @param uses what names the records */
  load: (tx: Tx, actor: Actor, cells: readonly Cells[], uses: readonly PlaceUse[]) => Promise<Loaded>;
  /** Writes all changes, each kind with one statement; gives the ids by row of the file. */
  save: (tx: Tx, actor: Actor, changes: readonly Change[]) => Promise<ReadonlyMap<number, string>>;
};

/** A row by a form's own schema, so that a file is judged as a form is. */
export function readBy<S extends z.ZodType>(
  schema: S,
  input: Cells,
  row: number,
): { data: z.output<S>; problems: [] } | { data: undefined; problems: CellProblem[] } {
  const parsed = schema.safeParse(input);
  return parsed.success
    ? { data: parsed.data, problems: [] }
    : { data: undefined, problems: cellProblems(row, fieldErrors(parsed.error), input) };
}

/** Runs an insert or update of changes that returns row and id. */
export async function written(
  tx: Tx,
  statement: Sql<{ row: number; id: string }>,
): Promise<[number, string][]> {
  return (await all(tx, statement)).map(({ row, id }) => [row, id]);
}

/** The changes as a parameter for jsonb_to_recordset: row, id and all fields. */
export const asJson = (changes: readonly Change[]) =>
  JSON.stringify(changes.map(({ row, id, after }) => ({ row, id, ...after })));
