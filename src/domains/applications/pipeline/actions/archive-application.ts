/** Archived applications leave the work lists and stay in reports; comments only add to the timeline. */
import type { Actor } from '#platform/actor.ts';
import { sql, type Tx } from '#platform/database/db.ts';
import type { StateAnswer } from '../../contract.ts';
import { beginStep, finishStep, type StepInput } from '../take-step.ts';

export async function archiveApplication(tx: Tx, actor: Actor, input: StepInput): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'archive', input);
  return finishStep(tx, actor, subject, {
    action: 'archive',
    audit: 'application.archive',
    remark: input.remark,
    sets: [
      sql`archived_at = ${actor.now}`,
      sql`archived_by = ${actor.name}`,
      sql`archived_by_program = ${actor.kind === 'system'}`,
      sql`archive_reason = ${input.remark ?? null}`,
    ],
  });
}

export async function restoreApplication(tx: Tx, actor: Actor, input: StepInput): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'restore', input);
  return finishStep(tx, actor, subject, {
    action: 'restore',
    audit: 'application.restore',
    remark: input.remark,
    sets: [
      sql`archived_at = null`,
      sql`archived_by = null`,
      sql`archived_by_program = false`,
      sql`archive_reason = null`,
      // A draft that was archived for its age is young again.
      sql`saved_at = ${actor.now}`,
    ],
  });
}
