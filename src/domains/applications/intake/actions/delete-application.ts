/** Hides an application from everybody; the row stays for the audit. Not after money was paid. Who waits for it is told why. */
import { releaseMeter } from '#domains/meters/actions/reserve-meter.ts';
import type { Actor } from '#platform/actor.ts';
import { sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { STATES } from '../../application.rules.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';

type Deletion = { applicationId: string; remark: string; draftOnly?: boolean };

export async function deleteApplication(tx: Tx, actor: Actor, input: Deletion): Promise<{ done: true }> {
  const subject = await beginStep(tx, actor, 'delete', input);
  if (input.draftOnly && subject.state !== 'DRAFT') throw fail(errors.wrong_state);
  await releaseMeter(tx, actor, { applicationId: subject.id });
  const isAwaited = actor.kind === 'staff' && STATES[subject.state].phase === 'open';
  await finishStep(tx, actor, subject, {
    action: 'delete',
    audit: 'application.delete',
    remark: input.remark,
    sets: [sql`deleted_at = ${actor.now}`],
    ...(isAwaited ? { message: 'deleted' } : {}),
  });
  return { done: true };
}
