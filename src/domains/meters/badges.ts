/**
 * The badges of meters: readings of the month in force that wait for a reviewer, the first tab of their list; requests to change a meter, and
 * figures with which meters went, that wait for this person's decision.
 */
import { type Actor, may } from '#platform/actor.ts';
import type { Badges } from '#platform/badges.ts';
import { oneTogether } from '#platform/database/ask-together.ts';
import { type Db, sql, type Tx } from '#platform/database/db.ts';
import { changeBadges } from './changes/badges.ts';
import { monthInForce } from './readings/month-in-force.rules.ts';

export async function readingBadges(db: Db | Tx, actor: Actor): Promise<Badges> {
  const [reviews, decides] = [may(actor, 'readings:review'), may(actor, 'meters:change')];
  const [flagged, changes] = await Promise.all([
    reviews ? flaggedReadings(db, monthInForce(actor.today)) : null,
    reviews || decides ? changeBadges(db, actor) : null,
  ]);
  return {
    ...(flagged === null ? {} : { reading_count: { flagged } }),
    ...(changes === null ? {} : { meter_change_count: changes }),
  };
}

/** The dashboard asks for the same. */
export async function flaggedReadings(db: Db | Tx, period: string): Promise<number> {
  const { flagged } = await oneTogether<{ flagged: number }>(
    db,
    sql`select count(*) as flagged from meters.readings where period = ${period} and waiting and state = 'FLAGGED'`,
  );
  return flagged;
}
