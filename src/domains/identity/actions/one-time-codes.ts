/**
 * One-time codes: six digits, ten minutes, five tries that are counted before the code is looked at, single use,
 * bound to phone and purpose; a new code ends the one before (G33). A right code is exchanged for a proof.
 */
import { randomInt } from 'node:crypto';
import type { Actor } from '#platform/actor.ts';
import { type Db, first, one, sql, type Tx, transaction } from '#platform/db.ts';
import { enqueueMessage } from '#platform/outbox.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { type CodePurpose, errors } from '../contract.ts';
import { codeTexts } from '../message-texts.ts';
import { codeHash } from '../tokens.ts';
import type { Keys } from './open-session.ts';

const LIFE_SECONDS = 600;
const RESEND_SECONDS = 60;
const MAX_TRIES = 5;
/** Codes per phone in 15 minutes (guarantees §5.5). */
const MAX_REQUESTS = 3;

type Request = { phone: string; purpose: CodePurpose; language: 'en' | 'bn' };

/** Sends a code. An unknown number asking for a reset gets the same answer and no message. */
export async function requestCode(tx: Tx, keys: Keys, actor: Actor, input: Request) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code ${input.phone}`}, 0))`.execute(tx);
  const { recent } = await one<{ recent: number }>(
    tx,
    sql`select count(*) as recent from identity.one_time_codes
      where phone = ${input.phone} and issued_at > ${actor.now}::timestamptz - interval '15 minutes'`,
  );
  if (recent >= MAX_REQUESTS) throw fail(commonErrors.too_many_requests, { seconds: 900 });
  await sql`update identity.one_time_codes set replaced_at = ${actor.now}
    where phone = ${input.phone} and purpose = ${input.purpose} and used_at is null and replaced_at is null`.execute(
    tx,
  );
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into identity.one_time_codes (purpose, phone, code_hash, issued_at, expires_at)
      values (${input.purpose}, ${input.phone}, ${codeHash(keys.secrets, [input.purpose, input.phone, code])}, ${actor.now},
        ${new Date(actor.now.getTime() + LIFE_SECONDS * 1000)}) returning id`,
  );
  if (await wanted(tx, input)) {
    await enqueueMessage(tx, {
      event: `one-time-code:${id}`,
      channel: 'sms',
      recipient: input.phone,
      language: input.language,
      expiresAt: new Date(actor.now.getTime() + LIFE_SECONDS * 1000),
      secret: true,
      text: codeTexts[input.language](code, LIFE_SECONDS / 60),
    });
  }
  return { expiresInSeconds: LIFE_SECONDS, resendAfterSeconds: RESEND_SECONDS };
}

/** A reset goes to known accounts only; a registration to unknown numbers only. Nobody sees the difference. */
async function wanted(tx: Tx, input: Request): Promise<boolean> {
  const known = await first(
    tx,
    sql`select 1 from identity.users where phone = ${input.phone} and status = 'active'`,
  );
  return input.purpose === 'password-reset' ? known !== undefined : known === undefined;
}

type Verify = { phone: string; purpose: CodePurpose; code: string };

/** Exchanges a right code for a proof of ten minutes. The try is counted in its own transaction first. */
export async function verifyCode(
  db: Db,
  keys: Keys,
  actor: Actor,
  input: Verify,
): Promise<{ proof: string }> {
  const counted = await first<{ id: string }>(
    db,
    sql`update identity.one_time_codes set tries = tries + 1
      where id = (
        select id from identity.one_time_codes where phone = ${input.phone} and purpose = ${input.purpose}
          and replaced_at is null order by issued_at desc limit 1
      ) and used_at is null and expires_at > ${actor.now} and tries < ${MAX_TRIES} returning id`,
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
  if (!used || !counted) throw fail(errors.code_wrong);
  return { proof: await keys.tokens.sign(`proof:${input.purpose}`, input.phone, counted.id, actor.now) };
}

/** Uses a proof up; refuses one that is for another phone or purpose, too old, or used before. */
export async function spendProof(
  tx: Tx,
  keys: Keys,
  actor: Actor,
  input: { phone: string; purpose: CodePurpose; proof: string },
): Promise<void> {
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
