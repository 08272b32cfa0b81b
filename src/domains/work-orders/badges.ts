/** Badges of work orders, by the specification's keys (§2: "Work Order Process" sums four of them). */
import { type Actor, may } from '#platform/actor.ts';
import type { Badges } from '#platform/badges.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { countOrders } from './queries.ts';
import type { OrderState } from './work-order.rules.ts';

const COUNTED = {
  pending: 'PENDING',
  on__review: 'ON_REVIEW',
  accepted: 'ACCEPTED',
  re__open: 'RE_OPEN',
  in__progress: 'IN_PROGRESS',
  assigned: 'ASSIGNED',
} as const satisfies Record<string, OrderState>;

export async function workOrderBadges(db: Db | Tx, actor: Actor): Promise<Badges> {
  if (!may(actor, 'work-orders:view')) return {};
  const states = await countOrders(db, actor);
  return {
    work_order: Object.fromEntries(Object.entries(COUNTED).map(([key, state]) => [key, states[state] ?? 0])),
  };
}
