/**
 * Badges of work orders, by the specification's keys (§2: "Work Order Process" sums four of them). What waits at "Review and Verify" is one
 * number, as its list has it: what is on review, and what is done and waits for verification.
 */
import { type Actor, may } from '#platform/actor.ts';
import type { Badges } from '#platform/badges.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { countOrders } from './queries.ts';
import type { OrderState } from './work-order.rules.ts';

const COUNTED = {
  pending: ['PENDING'],
  on__review: ['ON_REVIEW', 'COMPLETED'],
  accepted: ['ACCEPTED'],
  re__open: ['RE_OPEN'],
  in__progress: ['IN_PROGRESS'],
  assigned: ['ASSIGNED'],
} as const satisfies Record<string, readonly OrderState[]>;

export async function workOrderBadges(db: Db | Tx, actor: Actor): Promise<Badges> {
  if (!may(actor, 'work-orders:view')) return {};
  const counted = await countOrders(db, actor);
  const sums = Object.entries(COUNTED).map(([key, states]): [string, number] => [
    key,
    states.reduce((sum, state) => sum + (counted[state] ?? 0), 0),
  ]);
  return { work_order: Object.fromEntries(sums) };
}
