/**
 * Money for the fee of a change: it comes, or is taken back. Posts nothing: payments is to the right, so it posts in the same
 * transaction.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, lockRequest, type Subject } from '../../lock-request.ts';
import { TRANSITIONS } from '../../ownership.rules.ts';
import type { StepAnswer } from '../../steps/contract.ts';
import { tellFee } from '../../tell-owners.ts';

/** Who moves the money has been asked for the word of the payment. */
const program = (actor: Actor): Actor => ({ ...actor, kind: 'system' });

/**
 * Locks the request and refuses what is not exactly its fee.
 * @param payment amountMinor in poisha
 */
export async function ensureFeeDue(
  tx: Tx,
  actor: Actor,
  { requestId, amountMinor }: { requestId: string; amountMinor: number },
  action: 'pay' | 'pay-late' = 'pay',
): Promise<Subject> {
  const subject = await beginStep(tx, program(actor), action, { requestId });
  if (amountMinor !== subject.feeMinor) throw fail(errors.fee_whole, { due: subject.feeMinor });
  return subject;
}

/**
 * The fee is paid: the change can be accepted.
 * @param payment isThere: a bank took the money, or it was paid on an earlier day. A request that is back for a correction keeps it.
 */
export async function settleFee(
  tx: Tx,
  actor: Actor,
  payment: { requestId: string; amountMinor: number; isThere: boolean },
): Promise<Subject> {
  const { state } = await lockRequest(tx, program(actor), payment.requestId);
  const action = payment.isThere && TRANSITIONS['pay-late'].from.includes(state) ? 'pay-late' : 'pay';
  const subject = await ensureFeeDue(tx, actor, payment, action);
  const paid = { ...subject, feePaidMinor: payment.amountMinor };
  const answer = await finishStep(tx, actor, paid, {
    action,
    sets: [sql`fee_paid_minor = ${payment.amountMinor}::bigint`],
  });
  await note(tx, actor, { subject, answer, action: 'ownership.pay', paidMinor: payment.amountMinor });
  return subject;
}

/** Locks the request and refuses if the change was accepted, ended or returned meanwhile: then the money stays. */
export const ensureFeeBack = (tx: Tx, actor: Actor, { requestId }: { requestId: string }): Promise<Subject> =>
  beginStep(tx, program(actor), 'take-back', { requestId });

/** The money was taken for the wrong request: this one waits for its fee again. */
export async function takeBackFee(
  tx: Tx,
  actor: Actor,
  input: { requestId: string; remark: string },
): Promise<StepAnswer> {
  const subject = await ensureFeeBack(tx, actor, input);
  const answer = await finishStep(tx, actor, subject, {
    action: 'take-back',
    sets: [sql`fee_paid_minor = 0`],
    remark: input.remark,
  });
  await note(tx, actor, {
    subject,
    answer,
    action: 'ownership.take-back',
    paidMinor: 0,
    reason: input.remark,
  });
  await tellFee(tx, actor, subject);
  return answer;
}

type Moved = {
  subject: Subject;
  answer: StepAnswer;
  action: 'ownership.pay' | 'ownership.take-back';
  paidMinor: number;
  reason?: string;
};

function note(tx: Tx, actor: Actor, { subject, answer, action, paidMinor, reason }: Moved): Promise<void> {
  return audit(tx, actor, {
    ...{ action, object: 'ownership_request', objectId: subject.id },
    before: { state: subject.state, feePaidMinor: subject.feePaidMinor },
    after: { state: answer.state, feePaidMinor: paidMinor },
    ...(reason ? { reason } : {}),
  });
}
