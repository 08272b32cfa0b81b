/** Saves the entry `billing`: how much one person may correct alone. */
import { saveEntry } from '#domains/settings/actions/save-entry.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import type { BillingLimits } from '../billing.rules.ts';
import { getLimits } from '../queries.ts';

type State = { limits: BillingLimits; version: number };

export async function updateLimits(tx: Tx, actor: Actor, input: State): Promise<State> {
  const { limits: before } = await getLimits(tx);
  await saveEntry(tx, actor, { key: 'billing', before, after: input.limits, version: input.version });
  return getLimits(tx);
}
