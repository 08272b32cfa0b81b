/** Asks for another value of the entry `payments`. It counts when a second person agrees. */

import { noticeLimits } from '#domains/identity/notices/notice-limits.ts';
import { askLimits } from '#domains/settings/changes/actions/change-limits.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { getPaymentSettings, KEY, type State, shownPaymentSettings } from '../queries.ts';

export async function updatePaymentSettings(tx: Tx, actor: Actor, input: State & { reason: string }) {
  const { settings: before } = await getPaymentSettings(tx);
  const { settings: after, version, reason } = input;
  const id = await askLimits(tx, actor, { key: KEY, before, after, version, reason });
  await noticeLimits(tx, actor, id);
  return shownPaymentSettings(tx);
}
