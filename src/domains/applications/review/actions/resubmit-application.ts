/** Hands corrections in: the application goes back to the state that asked, not to the start. */
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { StateAnswer } from '../../contract.ts';
import { checkParts, readParts } from '../../intake/read-parts.ts';
import { openDesk } from '../../noc/actions/open-desk.ts';
import { noticeCorrected } from '../../pipeline/notices.ts';
import { beginStep, finishStep, type StepInput } from '../../pipeline/take-step.ts';

export async function resubmitApplication(tx: Tx, actor: Actor, input: StepInput): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'resubmit', input);
  if (!subject.originState) throw new Error(`application ${subject.id} does not know who asked`);
  const { problems } = checkParts(await readParts(tx, subject.id));
  if (problems.length > 0) throw fail(commonErrors.invalid_input, {}, problems);
  await execute(
    tx,
    sql`update applications.recorrections set closed_at = ${actor.now}
    where application_id = ${subject.id} and closed_at is null`,
  );
  // The desk that asked gets its day again.
  if (subject.originState === 'WAITING_FOR_REVIEW') await openDesk(tx, actor, subject.id);
  const resubmitted = await finishStep(tx, actor, subject, {
    action: 'resubmit',
    audit: 'application.resubmit',
    to: subject.originState,
    remark: input.remark,
    sets: [sql`asked_state = null`],
  });
  await noticeCorrected(tx, actor, resubmitted);
  return resubmitted;
}
