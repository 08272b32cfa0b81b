/**
 * Withdrawing after money came: the note is closed, what was paid is refundable. Posts nothing and pays nothing:
 * payments opens the refund case in the same transaction and tells here how far it is.
 */
import { releaseMeter } from '#domains/meters/actions/reserve-meter.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import type { AuditWord } from '#shared/words.ts';
import type { RefundState } from '../../application.rules.ts';
import type { StateAnswer } from '../../contract.ts';
import { beginStep, finishStep, type StepInput } from '../../pipeline/take-step.ts';

/** A note that was closed with money on it. */
export type ClosedNote = { id: string; totalMinor: number; vatMinor: number; paidMinor: number };

export async function withdrawPaid(
  tx: Tx,
  actor: Actor,
  input: StepInput & { remark: string },
): Promise<{ answer: StateAnswer; note: ClosedNote }> {
  const subject = await beginStep(tx, actor, 'withdraw-paid', input);
  await releaseMeter(tx, actor, { applicationId: subject.id });
  const note = await one<ClosedNote>(
    tx,
    sql`update applications.demand_notes
      set cancelled_at = ${actor.now}, cancel_reason = ${input.remark}, refundable_minor = settled_minor,
        refund_state = 'REQUESTED'
      where id = ${subject.noteId}
      returning id, total_minor as "totalMinor", vat_minor as "vatMinor", refundable_minor as "paidMinor"`,
  );
  const answer = await finishStep(tx, actor, subject, {
    action: 'withdraw-paid',
    audit: 'application.withdraw',
    to: 'WITHDRAWN',
    remark: input.remark,
    details: { refundableMinor: note.paidMinor },
    sets: [sql`assignee_id = null`],
  });
  return { answer, note };
}

const REFUND_WORDS = {
  REQUESTED: 'application.refund-ask',
  APPROVED: 'application.refund-approve',
  REFUSED: 'application.refund-refuse',
  PAID_OUT: 'application.refund',
} as const satisfies Record<RefundState, AuditWord>;

/** How far the refund case of a withdrawn note is, for the application's screens and timeline. */
export async function noteRefund(
  tx: Tx,
  actor: Actor,
  step: {
    applicationId: string;
    demandNoteId: string;
    refundState: RefundState;
    remark?: string | undefined;
  },
): Promise<void> {
  const { applicationId, demandNoteId, refundState, remark } = step;
  // Who may decide and pay out need not see other applications; the refund's own call has asked for the word.
  const subject = await beginStep(tx, { ...actor, kind: 'system' }, 'refund', { applicationId });
  await execute(
    tx,
    sql`update applications.demand_notes set refund_state = ${refundState}
    where id = ${demandNoteId}`,
  );
  await finishStep(tx, actor, subject, {
    action: 'refund',
    audit: REFUND_WORDS[refundState],
    remark,
    details: { refundState },
  });
}
