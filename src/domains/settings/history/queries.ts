/** The versions of an entry. */
import { all, type Db, first, sql, type Tx } from '#platform/database/db.ts';
import type { EntryKey } from './contract.ts';

type Row = {
  version: number;
  savedAt: string;
  savedBy: string;
  restores: number | null;
  value: Record<string, unknown>;
};

const VERSIONS_SHOWN = 50;

/** Values of all kinds as texts; a field that was not there yet is nothing. */
const text = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

function changesOf(before: Record<string, unknown>, after: Record<string, unknown>) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: text(before[field]), after: text(after[field]) }))
    .filter((change) => change.before !== change.after);
}

export async function listEntryVersions(db: Db | Tx, key: EntryKey) {
  const rows = await all<Row>(
    db,
    sql`select version, saved_at as "savedAt", saved_by_name as "savedBy", restores, value
      from settings.entry_versions where key = ${key} order by version desc limit ${VERSIONS_SHOWN + 1}`,
  );
  return rows
    .map(({ value, ...row }, index) => ({ ...row, changes: changesOf(rows[index + 1]?.value ?? {}, value) }))
    .slice(0, VERSIONS_SHOWN);
}

export async function valueOfVersion(tx: Tx, key: EntryKey, version: number): Promise<unknown> {
  const row = await first<{ value: unknown }>(
    tx,
    sql`select value from settings.entry_versions where key = ${key} and version = ${version}`,
  );
  return row?.value;
}
