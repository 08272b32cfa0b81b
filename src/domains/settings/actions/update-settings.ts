/** Saves the settings of the utility; refuses when somebody saved others meanwhile. */
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Utility } from '../contract.ts';
import { getSettings } from '../queries.ts';
import { saveEntry } from './save-entry.ts';

export async function updateSettings(
  tx: Tx,
  actor: Actor,
  input: { utility: Utility; version: number },
): Promise<{ utility: Utility; version: number }> {
  const { utility } = await getSettings(tx);
  await saveEntry(tx, actor, {
    key: 'utility',
    before: utility,
    after: input.utility,
    version: input.version,
  });
  return getSettings(tx);
}
