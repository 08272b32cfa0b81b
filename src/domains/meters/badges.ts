/** The badge of meters: readings of the month in force that wait for a reviewer, the first tab of their list. */
import { type Actor, may } from '#platform/actor.ts';
import type { Badges } from '#platform/badges.ts';
import { oneTogether } from '#platform/database/ask-together.ts';
import { type Db, sql, type Tx } from '#platform/database/db.ts';
import { monthInForce } from './readings/month-in-force.rules.ts';

export async function readingBadges(db: Db | Tx, actor: Actor): Promise<Badges> {
  if (!may(actor, 'readings:review')) return {};
  return { reading_count: { flagged: await flaggedReadings(db, monthInForce(actor.today)) } };
}

/** The dashboard asks for the same. */
export async function flaggedReadings(db: Db | Tx, period: string): Promise<number> {
  const { flagged } = await oneTogether<{ flagged: number }>(
    db,
    sql`select count(*) as flagged from meters.readings where period = ${period} and waiting and state = 'FLAGGED'`,
  );
  return flagged;
}
