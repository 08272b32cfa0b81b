/**
 * What the planning authority has approved. Its signed letter is about this person and this building on this plot: after the first desk
 * nothing of it is corrected. Who wants something else withdraws and applies again, so that all desks see it.
 */
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';

export async function refuseIfApproved(tx: Tx, applicationId: string): Promise<void> {
  const { isApproved } = await one<{ isApproved: boolean }>(
    tx,
    sql`select exists (select from applications.noc_steps s where s.application_id = a.id and s.state = 'APPROVED')
        or (a.noc_number is not null and coalesce(a.asked_state, a.state) not in ('PENDING', 'WAITING_FOR_REVIEW')) as "isApproved"
      from applications.applications a where a.id = ${applicationId}`,
  );
  if (isApproved) throw fail(errors.approved_already);
}
