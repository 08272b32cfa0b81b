/** A register from a file: compared, and saved if what it changes is what was shown. Whole or not at all. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, type Tx, transaction } from '#platform/database/db.ts';
import { once } from '#platform/http/idempotency.ts';
import { readWholeTable, type WholeTable } from '#platform/imports/whole-table.ts';
import type { Platform } from '#platform/platform.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { PlaceUse } from '../../places/uses.ts';
import {
  type CellProblem,
  type Cells,
  type Change,
  changesOf,
  type Line,
  repeatedRows,
} from '../compare.rules.ts';
import { COLUMNS, type ListKind, type ListPreview } from '../contract.ts';
import { REGISTERS } from '../registers.ts';
import { COLUMN_TITLES, columnsOf, NEEDED, titleRow } from '../titles.rules.ts';

const SHOWN = 500;
const AUDIT_ROWS = 500;

type Wanted = {
  kind: ListKind;
  uses: readonly PlaceUse[];
  save?: string | undefined;
  /** Of the call: one that is sent again because its answer was lost gets that answer. */
  key?: string | undefined;
};

export async function importList(
  { database, files }: Pick<Platform, 'database' | 'files'>,
  actor: Actor,
  wanted: Wanted,
  stream: Readable,
): Promise<ListPreview> {
  const { kind, save, key } = wanted;
  const table = await readWholeTable(stream, {
    temporaryFolder: files.temporaryFolder,
    titleRow: (rows) => titleRow(kind, rows),
  });
  const lines = cellsOf(kind, table);
  return transaction(database.db, (tx) => {
    const work = () => compareAndSave(tx, actor, wanted, lines);
    const input = { kind, save, lines };
    return save && key ? once(tx, actor, { key, name: 'register from a file', input }, work) : work();
  });
}

async function compareAndSave(
  tx: Tx,
  actor: Actor,
  { kind, uses, save }: Wanted,
  lines: readonly FileLine[],
): Promise<ListPreview> {
  if (save) await execute(tx, REGISTERS[kind].lock);
  const { changes, problems } = await compare(tx, actor, { kind, uses }, lines);
  const mark = createHash('sha256').update(JSON.stringify(changes)).digest('base64url');
  if (save && problems.length > 0) throw invalid(problems);
  if (save && save !== mark) throw fail(errors.import_outdated);
  if (save) await saveChanges(tx, actor, kind, changes);
  return {
    mark,
    saved: save !== undefined,
    rows: lines.length,
    added: changes.filter(({ id }) => id === null).length,
    changed: changes.filter(({ id }) => id !== null).length,
    same: problems.length > 0 ? 0 : lines.length - changes.length,
    changes: changes.slice(0, SHOWN).map(({ row, id, name, fields }) => ({
      row,
      what: id === null ? ('add' as const) : ('change' as const),
      name,
      fields,
    })),
    problemCount: problems.length,
    problems: problems.slice(0, SHOWN).map(shortened),
  };
}

type FileLine = { row: number; cells: Cells };

function cellsOf(kind: ListKind, { titles, rows }: WholeTable): FileLine[] {
  const columns = columnsOf(kind, titles);
  for (const needed of NEEDED[kind]) {
    if ((columns[needed] ?? null) === null) {
      throw fail(errors.import_column_missing, { title: COLUMN_TITLES[kind][needed] ?? needed });
    }
  }
  return rows.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(
      COLUMNS[kind].map((column) => {
        const index = columns[column] ?? null;
        return [column, index === null ? '' : unquoted((cells[index] ?? '').normalize('NFC').trim())];
      }),
    ),
  }));
}

/** Our own CSV files put an apostrophe before what a spreadsheet would run as a formula. */
const unquoted = (text: string) => (/^'[=+\-@]/.test(text) ? text.slice(1) : text);

async function compare(
  tx: Tx,
  actor: Actor,
  { kind, uses }: Pick<Wanted, 'kind' | 'uses'>,
  lines: readonly FileLine[],
): Promise<{ changes: Change[]; problems: CellProblem[] }> {
  const register = REGISTERS[kind];
  const { known, read } = await register.load(
    tx,
    actor,
    lines.map(({ cells }) => cells),
    uses,
  );
  const good: Line[] = [];
  const problems: CellProblem[] = [];
  for (const { row, cells } of lines) {
    const found = read(row, cells);
    if (Array.isArray(found)) problems.push(...found);
    else good.push(found);
  }
  problems.push(...repeatedRows(good, register.keyColumn, errors.import_repeated.code));
  problems.sort((a, b) => a.row - b.row);
  return { changes: changesOf(good, known), problems };
}

/** A cell may hold a whole page; of a wrong one its beginning is enough to find it. */
const SHOWN_CHARACTERS = 100;
const shortened = (problem: CellProblem): CellProblem =>
  problem.value.length > SHOWN_CHARACTERS
    ? { ...problem, value: `${problem.value.slice(0, SHOWN_CHARACTERS)}…` }
    : problem;

const invalid = (problems: readonly CellProblem[]) =>
  fail(
    errors.import_invalid,
    { count: problems.length },
    problems.slice(0, 100).map(({ row, field, code, params }) => ({
      path: `row${row}.${field}`,
      code,
      params: { ...params, row },
    })),
  );

async function saveChanges(tx: Tx, actor: Actor, kind: ListKind, changes: readonly Change[]): Promise<void> {
  const { object, save } = REGISTERS[kind];
  const ids = await save(tx, actor, changes);
  const entries = changes.map(({ row, id, before, after }) => ({
    action: `${object}.${id === null ? 'add' : 'update'}` as const,
    object,
    objectId: ids.get(row) ?? '',
    ...(id === null ? {} : { before }),
    after,
  }));
  for (let at = 0; at < entries.length; at += AUDIT_ROWS) {
    await audit(tx, actor, ...entries.slice(at, at + AUDIT_ROWS));
  }
  const added = changes.filter(({ id }) => id === null).length;
  await audit(tx, actor, {
    action: 'list.import',
    object: kind,
    objectId: 'list',
    after: { added, changed: changes.length - added },
  });
}
