/**
 * The phone is a login: nobody gets one whose messages they cannot read. A new one counts when the code that was sent to
 * it is given; until then the old one stays. Whether a number belongs to somebody else is told to that person only.
 */
import { smsText, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { PHONE_CODES } from '#platform/limits.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import {
  requireOpenSession,
  requireOwnPassword,
  requireStillProved,
} from '../actions/change-own-password.ts';
import { takeCode } from '../actions/check-one-time-code.ts';
import type { Keys } from '../actions/open-session.ts';
import { issueCode, sendCode } from '../actions/request-code.ts';
import { type Contact, tellContact } from '../actions/tell-person.ts';
import { errors } from '../contract.ts';
import { messages } from '../message-texts.ts';
import type { PhoneFollower } from './phone-follower.ts';

type Person = Contact & { consumerId: string | null };

/** A code is bound to the account, too: nobody takes a number by the code that somebody else asked for. */
const purposeOf = (userId: string): `own-phone ${string}` => `own-phone ${userId}`;

const personOf = (tx: Tx, userId: string): Promise<Person> =>
  one(
    tx,
    sql`select email, phone, language, consumer_id as "consumerId" from identity.users where id = ${userId} for update`,
  );

type Asked = { phone: string; password: string; publicUrl: string };

/** Sends the code; of a number that another account has, its owner hears that somebody wanted it. */
export async function changePhone(db: Db, keys: Keys, actor: Actor, { phone, password, publicUrl }: Asked) {
  const userId = String(actor.userId);
  const proved = await requireOwnPassword(db, actor, { password, field: 'password' });
  return transaction(db, async (tx) => {
    await requireStillProved(tx, actor, proved);
    const { language } = await personOf(tx, userId);
    await refuseTooMany(tx, actor, userId);
    const issued = await issueCode(tx, keys, actor, { phone, purpose: purposeOf(userId) });
    const owner = await first<{ language: 'en' | 'bn' }>(
      tx,
      sql`select language from identity.users where phone = ${phone}`,
    );
    if (owner) {
      const speaker = await speakerFor(tx, owner.language);
      await enqueueMessage(tx, {
        event: `identity.phone-taken:${issued.id}`,
        channel: 'sms',
        recipient: phone,
        language: speaker.language,
        text: smsText(speaker, messages.phoneTaken, {}),
      });
    } else await sendCode(tx, issued, { phone, language, publicUrl });
    await audit(tx, actor, { action: 'user.phone-ask', object: 'user', objectId: userId, after: { phone } });
    return issued.answer;
  });
}

async function refuseTooMany(tx: Tx, actor: Actor, userId: string): Promise<void> {
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*) as count from identity.one_time_codes
      where purpose = ${purposeOf(userId)} and purpose like 'own-phone %'
        and issued_at > ${actor.now}::timestamptz - make_interval(secs => ${PHONE_CODES.seconds}::int)`,
  );
  if (count >= PHONE_CODES.points) {
    throw fail(commonErrors.too_many_requests, { seconds: PHONE_CODES.seconds });
  }
}

type Confirmed = { phone: string; code: string };

/** Uses the code up and changes the phone, in one transaction with those that follow it. */
export async function confirmPhone(
  db: Db,
  { keys, followers }: { keys: Keys; followers: readonly PhoneFollower[] },
  actor: Actor,
  { phone, code }: Confirmed,
): Promise<{ done: true }> {
  const userId = String(actor.userId);
  await takeCode(db, keys, actor, { phone, code, purpose: purposeOf(userId) }, async (tx, codeId) => {
    const before = await personOf(tx, userId);
    await requireOpenSession(tx, actor);
    // Somebody else may have taken the number meanwhile: who has its code is told no more than that it is wrong.
    const changed = await first(
      tx,
      sql`update identity.users u set phone = ${phone}, version = version + 1 where id = ${userId}
        and not exists (select from identity.users o where o.phone = ${phone} and o.id <> u.id) returning id`,
    );
    if (!changed) throw fail(errors.code_wrong);
    await audit(tx, actor, {
      action: 'user.phone',
      object: 'user',
      objectId: userId,
      before: { phone: before.phone },
      after: { phone },
    });
    const { consumerId } = before;
    if (consumerId && before.phone) {
      for (const follow of followers) await follow(tx, actor, { consumerId, from: before.phone, to: phone });
    }
    await tellContact(tx, before, 'phoneChanged', codeId);
  });
  return { done: true };
}
