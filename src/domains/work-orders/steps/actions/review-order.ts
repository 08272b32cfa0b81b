/** The review of a request: taken, accepted, given back or refused. */
import type { Actor } from '#platform/actor.ts';
import { sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { askOfBank } from '../../ask-of-bank.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep } from '../../lock-order.ts';
import type { MoneyAtBank, OrderEnded } from '../../points.ts';
import { tellHousehold } from '../../tell-household.ts';
import type { StepAnswer } from '../contract.ts';

type At = { orderId: string; version: number };

export async function takeOrder(tx: Tx, actor: Actor, input: At): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'take', input);
  return finishStep(tx, actor, subject, {
    action: 'take',
    sets: [sql`reviewer_id = ${actor.userId}`, sql`reviewer_name = ${actor.name}`],
  });
}

/** Work of a category that its asker pays for has a charge, also if it had another category when it was estimated; paid or waived, by the rules. */
export async function acceptOrder(tx: Tx, actor: Actor, input: At): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'accept', input);
  if (subject.isChargeable && subject.chargeMinor === null)
    throw fail(subject.estimateMinor === null ? errors.estimate_missing : errors.charge_needed);
  const answer = await finishStep(tx, actor, subject, {
    action: 'accept',
    after: { estimateMinor: subject.estimateMinor, chargeMinor: subject.chargeMinor },
  });
  await tellHousehold(tx, actor, subject, answer, { what: 'accepted' });
  return answer;
}

type Ending = At & { remark: string; despitePayment?: boolean };

export async function returnOrder(
  tx: Tx,
  actor: Actor,
  input: Ending,
  atBank: MoneyAtBank,
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'return', input);
  const after = await askOfBank(tx, subject, input, atBank);
  return finishStep(tx, actor, subject, {
    action: 'return',
    sets: [sql`reviewer_id = null`, sql`reviewer_name = null`, sql`remark = ${input.remark}`],
    remark: input.remark,
    after,
  });
}

/** @param ended told of it, from the right */
export async function rejectOrder(
  tx: Tx,
  actor: Actor,
  input: Ending,
  { ended, atBank }: { ended: OrderEnded; atBank: MoneyAtBank },
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'reject', input);
  const after = await askOfBank(tx, subject, input, atBank);
  const answer = await finishStep(tx, actor, subject, {
    action: 'reject',
    sets: [sql`remark = ${input.remark}`],
    remark: input.remark,
    after,
  });
  await tellHousehold(tx, actor, subject, answer, { what: 'ended', remark: input.remark });
  await ended(tx, actor, { ...subject, state: answer.state });
  return answer;
}
