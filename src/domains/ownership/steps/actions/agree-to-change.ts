/** Both owners agree, each by the code that their own phone got; or the office notes why it agrees for one of them. */
import { randomInt } from 'node:crypto';
import { codeHash } from '#domains/identity/tokens.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, first, type Sql, sql, type Tx, transaction } from '#platform/database/db.ts';
import { TRIES_AT_CODE } from '#platform/limits.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, lockRequest, type Subject } from '../../lock-request.ts';
import type { Side } from '../../ownership.rules.ts';
import { tellOwner } from '../../tell-owners.ts';
import type { StepAnswer } from '../contract.ts';

/** So long a code is good: its owner may have to come to the office with it. */
const CODE_HOURS = 72;
/** Codes for one owner of one request, and the time between two. */
const CODES = 5;
const BETWEEN_SECONDS = 60;

/** What a code is bound by. */
export type Keys = { secrets: Secrets };
type OfSide = { requestId: string; side: Side };

const hashOf = (keys: Keys, { requestId, side }: OfSide, code: string): Buffer =>
  codeHash(keys.secrets, ['ownership', requestId, side, code]);

/** A new code takes the place of the one before. The request is locked, or new. */
export async function sendConsentCode(tx: Tx, actor: Actor, keys: Keys, of: OfSide): Promise<void> {
  const text = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(actor.now.getTime() + CODE_HOURS * 3_600_000);
  const sent = await first<{ codes: number }>(
    tx,
    sql`update ownership.consents set code_hash = ${hashOf(keys, of, text)}, code_expires_at = ${expiresAt}, sent_at = ${actor.now},
        codes = codes + 1, tries = 0
      where request_id = ${of.requestId} and side = ${of.side} and given_at is null and codes < ${CODES}
        and (sent_at is null or sent_at <= ${actor.now}::timestamptz - make_interval(secs => ${BETWEEN_SECONDS}::int))
      returning codes`,
  );
  if (!sent) throw fail(errors.code_wait);
  const code = { text, expiresAt, sent: sent.codes };
  await tellOwner(tx, actor, { ...of, what: 'code', notice: 'ownership.asked', code });
}

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

/** A try is counted before the code is looked at, in a statement of its own. */
export async function agreeByCode(
  db: Db,
  actor: Actor,
  keys: Keys,
  input: OfSide & { code: string },
): Promise<StepAnswer> {
  const hash = hashOf(keys, input, toLatinDigits(input.code).replace(/\s/g, ''));
  await transaction(db, (tx) => mayAgree(tx, actor, input));
  const counted = await first(
    db,
    sql`update ownership.consents set tries = tries + 1 where request_id = ${input.requestId} and side = ${input.side}
      and given_at is null and tries < ${TRIES_AT_CODE} and code_expires_at > ${actor.now} returning side`,
  );
  return transaction(db, async (tx) => {
    const subject = await mayAgree(tx, actor, input);
    const given = counted
      ? await give(tx, actor, input, {
          as: 'CODE',
          proof: sql`code_hash = ${hash}`,
        })
      : false;
    if (!given) throw fail(errors.code_wrong);
    return afterConsent(tx, actor, subject, { side: input.side, action: 'agree' });
  });
}

async function mayAgree(tx: Tx, actor: Actor, input: OfSide): Promise<Subject> {
  // Told before the state: the second of two presses is no wrong step.
  refuseAgreed(await lockRequest(tx, actor, input.requestId), input.side);
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
    to: both ? 'CONSENTED' : subject.state,
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
