/** A comment on an application: its state stays. */
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import type { StateAnswer } from '../../contract.ts';
import { beginStep, finishStep, type StepInput } from '../take-step.ts';

export async function commentApplication(
  tx: Tx,
  actor: Actor,
  input: StepInput & { shared: boolean },
): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'comment', input);
  return finishStep(tx, actor, subject, {
    action: 'comment',
    audit: 'application.comment',
    remark: input.remark,
    shared: actor.kind === 'consumer' || input.shared,
  });
}
