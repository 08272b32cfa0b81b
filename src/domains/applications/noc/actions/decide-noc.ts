/** The current desk approves, returns or refuses. One desk is open at a time; the last approval gives the number. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { StateAnswer } from '../../contract.ts';
import { signPaper } from '../../papers/signatures.ts';
import type { Subject } from '../../pipeline/load-facts.ts';
import { noticeRemark } from '../../pipeline/notices.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import { openCorrection } from '../../review/actions/ask-correction.ts';
import type { decideNoc as decideCall } from '../contract.ts';
import { type DeskPlace, deskPlaceOf } from '../deputies.ts';
import { takeNocNumber } from '../noc-number.ts';
import { openDesk } from './open-desk.ts';
import { addRemark } from './remark-noc.ts';
import { answerChecks, keepChecks, requireChecks } from './save-checks.ts';

type Decision = z.output<(typeof decideCall)['body']> & { applicationId: string };
type DecisionOf<D extends Decision['decision']> = Extract<Decision, { decision: D }>;

export async function decideNoc(tx: Tx, actor: Actor, input: Decision): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, `noc-${input.decision}`, input);
  const place = deskPlaceOf(actor, subject);
  await answerChecks(tx, actor, { ...input, checks: input.checks ?? [], place });
  if (input.decision === 'approve') await requireChecks(tx, subject.id);
  const remarkId = await addRemark(tx, actor, subject.id, place, {
    kind: input.decision,
    text: input.remark ?? '',
    shared: input.decision !== 'approve' || isForApplicant(input),
  });
  await keepChecks(tx, subject.id, remarkId);
  if (input.decision === 'approve') {
    const answer = await approve(tx, actor, subject, { ...input, place });
    if (isForApplicant(input)) await noticeRemark(tx, actor, answer);
    return answer;
  }
  if (input.decision === 'reject') return reject(tx, actor, subject, { ...input, place });
  return openCorrection(tx, actor, subject, { ...input, action: 'noc-return', audit: 'noc.return' });
}

/** The remark of an approval reaches the applicant by its tick only. */
const isForApplicant = (input: DecisionOf<'approve'>): boolean =>
  input.shared === true && Boolean(input.remark);

type ClosedAs = { state: 'APPROVED' | 'REJECTED'; place: DeskPlace };

async function closeDesk(tx: Tx, actor: Actor, subject: Subject, { state, place }: ClosedAs) {
  await execute(
    tx,
    sql`update applications.noc_steps
    set state = ${state}, decided_at = ${actor.now}, decided_by_name = ${actor.name},
      decided_by = ${actor.userId}::uuid, on_behalf_of = ${place.onBehalfOf ?? null}
    where application_id = ${subject.id} and state = 'OPEN'`,
  );
}

async function approve(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  input: DecisionOf<'approve'> & { place: DeskPlace },
): Promise<StateAnswer> {
  const { place } = input;
  await closeDesk(tx, actor, subject, { state: 'APPROVED', place });
  const next = await openDesk(tx, actor, subject.id);
  const change = { action: 'noc-approve', audit: 'noc.approve', remark: input.remark } as const;
  const details = { ...place, ...(next ? { nextDesk: next.role_code } : {}) };
  if (next) return finishStep(tx, actor, subject, { ...change, details, shared: false });
  await signPaper(tx, actor, subject.id, 'noc', place);
  return finishStep(tx, actor, subject, {
    ...change,
    details,
    to: 'WAITING_FOR_METER_NUMBER',
    sets: await stampNoc(tx, actor, subject),
  });
}

/** A number that came on paper before stays, unless its last day is over. Spec §9: the prefix is RAJUK/. */
async function stampNoc(tx: Tx, actor: Actor, { nocNumber, nocValidUntil }: Subject): Promise<Sql[]> {
  if (nocNumber !== null && (nocValidUntil === null || nocValidUntil >= actor.today)) return [];
  const number = await takeNocNumber(tx, actor.today.slice(0, 4));
  return [
    sql`noc_number = ${number}`,
    sql`noc_doubled = false`,
    sql`noc_date = ${actor.today}::date`,
    sql`noc_valid_until = null`,
    sql`noc_document_id = null`,
  ];
}

async function reject(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  input: DecisionOf<'reject'> & { place: DeskPlace },
): Promise<StateAnswer> {
  const { place } = input;
  await closeDesk(tx, actor, subject, { state: 'REJECTED', place });
  return finishStep(tx, actor, subject, {
    action: 'noc-reject',
    audit: 'noc.reject',
    to: 'REJECTED',
    remark: input.remark,
    details: place,
    message: 'rejected',
  });
}
