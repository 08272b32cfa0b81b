/** Tells the people of a desk, and who manages the desks, that it is late with an application: one time for each deadline. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, sql, transaction } from '#platform/database/db.ts';
import { noticeLateDesks } from '../desk-notices.ts';

/**
 * During a hold no desk is late. What somebody works on at this moment is left for the next minute.
 * @returns how many applications are told
 */
export function tellLateDesks(db: Db, actor: Actor): Promise<number> {
  return transaction(db, async (tx) => {
    const late = await all<{ id: string }>(
      tx,
      sql`update applications.noc_steps set told_late_at = ${actor.now}
        where state = 'OPEN' and application_id in (
          select a.id from applications.noc_steps s join applications.applications a on a.id = s.application_id
          where s.state = 'OPEN' and s.told_late_at is null and s.due_at < ${actor.now}::timestamptz
            and a.state = 'WAITING_FOR_REVIEW' and a.overlay is null and a.deleted_at is null and a.archived_at is null
          for no key update of a skip locked)
        returning application_id as id`,
    );
    if (late.length > 0)
      await noticeLateDesks(
        tx,
        actor,
        late.map(({ id }) => id),
      );
    return late.length;
  });
}
