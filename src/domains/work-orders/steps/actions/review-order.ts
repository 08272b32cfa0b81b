/** The review of a request: taken, accepted, given back or refused. */
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, tellConsumer } from '../../lock-order.ts';
import type { StepAnswer } from '../contract.ts';

type At = { orderId: string; version: number };

export async function takeOrder(tx: Tx, actor: Actor, input: At): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'take', input);
  return finishStep(tx, actor, subject, {
    action: 'take',
    sets: [sql`reviewer_id = ${actor.userId}`, sql`reviewer_name = ${actor.name}`],
  });
}

/** Work of a category that its asker pays for is estimated first. */
export async function acceptOrder(tx: Tx, actor: Actor, input: At): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'accept', input);
  if (subject.estimateMinor === null) {
    const { chargeable } = await one<{ chargeable: boolean }>(
      tx,
      sql`select chargeable from work_orders.categories where id = ${subject.categoryId}`,
    );
    if (chargeable) throw fail(errors.estimate_missing);
  }
  const answer = await finishStep(tx, actor, subject, {
    action: 'accept',
    after: { estimateMinor: subject.estimateMinor, chargeMinor: subject.chargeMinor },
  });
  await tellConsumer(tx, actor, subject, answer, 'work-orders.accepted');
  return answer;
}

type Ending = At & { remark: string };

export async function returnOrder(tx: Tx, actor: Actor, input: Ending): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'return', input);
  return finishStep(tx, actor, subject, {
    action: 'return',
    sets: [sql`reviewer_id = null`, sql`reviewer_name = null`, sql`remark = ${input.remark}`],
    remark: input.remark,
  });
}

export async function rejectOrder(tx: Tx, actor: Actor, input: Ending): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'reject', input);
  const answer = await finishStep(tx, actor, subject, {
    action: 'reject',
    sets: [sql`remark = ${input.remark}`],
    remark: input.remark,
  });
  await tellConsumer(tx, actor, subject, answer, 'work-orders.ended');
  return answer;
}
