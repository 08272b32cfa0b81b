/** The work itself: assigned to a person, taken from them, started at the place, completed with what it took. */
import type { z } from 'zod';
import { account } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, tellConsumer } from '../../lock-order.ts';
import { mayWork } from '../../queries.ts';
import { differsMuch, MOST_MINOR } from '../../work-order.rules.ts';
import type { completeOrder as completeCall, StepAnswer } from '../contract.ts';
import { issueFromStore, returnToStore, writeMaterials } from './write-materials.ts';

type At = { orderId: string; version: number };

export async function assignOrder(tx: Tx, actor: Actor, input: At & { crewId: string }): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'assign', input);
  const crew = await first<{ name: string }>(
    tx,
    sql`select u.name from identity.users u join roles.roles r on r.id = u.role_id where u.id = ${input.crewId} and ${mayWork}`,
  );
  if (!crew) throw fail(errors.crew_unknown);
  const answer = await finishStep(tx, actor, subject, {
    action: 'assign',
    sets: [
      ...[sql`crew_id = ${input.crewId}`, sql`crew_name = ${crew.name}`, sql`assigned_at = ${actor.now}`],
      ...[sql`arrived_at = null`, sql`completed_at = null`],
    ],
    after: { crew: crew.name },
  });
  await notify(tx, actor, account(input.crewId), {
    kind: 'work-orders.assigned',
    occasion: `${subject.id}:${answer.version}`,
    path: `/work-order-list/${subject.id}`,
    params: { number: subject.number },
  });
  return answer;
}

export async function unassignOrder(
  tx: Tx,
  actor: Actor,
  input: At & { remark: string },
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'unassign', input);
  return finishStep(tx, actor, subject, {
    action: 'unassign',
    sets: [
      ...[sql`crew_id = null`, sql`crew_name = null`, sql`assigned_at = null`, sql`arrived_at = null`],
      sql`remark = ${input.remark}`,
    ],
    remark: input.remark,
    before: { crew: subject.crewName },
  });
}

export async function noteArrival(
  tx: Tx,
  actor: Actor,
  input: At & { arrivedAt: string | null },
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'arrive', input);
  const arrivedAt = input.arrivedAt ? new Date(input.arrivedAt) : actor.now;
  if (arrivedAt > actor.now) throw fail(errors.arrived_in_future);
  if (subject.assignedAt && arrivedAt < new Date(subject.assignedAt))
    throw fail(errors.arrived_before_assigned);
  return finishStep(tx, actor, subject, {
    action: 'arrive',
    sets: [sql`arrived_at = ${arrivedAt}`, sql`started_at = coalesce(started_at, ${arrivedAt}::timestamptz)`],
    after: { arrivedAt },
  });
}

type Completion = z.output<(typeof completeCall)['body']>;

/** What was used leaves the store; a use far from the estimate has its reason. */
export async function completeOrder(
  tx: Tx,
  actor: Actor,
  input: Completion,
): Promise<StepAnswer & { usedMinor: number }> {
  const subject = await beginStep(tx, actor, 'complete', input);
  const completedAt = input.completedAt ? new Date(input.completedAt) : actor.now;
  if (completedAt > actor.now) throw fail(errors.completed_in_future);
  if (subject.arrivedAt && completedAt < new Date(subject.arrivedAt))
    throw fail(errors.completed_before_arrival);
  const { cause, workDone, lostLitres, labourMinor, materials, varianceReason } = input;
  const { id: orderId, number, estimateMinor } = subject;
  // Work that is done again: what it took before is part of what it took in all.
  await returnToStore(tx, actor, { orderId, number });
  const usedMinor = labourMinor + (await writeMaterials(tx, actor, { orderId, kind: 'USED', materials }));
  if (usedMinor > MOST_MINOR) throw fail(errors.cost_too_high);
  if (varianceReason === null && differsMuch(estimateMinor, usedMinor))
    throw fail(errors.variance_reason, { estimate: estimateMinor ?? 0, used: usedMinor });
  await issueFromStore(tx, actor, { orderId, number });
  const answer = await finishStep(tx, actor, subject, {
    action: 'complete',
    sets: [
      ...[sql`completed_at = ${completedAt}`, sql`cause = ${cause}`, sql`work_done = ${workDone}`],
      ...[sql`lost_litres = ${lostLitres}`, sql`used_minor = ${usedMinor}`],
      sql`variance_reason = ${varianceReason}`,
    ],
    after: { completedAt, cause, workDone, lostLitres, usedMinor, estimateMinor, varianceReason },
  });
  await tellConsumer(tx, actor, subject, answer, 'work-orders.completed');
  return { ...answer, usedMinor };
}
