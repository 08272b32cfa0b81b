/** Both owners agree, each by the code that their own phone got; or the office notes why it agrees for one of them. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, first, type Sql, sql, type Tx, transaction } from '#platform/database/db.ts';
import { answeredBefore, once } from '#platform/http/idempotency.ts';
import { TRIES_AT_CODE } from '#platform/limits.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, lockRequest, type Subject } from '../../lock-request.ts';
import type { Side } from '../../ownership.rules.ts';
import { hashOf, type Keys, type OfSide } from '../code-hash.ts';
import type { StepAnswer } from '../contract.ts';
import { phoneToday } from '../phone-today.ts';
import { sendConsentCode } from './send-codes.ts';

export async function sendCodeAgain(
  tx: Tx,
  actor: Actor,
  keys: Keys,
  input: OfSide,
): Promise<{ sent: true }> {
  const subject = await beginStep(tx, actor, 'send-code', input);
  refuseAgreed(subject, input.side);
  await sendConsentCode(tx, actor, keys, input);
  await audit(tx, actor, {
    action: 'ownership.send-code',
    object: 'ownership_request',
    objectId: subject.id,
    after: { side: input.side },
  });
  return { sent: true };
}

/**
 * A try is counted before the code is looked at, in a statement of its own.
 * @param input key of the call: sent again it gets its first answer. The code is no part of what is kept of it
 */
export async function agreeByCode(
  db: Db,
  actor: Actor,
  keys: Keys,
  { key, ...input }: OfSide & { code: string; key?: string | undefined },
): Promise<StepAnswer> {
  const hash = hashOf(keys, input, toLatinDigits(input.code).replace(/\s/g, ''));
  const { requestId, side } = input;
  const call = key ? { key, name: 'ownership consent', input: { requestId, side } } : undefined;
  const before = await transaction(db, async (tx) => {
    // The same call that is under way has the lock: its answer is there afterwards.
    await lockRequest(tx, actor, requestId);
    const answered = call && (await answeredBefore<StepAnswer>(tx, actor, call));
    if (!answered) await mayAgree(tx, actor, input);
    return answered;
  });
  if (before) return before;
  const counted = await first<{ tries: number }>(
    db,
    sql`update ownership.consents set tries = tries + 1 where request_id = ${input.requestId} and side = ${input.side}
      and given_at is null and tries < ${TRIES_AT_CODE} and code_expires_at > ${actor.now} and code_hash is not null
      and phone = ${phoneToday(actor)} returning tries`,
  );
  const left = counted ? TRIES_AT_CODE - counted.tries : 0;
  return transaction(db, (tx) => {
    const agree = async () => {
      const subject = await mayAgree(tx, actor, input);
      const given =
        counted &&
        (await give(tx, actor, input, {
          as: 'CODE',
          proof: sql`code_hash = ${hash} and phone = ${phoneToday(actor)}`,
        }));
      if (!given) throw left > 0 ? fail(errors.code_wrong, { left }) : fail(errors.code_over);
      return afterConsent(tx, actor, subject, { side, action: 'agree' });
    };
    return call ? once(tx, actor, call, agree) : agree();
  });
}

async function mayAgree(tx: Tx, actor: Actor, input: OfSide): Promise<Subject> {
  // Told before the state: the second of two presses is no wrong step.
  const subject = await lockRequest(tx, actor, input.requestId);
  // Each owner for themselves: nobody tries codes of somebody else, or uses up their tries.
  if (actor.kind === 'consumer' && subject.side !== input.side) {
    throw fail(commonErrors.not_permitted, { permission: 'ownership:override' });
  }
  refuseAgreed(subject, input.side);
  return beginStep(tx, actor, 'agree', input);
}

type ByOffice = OfSide & { version: number; reason: string };

export async function overrideConsent(tx: Tx, actor: Actor, input: ByOffice): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'override', input);
  refuseAgreed(subject, input.side);
  await give(tx, actor, input, { as: 'OFFICE', reason: input.reason, proof: sql`true` });
  return afterConsent(tx, actor, subject, { side: input.side, action: 'override', reason: input.reason });
}

function refuseAgreed({ presentAgreed, newAgreed }: Subject, side: Side): void {
  if (side === 'PRESENT' ? presentAgreed : newAgreed) throw fail(errors.agreed_already);
}

type Given = { as: 'CODE' | 'OFFICE'; reason?: string; proof: Sql };

async function give(tx: Tx, actor: Actor, { requestId, side }: OfSide, given: Given): Promise<boolean> {
  const row = await first(
    tx,
    sql`update ownership.consents set given_as = ${given.as}, given_at = ${actor.now}, given_by = ${actor.userId},
        given_by_name = ${actor.name}, reason = ${given.reason ?? null}, code_hash = null
      where request_id = ${requestId} and side = ${side} and given_at is null and ${given.proof} returning side`,
  );
  return row !== undefined;
}

type Consent = { side: Side; action: 'agree' | 'override'; reason?: string };

/** When both have agreed, the papers can be checked. */
async function afterConsent(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  { side, action, reason }: Consent,
): Promise<StepAnswer> {
  const both = side === 'PRESENT' ? subject.newAgreed : subject.presentAgreed;
  const answer = await finishStep(tx, actor, subject, {
    action,
    isAgreed: both,
    sets: [side === 'PRESENT' ? sql`present_agreed = true` : sql`new_agreed = true`],
    remark: reason,
  });
  await audit(tx, actor, {
    action: `ownership.${action}`,
    object: 'ownership_request',
    objectId: subject.id,
    before: { state: subject.state },
    after: { state: answer.state, side },
    reason,
  });
  return answer;
}
