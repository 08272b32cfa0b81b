/** The work itself: assigned to a crew, taken from it, started at the place, completed with what it took. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { limitsOf } from '../../limits-of-order.ts';
import { beginStep, finishStep } from '../../lock-order.ts';
import { hasProof } from '../../photos/queries.ts';
import type { OrderDone } from '../../points.ts';
import { crewOf } from '../../queries.ts';
import type { Missing } from '../../store/queries.ts';
import { tellCrew } from '../../tell-crew.ts';
import { tellHousehold } from '../../tell-household.ts';
import { type Unusual, unusualOf } from '../../unusual.rules.ts';
import { differsMuch, ESCALATES_AT, MOST_MINOR } from '../../work-order.rules.ts';
import type { completeOrder as completeCall, StepAnswer } from '../contract.ts';
import { crewLeaves, joinCrew, noteWorkers } from './write-crew.ts';
import {
  issueFromStore,
  type Many,
  reserveInStore,
  returnToStore,
  writeMaterials,
} from './write-materials.ts';

type At = { orderId: string; version: number };

type Assignment = At & {
  crewId: string;
  memberIds?: readonly string[];
  remark?: string | null;
  missing?: readonly { materialId: string; quantity: string }[];
  missingReason?: string | null;
};

/** Work that had to be done again two times goes to somebody who has not done it yet, or with a reason. Its materials are reserved from now on. */
export async function assignOrder(tx: Tx, actor: Actor, input: Assignment): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'assign', input);
  const { crewId, memberIds = [], remark, missing = [], missingReason = null } = input;
  const crew = await crewOf(tx, [crewId, ...memberIds]);
  const leader = crew.find(({ id }) => id === crewId);
  if (!leader) throw fail(errors.crew_unknown);
  if (crew.length <= memberIds.length) throw fail(errors.member_unknown);
  const isAgain = subject.reopened >= ESCALATES_AT && subject.facts.workers.includes(crewId);
  if (isAgain && !remark) throw fail(errors.same_crew);
  const short = await reserveInStore(tx, { orderId: subject.id, missing, missingReason });
  const remarks = [remark, ...(short.length > 0 ? [missingReason] : [])].filter(Boolean).join('; ');
  const answer = await finishStep(tx, actor, subject, {
    action: 'assign',
    sets: [
      ...[sql`crew_id = ${crewId}`, sql`crew_name = ${leader.name}`, sql`assigned_at = ${actor.now}`],
      ...[sql`arrived_at = null`, sql`completed_at = null`],
    ],
    ...(remarks ? { remark: remarks } : {}),
    after: {
      crew: crew.map(({ name }) => name).join(', '),
      ...(short.length > 0 ? { missing: short.map(inWords).join(', '), missingReason } : {}),
    },
  });
  await joinCrew(tx, actor, { orderId: subject.id, crew });
  await tellCrew(tx, actor, subject, { what: 'assigned', answer, crew: crew.map(({ id }) => id) });
  await tellHousehold(tx, actor, subject, answer, { what: 'coming' });
  return answer;
}

const inWords = ({ nameEn, missing, unit }: Missing[number]) => `${nameEn}: ${missing} ${unit}`;

export async function unassignOrder(
  tx: Tx,
  actor: Actor,
  input: At & { remark: string },
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'unassign', input);
  const answer = await finishStep(tx, actor, subject, {
    action: 'unassign',
    sets: [
      ...[sql`crew_id = null`, sql`crew_name = null`, sql`assigned_at = null`, sql`arrived_at = null`],
      sql`remark = ${input.remark}`,
    ],
    remark: input.remark,
    before: { crew: subject.crewName },
  });
  await crewLeaves(tx, actor, subject.id);
  await tellCrew(tx, actor, subject, { what: 'taken', answer });
  return answer;
}

export async function noteArrival(
  tx: Tx,
  actor: Actor,
  input: At & { arrivedAt: string | null; notedAt?: string | null },
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'arrive', input);
  const arrivedAt = momentOf(actor, input.arrivedAt, { ...input, earliest: subject.assignedAt });
  if (arrivedAt > actor.now) throw fail(errors.arrived_in_future);
  if (subject.assignedAt && arrivedAt < new Date(subject.assignedAt))
    throw fail(errors.arrived_before_assigned);
  const answer = await finishStep(tx, actor, subject, {
    action: 'arrive',
    sets: [sql`arrived_at = ${arrivedAt}`, sql`started_at = coalesce(started_at, ${arrivedAt}::timestamptz)`],
    after: { arrivedAt },
  });
  await noteWorkers(tx, actor, subject.id);
  await tellHousehold(tx, actor, subject, answer, { what: 'arrived' });
  return answer;
}

type Amounts = Pick<Body, 'orderId' | 'labourMinor' | 'lostLitres' | 'unusual' | 'unusualReason'> & {
  completedAt: Date;
  /** A material of which more is used than is usual. */
  many: Many | null;
};

