/** The end of an order, and a new beginning: verified by somebody else, opened again, not needed any more. */
import { readSettings } from '#domains/applications/pipeline/read-settings.ts';
import type { Actor } from '#platform/actor.ts';
import { sql, type Tx } from '#platform/database/db.ts';
import { DAY_MS } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { askOfBank } from '../../ask-of-bank.ts';
import { errors } from '../../contract.ts';
import { deadlineOf } from '../../deadline.rules.ts';
import { beginStep, deadlineSets, finishStep, holdConnection } from '../../lock-order.ts';
import type { MoneyAtBank, OrderEnded, OrderReopened } from '../../points.ts';
import { tellCrew, tellHeads } from '../../tell-crew.ts';
import { tellClosed, tellHousehold } from '../../tell-household.ts';
import { DAYS_TO_REOPEN, ESCALATES_AT } from '../../work-order.rules.ts';
import type { StepAnswer } from '../contract.ts';
import { crewLeaves } from './write-crew.ts';

type At = { orderId: string; version: number };
type Ending = At & { remark: string };

/** @param ended told of it, from the right */
export async function verifyOrder(tx: Tx, actor: Actor, input: At, ended: OrderEnded): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'verify', input);
  const answer = await finishStep(tx, actor, subject, {
    action: 'verify',
    sets: [
      sql`verified_by = ${actor.userId}`,
      sql`verified_by_name = ${actor.name}`,
      sql`closed_at = ${actor.now}`,
    ],
    after: { crew: subject.crewName },
  });
  await tellClosed(tx, actor, subject, answer);
  await ended(tx, actor, { ...subject, state: answer.state });
  return answer;
}

/**
 * It is assigned again, and from the second time on a matter of the heads; the store keeps what it took, until all that it took is written
 * when it is completed again.
 * Who holds the order already has held its connection before.
 * @param reopened told of it, from the right
 */
export async function reopenOrder(
  tx: Tx,
  actor: Actor,
  input: Ending,
  reopened: OrderReopened,
): Promise<StepAnswer> {
  await holdConnection(tx, input.orderId);
  const subject = await beginStep(tx, actor, 'reopen', input);
  const { closedAt, hours, priority } = subject;
  if (closedAt && actor.now.getTime() - Date.parse(closedAt) > DAYS_TO_REOPEN * DAY_MS)
    throw fail(errors.reopen_too_late);
  const { office } = await readSettings(tx);
  const answer = await finishStep(tx, actor, subject, {
    action: 'reopen',
    sets: [
      ...[sql`reopened = reopened + 1`, sql`crew_id = null`, sql`crew_name = null`, sql`assigned_at = null`],
      ...[sql`arrived_at = null`, sql`completed_at = null`, sql`verified_by = null`],
      ...[sql`verified_by_name = null`, sql`closed_at = null`, sql`remark = ${input.remark}`],
      // The time of its category begins again, and with it the telling of those who assign when it is late.
      ...deadlineSets(deadlineOf(actor.now, { hours, priority }, office)),
      sql`late_told_at = null`,
    ],
    remark: input.remark,
    before: { crew: subject.crewName },
  });
  await crewLeaves(tx, actor, subject.id);
  await tellHousehold(tx, actor, subject, answer, { what: 'reopened' });
  if (subject.reopened + 1 >= ESCALATES_AT)
    await tellHeads(tx, actor, subject, { what: 'escalated', answer });
  await reopened(tx, actor, { ...subject, remark: input.remark });
  return answer;
}

/** @param ended as above */
export async function cancelOrder(
  tx: Tx,
  actor: Actor,
  input: Ending & { despitePayment?: boolean },
  { ended, atBank }: { ended: OrderEnded; atBank: MoneyAtBank },
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'cancel', input);
  const after = await askOfBank(tx, subject, input, atBank);
  const answer = await finishStep(tx, actor, subject, {
    action: 'cancel',
    sets: [sql`remark = ${input.remark}`],
    remark: input.remark,
    after,
  });
  await tellCrew(tx, actor, subject, { what: 'taken', answer });
  await tellHousehold(tx, actor, subject, answer, { what: 'ended', remark: input.remark });
  await ended(tx, actor, { ...subject, state: answer.state });
  return answer;
}
