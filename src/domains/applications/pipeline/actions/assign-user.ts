/** Gives the work of the present state to somebody who may do it. */
import { holdAccounts } from '#domains/identity/users/actions/hold-account.ts';
import { roleWorks } from '#domains/roles/role-works.ts';
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { STATES, VISIT_STATES } from '../../application.rules.ts';
import { errors, type StateAnswer } from '../../contract.ts';
import { noticeAssignee } from '../notices.ts';
import { beginStep, finishStep, type StepInput } from '../take-step.ts';

/** A visit is planned at most so many days ahead. */
const VISIT_DAYS = 90;

export async function assignUser(
  tx: Tx,
  actor: Actor,
  input: StepInput & { userId: string; visitOn?: string | undefined },
): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'assign', input);
  const { work } = STATES[subject.state];
  const { visitOn } = input;
  if (visitOn && !VISIT_STATES.includes(subject.state)) throw fail(errors.visit_not_now);
  if (visitOn && visitOn < actor.today) throw fail(errors.visit_in_past);
  if (visitOn && visitOn > addDays(actor.today, VISIT_DAYS))
    throw fail(errors.visit_too_far, { days: VISIT_DAYS });
  await holdAccounts(tx, [input.userId]);
  const worker = await first<{ name: string }>(
    tx,
    sql`select u.name from identity.users u join roles.roles r on r.id = u.role_id
      where u.id = ${input.userId} and u.status = 'active' and r.status = 'active' and u.consumer_id is null
        and ${work ? roleWorks(work) : sql`false`}`,
  );
  if (!worker) throw fail(errors.assignee_may_not);
  const assigned = await finishStep(tx, actor, subject, {
    action: 'assign',
    audit: 'application.assign',
    remark: input.remark,
    details: { assignee: worker.name, ...(visitOn ? { visitOn } : {}) },
    sets: [sql`assignee_id = ${input.userId}::uuid`, sql`visit_on = ${visitOn ?? null}::date`],
    shared: false,
  });
  await noticeAssignee(tx, actor, assigned, input.userId);
  return assigned;
}
