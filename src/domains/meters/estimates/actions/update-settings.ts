/** Saves how meters are estimated and when households send their own figures. */
import { saveEntry } from '#domains/settings/actions/save-entry.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import type { EstimateSettings } from '../estimate.rules.ts';
import { getEstimateSettings } from '../queries.ts';

type Saved = { settings: EstimateSettings; version: number };

export async function updateSettings(
  tx: Tx,
  actor: Actor,
  { settings: after, version }: Saved,
): Promise<Saved> {
  // The windows of two months do not meet.
  if (after.ownToDay >= after.ownFromDay) throw fail(errors.own_window);
  const { settings: before } = await getEstimateSettings(tx);
  await saveEntry(tx, actor, { key: 'estimates', before, after, version });
  return getEstimateSettings(tx);
}
