/** Saves the entry `payments`. */

import { saveEntry } from '#domains/settings/actions/save-entry.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { getPaymentSettings, KEY, type State } from '../queries.ts';

export async function updatePaymentSettings(tx: Tx, actor: Actor, input: State): Promise<State> {
  const { settings: before } = await getPaymentSettings(tx);
  await saveEntry(tx, actor, { key: KEY, before, after: input.settings, version: input.version });
  return getPaymentSettings(tx);
}
