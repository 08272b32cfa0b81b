/** What the utility is called and how it works, and whether the installation still waits to be set up. */
import { type Db, first, PLANNED_ONCE, sql, type Tx } from '#platform/database/db.ts';
import { type Utility, utilitySchema } from './contract.ts';

/** Until somebody has set better ones. */
const DEFAULT_UTILITY = utilitySchema.parse({ nameEn: 'Jolkol', nameBn: 'জলকল', titleSuffix: 'Jolkol' });

/** An entry as it was saved, with its version; undefined if nobody has saved it. Its domain knows its shape. */
export function readEntry(
  db: Db | Tx,
  key: string,
): Promise<{ value: unknown; version: number } | undefined> {
  return first(db, sql`${PLANNED_ONCE} select value, version from settings.entries where key = ${key}`);
}

/** The settings with their version; version 0 if nobody has saved any. */
export async function getSettings(db: Db | Tx): Promise<{ utility: Utility; version: number }> {
  const entry = await readEntry(db, 'utility');
  return { utility: parseUtility(entry?.value), version: entry?.version ?? 0 };
}

/** A field added by a later version of the program is filled in by its default. */
export function parseUtility(saved: unknown): Utility {
  return saved ? utilitySchema.parse(saved) : DEFAULT_UTILITY;
}

/** The utility as screens, bills and letters name it. */
export async function getUtility(db: Db | Tx): Promise<Utility> {
  return (await getSettings(db)).utility;
}

/** True while a printed set-up link may still be used. */
export async function setupIsOpen(db: Db | Tx): Promise<boolean> {
  const open = await first(db, sql`select from settings.setup where token_hash is not null`);
  return open !== undefined;
}
