import { waitingNoteOf } from '#domains/settings/changes/queries.ts';
import { readEntry } from '#domains/settings/queries.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { type OwnershipSettings, ownershipSettings } from './contract.ts';

export const KEY = 'ownership';

export type State = { settings: OwnershipSettings; version: number };

export async function getOwnershipSettings(db: Db | Tx): Promise<State> {
  const entry = await readEntry(db, KEY);
  return { settings: ownershipSettings.parse(entry?.value ?? {}), version: entry?.version ?? 0 };
}

/** With the change that waits for a second person. */
export async function shownOwnershipSettings(db: Db | Tx) {
  return { ...(await getOwnershipSettings(db)), waiting: await waitingNoteOf(db, KEY) };
}
