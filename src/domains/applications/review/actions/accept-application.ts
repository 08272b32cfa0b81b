/** Accepts a pending application: it gets its own copy of the planning authority's chain, the first desk open. */
import type { Actor } from '#platform/actor.ts';
import { all, execute, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors, type StateAnswer } from '../../contract.ts';
import { openDesk } from '../../noc/actions/open-desk.ts';
import { beginStep, finishStep, type StepInput } from '../../pipeline/take-step.ts';

export async function acceptApplication(tx: Tx, actor: Actor, input: StepInput): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'accept', input);
  const steps = await all<{ position: number }>(
    tx,
    sql`insert into applications.noc_steps (application_id, position, role_code, desk_id)
      select ${subject.id}, d.position, d.role_code, d.id from applications.desks d where d.active
      returning position`,
  );
  if (steps.length === 0) throw fail(errors.no_desks);
  await openDesk(tx, actor, subject.id);
  await acceptDocuments(tx, subject.id);
  return finishStep(tx, actor, subject, {
    action: 'accept',
    audit: 'application.accept',
    to: 'WAITING_FOR_REVIEW',
    remark: input.remark,
  });
}

/** What was submitted was looked at. */
export async function acceptDocuments(tx: Tx, applicationId: string): Promise<void> {
  await execute(
    tx,
    sql`update applications.documents set state = 'ACCEPTED'
    where application_id = ${applicationId} and state = 'SUBMITTED'`,
  );
}
