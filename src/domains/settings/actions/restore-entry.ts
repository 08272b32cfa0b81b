/** An earlier version of an entry becomes the newest: nothing is undone, and the same shape is checked as for any change. */
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { utilitySchema } from '../contract.ts';
import type { EntryKey } from '../history/contract.ts';
import { valueOfVersion } from '../history/queries.ts';
import { getSettings } from '../queries.ts';
import { websiteSchema } from '../website/contract.ts';
import { getWebsite } from '../website/queries.ts';
import { saveEntry } from './save-entry.ts';

type Restore = { key: EntryKey; restores: number; version: number };

export async function restoreEntry(tx: Tx, actor: Actor, input: Restore): Promise<{ version: number }> {
  const value = await valueOfVersion(tx, input.key, input.restores);
  if (value === undefined) throw fail(commonErrors.not_found);
  const { before, after } =
    input.key === 'utility'
      ? { before: (await getSettings(tx)).utility, after: utilitySchema.parse(value) }
      : { before: (await getWebsite(tx)).website, after: websiteSchema.parse(value) };
  await saveEntry(tx, actor, { ...input, before, after });
  return { version: input.version + 1 };
}
