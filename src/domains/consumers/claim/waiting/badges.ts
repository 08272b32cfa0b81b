/** The badge of claims that wait. */
import { type Actor, may } from '#platform/actor.ts';
import type { Badges } from '#platform/badges.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { countWaiting } from './queries.ts';

export async function claimBadges(db: Db | Tx, actor: Actor): Promise<Badges> {
  const waiting = may(actor, 'consumers:claims') ? await countWaiting(db) : 0;
  return { claim_count: { item_count: waiting } };
}
