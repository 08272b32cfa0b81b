/** Asks for another fee. It counts when a second person agrees. */
import { noticeLimits } from '#domains/identity/notices/notice-limits.ts';
import { askLimits } from '#domains/settings/changes/actions/change-limits.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { getOwnershipSettings, KEY, type State, shownOwnershipSettings } from '../queries.ts';

export async function updateOwnershipSettings(tx: Tx, actor: Actor, input: State & { reason: string }) {
  const { settings: before } = await getOwnershipSettings(tx);
  const { settings: after, version, reason } = input;
  const id = await askLimits(tx, actor, { key: KEY, before, after, version, reason });
  await noticeLimits(tx, actor, id);
  return shownOwnershipSettings(tx);
}
