/**
 * Sends a one-time code: six digits, ten minutes, bound to phone and purpose; a new code ends the one before (G33).
 */
import { speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { CODES_FOR_PHONE } from '#platform/limits.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { digitCode } from '#platform/secrets/digit-code.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { CodePurpose } from '../contract.ts';
import { codeText } from '../message-texts.ts';
import { codeHash } from '../tokens.ts';
import { sendLink } from '../users/actions/send-password-link.ts';
import type { KeptPurpose } from './check-one-time-code.ts';
import type { Keys } from './open-session.ts';

const LIFE_SECONDS = 600;
const RESEND_SECONDS = 60;

/** Without a language: the one that the phone's account is kept in. */
type Request = {
  phone: string;
  purpose: CodePurpose;
  language?: 'en' | 'bn' | undefined;
  /** Of the page that the code is typed into. */
  publicUrl: string;
};

type Issued = { id: string; code: string; expiresAt: Date; answer: typeof codeAnswer };

const codeAnswer = { expiresInSeconds: LIFE_SECONDS, resendAfterSeconds: RESEND_SECONDS };

/** Makes a code within the limits of the phone; the one before for the same purpose ends. */
export async function issueCode(
  tx: Tx,
  keys: Keys,
  actor: Actor,
  { phone, purpose }: { phone: string; purpose: KeptPurpose },
): Promise<Issued> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`code ${phone}`}, 0))`);
  await refuseTooMany(tx, actor, phone);
  await execute(
    tx,
    sql`update identity.one_time_codes set replaced_at = ${actor.now}
    where phone = ${phone} and purpose = ${purpose} and used_at is null and replaced_at is null`,
  );
  const code = digitCode();
  const expiresAt = new Date(actor.now.getTime() + LIFE_SECONDS * 1000);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into identity.one_time_codes (purpose, phone, code_hash, issued_at, expires_at)
      values (${purpose}, ${phone}, ${codeHash(keys.secrets, [purpose, phone, code])}, ${actor.now}, ${expiresAt})
      returning id`,
  );
  return { id, code, expiresAt, answer: codeAnswer };
}

/** The SMS with the code. */
export async function sendCode(
  tx: Tx,
  { id, code, expiresAt }: Issued,
  { phone, language, publicUrl }: { phone: string; language: 'en' | 'bn' | undefined; publicUrl: string },
): Promise<void> {
  const speaker = await speakerFor(tx, language);
  await enqueueMessage(tx, {
    event: `one-time-code:${id}`,
    channel: 'sms',
    recipient: phone,
    language: speaker.language,
    expiresAt,
    secret: true,
    text: codeText(speaker, { code, minutes: LIFE_SECONDS / 60, publicUrl }),
  });
}

/**
 * Sends a code. An unknown number asking for a reset gets the same answer and no message; a member of staff gets the link
 * by e-mail instead, because a code by SMS resets no account of theirs.
 */
export async function requestCode(tx: Tx, keys: Keys, actor: Actor, input: Request) {
  const issued = await issueCode(tx, keys, actor, input);
  const account = await accountOf(tx, input.phone);
  // A reset goes to known accounts only; a registration to unknown numbers only. Nobody sees the difference.
  if (input.purpose === 'password-reset' && account?.isStaff) {
    if (account.email) await sendLink(tx, actor, input, account.id);
  } else if ((input.purpose === 'password-reset') === (account !== undefined)) {
    const { phone, publicUrl } = input;
    await sendCode(tx, issued, { phone, publicUrl, language: input.language ?? account?.language });
  }
  return issued.answer;
}

/** Says after how many seconds the oldest of too many codes no longer counts. */
async function refuseTooMany(tx: Tx, actor: Actor, phone: string): Promise<void> {
  for (const { seconds, points } of CODES_FOR_PHONE) {
    const full = await first<{ wait: number }>(
      tx,
      sql`select ceil(${seconds}::int - extract(epoch from ${actor.now}::timestamptz - issued_at))::int as wait
        from identity.one_time_codes
        where phone = ${phone} and issued_at > ${actor.now}::timestamptz - make_interval(secs => ${seconds}::int)
        order by issued_at desc offset ${points - 1} limit 1`,
    );
    if (full) throw fail(commonErrors.too_many_requests, { seconds: Math.max(full.wait, 1) });
  }
}

type Owner = { id: string; language: 'en' | 'bn'; email: string | null; isStaff: boolean };

function accountOf(tx: Tx, phone: string): Promise<Owner | undefined> {
  return first(
    tx,
    sql`select id, language, email, consumer_id is null as "isStaff" from identity.users
      where phone = ${phone} and status = 'active'`,
  );
}
