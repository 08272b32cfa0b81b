/**
 * Money for the charge of a work order: it comes, is taken back, or is owed back because the work is not done. Posts nothing: the
 * ledger is to the right, so payments posts in the same transaction.
 */
import type { Actor } from '#platform/actor.ts';
import { sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, type Subject } from '../../lock-order.ts';
import type { OrderEnded } from '../../points.ts';
import { tellCrew } from '../../tell-crew.ts';
import { tellHousehold } from '../../tell-household.ts';
import type { StepAnswer } from '../contract.ts';

/** Who moves the money has been asked for the word of the payment. */
const program = (actor: Actor): Actor => ({ ...actor, kind: 'system' });

const dueOf = ({ chargeMinor, paidMinor }: Subject): number => (chargeMinor ?? 0) - paidMinor;

/**
 * Locks the order and refuses what is not exactly its charge.
 * @param payment amountMinor in poisha
 */
export async function ensureDue(
  tx: Tx,
  actor: Actor,
  { orderId, amountMinor }: { orderId: string; amountMinor: number },
): Promise<Subject> {
  const subject = await beginStep(tx, program(actor), 'pay', { orderId });
  const due = dueOf(subject);
  if (amountMinor !== due) throw fail(errors.charge_whole, { due });
  return subject;
}

export async function settleCharge(
  tx: Tx,
  actor: Actor,
  payment: { orderId: string; amountMinor: number },
): Promise<StepAnswer> {
  const subject = await ensureDue(tx, actor, payment);
  return finishStep(tx, actor, subject, {
    action: 'pay',
    sets: [sql`paid_minor = paid_minor + ${payment.amountMinor}::bigint`],
    before: { paidMinor: subject.paidMinor },
    after: { paidMinor: subject.paidMinor + payment.amountMinor, chargeMinor: subject.chargeMinor },
  });
}

/** Locks the order and refuses if the work is assigned already: then the money stays. */
export const ensureTakeBack = (tx: Tx, actor: Actor, { orderId }: { orderId: string }): Promise<Subject> =>
  beginStep(tx, program(actor), 'take-back', { orderId });

/** The money was taken for the wrong order: this one waits for its payment again. */
export async function takeBackCharge(
  tx: Tx,
  actor: Actor,
  input: { orderId: string; remark: string },
): Promise<StepAnswer> {
  const subject = await ensureTakeBack(tx, actor, input);
  const answer = await finishStep(tx, actor, subject, {
    action: 'take-back',
    sets: [sql`paid_minor = 0`],
    remark: input.remark,
    before: { paidMinor: subject.paidMinor },
    after: { paidMinor: 0, chargeMinor: subject.chargeMinor },
  });
  await tellHousehold(tx, actor, subject, answer, { what: 'charged' });
  return answer;
}

/** The paid work is not done: the order ends, and what was paid is owed back. */
export async function withdrawPaidOrder(
  tx: Tx,
  actor: Actor,
  input: { orderId: string; version: number; remark: string },
  ended: OrderEnded,
): Promise<{ answer: StepAnswer; subject: Subject }> {
  const subject = await beginStep(tx, actor, 'withdraw-paid', input);
  const answer = await finishStep(tx, actor, subject, {
    action: 'withdraw-paid',
    sets: [sql`paid_minor = 0`, sql`remark = ${input.remark}`],
    remark: input.remark,
    before: { paidMinor: subject.paidMinor },
    after: { paidMinor: 0, chargeMinor: subject.chargeMinor },
  });
  await tellCrew(tx, actor, subject, { what: 'taken', answer });
  await tellHousehold(tx, actor, subject, answer, { what: 'ended', remark: input.remark });
  await ended(tx, actor, { ...subject, state: answer.state });
  return { answer, subject };
}
