/**
 * A comment on an application: nothing of it changes, so that its version stays. Who has it on the screen and decides is not held up by
 * what somebody writes meanwhile.
 */
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import type { StateAnswer } from '../../contract.ts';
import { refuseManyComments } from '../../intake/household-limits.ts';
import { beginStep, finishStep, type StepInput } from '../take-step.ts';

export async function commentApplication(
  tx: Tx,
  actor: Actor,
  input: StepInput & { shared: boolean },
): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'comment', input);
  await refuseManyComments(tx, actor, subject.id);
  return finishStep(tx, actor, subject, {
    action: 'comment',
    keepsVersion: true,
    audit: 'application.comment',
    remark: input.remark,
    shared: actor.kind === 'consumer' || input.shared,
  });
}
