/** The office checks the papers of a request, or asks for a correction; who asked sends it again. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, one, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep } from '../../lock-request.ts';
import { DAYS_TO_ANSWER, missingPapers, type PaperKind } from '../../ownership.rules.ts';
import { refuseWrongOwners } from '../../ready-to-accept.ts';
import { isAsReturned, setsOfReturn } from '../../returned.ts';
import { tellBoth, tellDues } from '../../tell-owners.ts';
import type { Keys } from '../code-hash.ts';
import type { StepAnswer } from '../contract.ts';
import { sendOpenCodes } from './send-codes.ts';

type Step = { requestId: string; version: number };

export async function verifyPapers(tx: Tx, actor: Actor, input: Step): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'verify', input);
  const papers = await all<{ kind: PaperKind }>(
    tx,
    sql`select kind from ownership.documents where request_id = ${subject.id} and not replaced`,
  );
  const missing = missingPapers(papers.map(({ kind }) => kind));
  if (missing.length > 0) throw fail(errors.papers_missing, { missing: missing.join(' ') });
  await refuseWrongOwners(tx, actor, subject);
  await notePapersSeen(tx, actor, subject.id);
  const answer = await finishStep(tx, actor, subject, {
    action: 'verify',
    sets: [sql`verified_by = ${actor.userId}`, sql`verified_by_name = ${actor.name}`, sql`remark = null`],
  });
  await tellDues(tx, actor, subject);
  await audit(tx, actor, {
    action: 'ownership.verify',
    object: 'ownership_request',
    objectId: subject.id,
    before: { state: subject.state },
    after: { state: answer.state },
  });
  return answer;
}

/** Who brought them does not take them out any more. */
const notePapersSeen = (tx: Tx, actor: Actor, requestId: string): Promise<number> =>
  execute(
    tx,
    sql`update ownership.documents set looked_at = ${actor.now} where request_id = ${requestId} and looked_at is null`,
  );

export async function returnRequest(
  tx: Tx,
  actor: Actor,
  input: Step & { remark: string },
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'return', input);
  const { remark } = input;
  await notePapersSeen(tx, actor, subject.id);
  const answer = await finishStep(tx, actor, subject, {
    action: 'return',
    sets: setsOfReturn(actor, remark),
    remark,
  });
  await audit(tx, actor, {
    action: 'ownership.return',
    object: 'ownership_request',
    objectId: subject.id,
    before: { state: subject.state },
    after: { state: answer.state },
    reason: remark,
  });
  await tellBoth(tx, actor, {
    requestId: subject.id,
    what: 'returned',
    notice: 'ownership.returned',
    remark,
  });
  return answer;
}

/**
 * Something was corrected, or who sends it says why it is right as it is. If the correction ended a consent, both agree again first.
 */
export async function resubmitRequest(
  tx: Tx,
  actor: Actor,
  keys: Keys,
  input: Step & { remark?: string | undefined },
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'resubmit', input);
  const { remark } = input;
  const { asReturned } = await one<{ asReturned: boolean }>(
    tx,
    sql`select ${isAsReturned} as "asReturned" from ownership.requests r where r.id = ${subject.id}`,
  );
  if (asReturned && !remark) throw fail(errors.nothing_corrected);
  const { id, presentAgreed, newAgreed } = subject;
  const asked = [...(presentAgreed ? [] : (['PRESENT'] as const)), ...(newAgreed ? [] : (['NEW'] as const))];
  const answer = await finishStep(tx, actor, subject, {
    action: 'resubmit',
    isAgreed: asked.length === 0,
    sets: [sql`expires_on = ${addDays(actor.today, DAYS_TO_ANSWER)}::date`],
    remark,
  });
  await sendOpenCodes(tx, actor, keys, { id, asked });
  await audit(tx, actor, {
    action: 'ownership.resubmit',
    object: 'ownership_request',
    objectId: subject.id,
    before: { state: subject.state },
    after: { state: answer.state },
    ...(remark ? { reason: remark } : {}),
  });
  return answer;
}