/** Absurd amounts are refused; unusual ones are taken if who completes the work has seen that they are, and says why. */
async function refuseUnusual(
  tx: Tx,
  { completedAt, unusual, unusualReason, many, ...amounts }: Amounts,
): Promise<{ amounts: Unusual[]; reason: string } | null> {
  const limits = await limitsOf(tx, amounts.orderId, completedAt);
  const lostLitres = amounts.lostLitres ?? 0;
  if (amounts.labourMinor > limits.mostLabourMinor)
    throw fail(errors.labour_absurd, { most: limits.mostLabourMinor });
  if (lostLitres > limits.mostLostLitres)
    throw fail(errors.lost_absurd, { most: limits.mostLostLitres / 1000 });
  const found = [...unusualOf(amounts, limits), ...(many ? (['MATERIALS'] as const) : [])];
  const isAsked = (what: Unusual) => found.includes(what) && !(unusual.includes(what) && unusualReason);
  if (isAsked('LABOUR'))
    throw fail(errors.unusual_labour, { labour: amounts.labourMinor, usual: limits.labourMinor });
  if (isAsked('LOST_WATER'))
    throw fail(errors.unusual_lost, { lost: lostLitres / 1000, usual: limits.lostLitres / 1000 });
  if (many && isAsked('MATERIALS')) throw fail(errors.unusual_materials, many);
  return found.length > 0 && unusualReason ? { amounts: found, reason: unusualReason } : null;
}

/** Without a photo of what was done: why. The order is locked, and a photo locks it too. */
async function reasonOfNoPhoto(tx: Tx, orderId: string, reason: string | null): Promise<string | null> {
  const { isProven } = await one<{ isProven: boolean }>(
    tx,
    sql`select ${hasProof} as "isProven" from work_orders.orders o where o.id = ${orderId}`,
  );
  if (isProven) return null;
  if (!reason) throw fail(errors.unproven);
  return reason;
}

const NOT_CONFIRMED = { unusual: [], unusualReason: null };

type Later = { notedAt?: string | null; earliest: string | null };

/**
 * Without a time that somebody typed: now; or when it was noted, if a phone without a network sends it later. The clock of a phone may be
 * wrong: what it says is never before the step before, and never after now.
 */
function momentOf({ now }: Actor, typed: string | null, { notedAt, earliest }: Later): Date {
  if (typed) return new Date(typed);
  const noted = notedAt ? Date.parse(notedAt) : now.getTime();
  if (now.getTime() - noted < SENT_AT_ONCE_MS) return now;
  return new Date(Math.max(noted, earliest ? Date.parse(earliest) : noted));
}

/** So long after it was noted a step is sent if there is a network. */
const SENT_AT_ONCE_MS = 2 * 60_000;

type Confirmation = 'notedAt' | 'unusual' | 'unusualReason' | 'unprovenReason';
type Body = z.output<(typeof completeCall)['body']>;
type Completion = Omit<Body, Confirmation> & Partial<Pick<Body, Confirmation>>;

/**
 * What was used leaves the store; a use far from the estimate has its reason.
 * @param done told of it, from the right: what the work changed at the connection is written under its lock, which comes before that of the order
 */
export async function completeOrder(
  tx: Tx,
  actor: Actor,
  input: Completion,
  done: readonly OrderDone[],
): Promise<StepAnswer & { usedMinor: number }> {
  await lockItsConnection(tx, input.orderId);
  const subject = await beginStep(tx, actor, 'complete', input);
  const completedAt = momentOf(actor, input.completedAt, { ...input, earliest: subject.arrivedAt });
  if (completedAt > actor.now) throw fail(errors.completed_in_future);
  if (subject.arrivedAt && completedAt < new Date(subject.arrivedAt))
    throw fail(errors.completed_before_arrival);
  const { cause, workDone, lostLitres, labourMinor, materials, varianceReason } = input;
  const { id: orderId, number, estimateMinor } = subject;
  // Work that is done again: what it took before is part of what it took in all.
  await returnToStore(tx, actor, { orderId, number });
  const { totalMinor, many } = await writeMaterials(tx, actor, { orderId, kind: 'USED', materials });
  const unusual = await refuseUnusual(tx, { ...NOT_CONFIRMED, ...input, completedAt, many });
  const usedMinor = labourMinor + totalMinor;
  if (usedMinor > MOST_MINOR) throw fail(errors.cost_too_high);
  if (varianceReason === null && differsMuch(estimateMinor, usedMinor))
    throw fail(errors.variance_reason, { estimate: estimateMinor ?? 0, used: usedMinor });
  const unprovenReason = await reasonOfNoPhoto(tx, orderId, input.unprovenReason ?? null);
  await issueFromStore(tx, actor, { orderId, number });
  const answer = await finishStep(tx, actor, subject, {
    action: 'complete',
    sets: [
      ...[sql`completed_at = ${completedAt}`, sql`cause = ${cause}`, sql`work_done = ${workDone}`],
      ...[sql`lost_litres = ${lostLitres}`, sql`used_minor = ${usedMinor}`],
      ...[sql`variance_reason = ${varianceReason}`, sql`unusual = ${unusual?.amounts ?? null}::text[]`],
      ...[sql`unusual_reason = ${unusual?.reason ?? null}`],
      ...[sql`unusual_by_name = ${unusual ? actor.name : null}`, sql`unproven_reason = ${unprovenReason}`],
    ],
    after: {
      ...{ completedAt, cause, workDone, lostLitres, labourMinor, usedMinor, estimateMinor, varianceReason },
      ...(unusual ? { unusualAmounts: unusual.amounts.join(', '), unusualReason: unusual.reason } : {}),
      ...(unprovenReason ? { noPhotoReason: unprovenReason } : {}),
    },
  });
  await tellHousehold(tx, actor, subject, answer, { what: 'completed' });
  for (const tell of done) await tell(tx, actor, { id: orderId, number, completedAt });
  return { ...answer, usedMinor };
}

async function lockItsConnection(tx: Tx, orderId: string): Promise<void> {
  await execute(
    tx,
    sql`select from meters.connections c where c.id = (select o.connection_id from work_orders.orders o where o.id = ${orderId})
      for no key update of c`,
  );
}
