/** The household at whose connection the work was says how it was. */
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { beginStep, finishStep } from '../../lock-order.ts';
import type { StepAnswer } from '../contract.ts';

type Rating = { orderId: string; version: number; stars: number; remark: string | null };

/** One time for each closing; it is not changed. */
export async function rateOrder(tx: Tx, actor: Actor, input: Rating): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'rate', input);
  const { stars, remark } = input;
  await execute(
    tx,
    sql`insert into work_orders.ratings (order_id, closing, stars, remark, rated_at, rated_by)
      values (${subject.id}, ${subject.reopened}, ${stars}, ${remark}, ${actor.now}, ${actor.userId})`,
  );
  return finishStep(tx, actor, subject, { action: 'rate', after: { stars, remark } });
}
