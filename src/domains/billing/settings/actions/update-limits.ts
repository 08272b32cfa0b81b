/** Asks for another value of the entry `billing`: how much one person may correct alone. It counts when a second person agrees. */

import { noticeLimits } from '#domains/identity/notices/notice-limits.ts';
import { askLimits } from '#domains/settings/changes/actions/change-limits.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import type { BillingLimits } from '../billing.rules.ts';
import { getLimits, shownLimits } from '../queries.ts';

type Asked = { limits: BillingLimits; version: number; reason: string };

export async function updateLimits(tx: Tx, actor: Actor, input: Asked) {
  const { limits: before } = await getLimits(tx);
  const { limits: after, version, reason } = input;
  const id = await askLimits(tx, actor, { key: 'billing', before, after, version, reason });
  await noticeLimits(tx, actor, id);
  return shownLimits(tx);
}
