/** The office answers the household that asked; a request that was closed is looked at again. */
import { readSettings } from '#domains/applications/pipeline/read-settings.ts';
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { deadlineOf } from '../../deadline.rules.ts';
import { beginStep, deadlineSets, finishStep, holdConnection, NO_ESTIMATE } from '../../lock-order.ts';
import type { OrderReopened } from '../../points.ts';
import type { StepAnswer } from '../../steps/contract.ts';
import { tellHousehold } from '../../tell-household.ts';

type At = { orderId: string; version: number };

/** It is read in the history of the order; the state stays. */
export async function replyToRequest(
  tx: Tx,
  actor: Actor,
  input: At & { text: string },
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'reply', input);
  const answer = await finishStep(tx, actor, subject, { action: 'reply', remark: input.text });
  await tellHousehold(tx, actor, subject, answer, { what: 'replied' });
  return answer;
}

/**
 * Nobody has taken it then, and its time begins again. What was estimated for it was estimated before: it is estimated again.
 * @param reopened told of it, from the right
 */
export async function reopenRequest(
  tx: Tx,
  actor: Actor,
  input: At & { remark: string },
  reopened: OrderReopened,
): Promise<StepAnswer> {
  await holdConnection(tx, input.orderId);
  const subject = await beginStep(tx, actor, 'reopen-request', input);
  const { hours, priority, id, number } = subject;
  const { office } = await readSettings(tx);
  const answer = await finishStep(tx, actor, subject, {
    action: 'reopen-request',
    sets: [
      ...[sql`reviewer_id = null`, sql`reviewer_name = null`, sql`remark = ${input.remark}`, ...NO_ESTIMATE],
      ...[...deadlineSets(deadlineOf(actor.now, { hours, priority }, office)), sql`late_told_at = null`],
      // Stops of before are no part of the time that begins now.
      ...[sql`paused_for = '0'`, sql`paused_minutes = 0`],
    ],
    remark: input.remark,
  });
  // The lines of what has ended are kept: they go after the order goes on.
  await execute(tx, sql`delete from work_orders.materials where order_id = ${id} and kind = 'ESTIMATE'`);
  await notify(tx, actor, holdersOf('work-orders:review'), {
    ...{ kind: 'work-orders.request_reopened', occasion: `${id}:${answer.version}` },
    ...{ path: `/work-order-list/${id}`, params: { number } },
  });
  if (actor.kind !== 'consumer') await tellHousehold(tx, actor, subject, answer, { what: 'reopened' });
  await reopened(tx, actor, { ...subject, remark: input.remark });
  return answer;
}
