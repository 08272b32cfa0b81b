/**
 * One-time codes: six digits, ten minutes, five tries that are counted before the code is looked at, single use,
 * bound to phone and purpose; a new code ends the one before (G33). A right code is exchanged for a proof.
 */
import { randomInt } from 'node:crypto';
import type { Actor } from '#platform/actor.ts';
import { type Db, execute, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { type CodePurpose, errors } from '../contract.ts';
import { codeText } from '../message-texts.ts';
import { codeHash } from '../tokens.ts';
import type { Keys } from './open-session.ts';

const LIFE_SECONDS = 600;
const RESEND_SECONDS = 60;
const MAX_TRIES = 5;

/** Codes per phone in 15 minutes and in a day, whatever they are for (guarantees §5.5). */
const LIMITS = [
  { seconds: 900, codes: 3 },
  { seconds: 86_400, codes: 10 },
];

/** Without a language: the one that the phone's account is kept in. */
type Request = {
  phone: string;
  purpose: CodePurpose;
  language?: 'en' | 'bn' | undefined;
  /** Of the page that the code is typed into. */
  publicUrl: string;
};

/** Sends a code. An unknown number asking for a reset gets the same answer and no message. */
export async function requestCode(tx: Tx, keys: Keys, actor: Actor, input: Request) {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`code ${input.phone}`}, 0))`);
  await refuseTooMany(tx, actor, input.phone);
  await execute(
    tx,
    sql`update identity.one_time_codes set replaced_at = ${actor.now}
    where phone = ${input.phone} and purpose = ${input.purpose} and used_at is null and replaced_at is null`,
  );
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into identity.one_time_codes (purpose, phone, code_hash, issued_at, expires_at)
      values (${input.purpose}, ${input.phone}, ${codeHash(keys.secrets, [input.purpose, input.phone, code])}, ${actor.now},
        ${new Date(actor.now.getTime() + LIFE_SECONDS * 1000)}) returning id`,
  );
  const account = await accountOf(tx, input.phone);
  const language = input.language ?? account?.language ?? 'en';
  // A reset goes to known accounts only; a registration to unknown numbers only. Nobody sees the difference.
  if ((input.purpose === 'password-reset') === (account !== undefined)) {
    await enqueueMessage(tx, {
      event: `one-time-code:${id}`,
      channel: 'sms',
      recipient: input.phone,
      language,
      expiresAt: new Date(actor.now.getTime() + LIFE_SECONDS * 1000),
      secret: true,
      text: codeText(language, { code, minutes: LIFE_SECONDS / 60, publicUrl: input.publicUrl }),
    });
  }
  return { expiresInSeconds: LIFE_SECONDS, resendAfterSeconds: RESEND_SECONDS };
}

/** Says after how many seconds the oldest of too many codes no longer counts. */
async function refuseTooMany(tx: Tx, actor: Actor, phone: string): Promise<void> {
  for (const { seconds, codes } of LIMITS) {
    const full = await first<{ wait: number }>(
      tx,
      sql`select ceil(${seconds}::int - extract(epoch from ${actor.now}::timestamptz - issued_at))::int as wait
        from identity.one_time_codes
        where phone = ${phone} and issued_at > ${actor.now}::timestamptz - make_interval(secs => ${seconds}::int)
        order by issued_at desc offset ${codes - 1} limit 1`,
    );
    if (full) throw fail(commonErrors.too_many_requests, { seconds: Math.max(full.wait, 1) });
  }
}

function accountOf(tx: Tx, phone: string): Promise<{ language: 'en' | 'bn' } | undefined> {
  return first(tx, sql`select language from identity.users where phone = ${phone} and status = 'active'`);
}

type Verify = { phone: string; purpose: CodePurpose; code: string };

/** Exchanges a right code for a proof of ten minutes. The try is counted in its own transaction first. */
export async function verifyCode(
  db: Db,
  keys: Keys,
  actor: Actor,
  input: Verify,
): Promise<{ proof: string }> {
  const counted = await first<{ id: string; tries: number }>(
    db,
    sql`update identity.one_time_codes set tries = tries + 1
      where id = (
        select id from identity.one_time_codes where phone = ${input.phone} and purpose = ${input.purpose}
          and replaced_at is null order by issued_at desc limit 1
      ) and used_at is null and expires_at > ${actor.now} and tries < ${MAX_TRIES} returning id, tries`,
  );
  const used = counted
    ? await transaction(db, (tx) =>
        first(
          tx,
          sql`update identity.one_time_codes set used_at = ${actor.now} where id = ${counted.id} and used_at is null
            and code_hash = ${codeHash(keys.secrets, [input.purpose, input.phone, input.code])} returning id`,
        ),
      )
    : undefined;
  if (!used || !counted) {
    const isOver = counted ? counted.tries >= MAX_TRIES : await hasNoTries(db, actor, input);
    throw fail(isOver ? errors.code_tries_over : errors.code_wrong);
  }
  return { proof: await keys.tokens.sign(`proof:${input.purpose}`, input.phone, counted.id, actor.now) };
}

/** A code in force whose tries are used up: only a new one helps. It says nothing of accounts: every number has codes. */
async function hasNoTries(db: Db, actor: Actor, { phone, purpose }: Verify): Promise<boolean> {
  const latest = await first<{ over: boolean }>(
    db,
    sql`select used_at is null and expires_at > ${actor.now} and tries >= ${MAX_TRIES} as over
      from identity.one_time_codes where phone = ${phone} and purpose = ${purpose} and replaced_at is null
      order by issued_at desc limit 1`,
  );
  return latest?.over === true;
}

type Proof = { phone: string; purpose: CodePurpose; proof: string };

/** Refuses as spendProof does, and leaves the proof as it is: for a question between the code and its use. */
export async function requireProof(db: Db, keys: Keys, actor: Actor, input: Proof): Promise<void> {
  const claims = await keys.tokens.verify(`proof:${input.purpose}`, input.proof, actor.now);
  if (!claims || claims.sub !== input.phone) throw fail(errors.proof_invalid);
  const good = await first(
    db,
    sql`select true as good from identity.one_time_codes
      where id = ${claims.sid} and used_at > ${actor.now}::timestamptz - interval '10 minutes' and replaced_at is null`,
  );
  if (!good) throw fail(errors.proof_invalid);
}

/** Uses a proof up; refuses one that is for another phone or purpose, too old, or used before. */
export async function spendProof(tx: Tx, keys: Keys, actor: Actor, input: Proof): Promise<void> {
  const claims = await keys.tokens.verify(`proof:${input.purpose}`, input.proof, actor.now);
  if (!claims || claims.sub !== input.phone) throw fail(errors.proof_invalid);
  const spent = await first(
    tx,
    sql`update identity.one_time_codes set replaced_at = ${actor.now}
      where id = ${claims.sid} and used_at > ${actor.now}::timestamptz - interval '10 minutes' and replaced_at is null
      returning id`,
  );
  if (!spent) throw fail(errors.proof_invalid);
}
