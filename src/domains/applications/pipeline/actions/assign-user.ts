/** Gives the work of the present state to somebody who may do it. */
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { STATES } from '../../application.rules.ts';
import { errors, type StateAnswer } from '../../contract.ts';
import { noticeAssignee } from '../notices.ts';
import { beginStep, finishStep, type StepInput } from '../take-step.ts';

export async function assignUser(
  tx: Tx,
  actor: Actor,
  input: StepInput & { userId: string },
): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'assign', input);
  const { work } = STATES[subject.state];
  const worker = await first<{ name: string }>(
    tx,
    sql`select u.name from identity.users u join roles.roles r on r.id = u.role_id
      where u.id = ${input.userId} and u.status = 'active' and r.status = 'active' and u.consumer_id is null
        and (r.code = 'admin' or exists (select from roles.role_permissions p
          where p.role_id = r.id and p.permission = ${work}))
      -- Waits for an account that is being closed, so that no work is left with it.
      for share of u`,
  );
  if (!worker) throw fail(errors.assignee_may_not);
  const assigned = await finishStep(tx, actor, subject, {
    action: 'assign',
    audit: 'application.assign',
    remark: input.remark,
    details: { assignee: worker.name },
    sets: [sql`assignee_id = ${input.userId}::uuid`],
    shared: false,
  });
  await noticeAssignee(tx, actor, assigned, input.userId);
  return assigned;
}
