/**
 * What the planning authority has approved. Its signed letter is about this person and this building on this plot: after the first desk
 * nothing of it is corrected. Who wants something else withdraws and applies again, so that all desks see it.
 */
import { type Db, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';

/** A desk has approved it, or the approval came on paper. */
export async function isApproved(db: Db | Tx, applicationId: string): Promise<boolean> {
  const { approved } = await one<{ approved: boolean }>(
    db,
    sql`select exists (select from applications.noc_steps s where s.application_id = a.id and s.state = 'APPROVED')
        or (a.noc_number is not null and coalesce(a.asked_state, a.state) not in ('PENDING', 'WAITING_FOR_REVIEW')) as approved
      from applications.applications a where a.id = ${applicationId}`,
  );
  return approved;
}

export async function refuseIfApproved(tx: Tx, applicationId: string): Promise<void> {
  if (await isApproved(tx, applicationId)) throw fail(errors.approved_already);
}
