/** How many changes of meters wait for this person's hand: the same that their list and their tab count. */
import { type Actor, may } from '#platform/actor.ts';
import { oneTogether } from '#platform/database/ask-together.ts';
import { type Db, sql, type Tx } from '#platform/database/db.ts';

export async function changeBadges(db: Db | Tx, actor: Actor): Promise<Record<string, number>> {
  const { requests, finals } = await oneTogether<{ requests: number; finals: number }>(
    db,
    sql`select (select count(*) from meters.change_requests where state = 'REQUESTED') as requests,
      (select count(*) from meters.assignments where final_status = 'DUMPED_PENDING') as finals`,
  );
  return {
    ...(may(actor, 'meters:change') ? { requests } : {}),
    ...(may(actor, 'readings:review') ? { finals } : {}),
  };
}
