/**
 * The e-mail is a login: nobody gets one that they cannot read. A new one counts when the link that was sent to it is
 * used; until then the old one stays. Whether an address belongs to somebody else is told to that person only.
 */
import { mailText, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { EMAIL_LINKS } from '#platform/limits.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { lockAccountOf } from '../account-queries.ts';
import { requireOwnPassword, requireStillProved } from '../actions/change-own-password.ts';
import { type Contact, tellContact } from '../actions/tell-person.ts';
import { errors } from '../contract.ts';
import { messages } from '../message-texts.ts';
import { newRefreshToken, refreshTokenHash } from '../tokens.ts';

const LIFE_HOURS = 24;

export type LinkContext = { publicUrl: string };
type Asked = { userId: string; email: string; publicUrl: string };
const personOf = (tx: Tx, userId: string): Promise<Contact> =>
  one(tx, sql`select email, phone, language from identity.users where id = ${userId} for update`);

type Change = { email: string | null; password: string };

export async function changeEmail(
  db: Db,
  actor: Actor,
  { publicUrl }: LinkContext,
  { email, password }: Change,
): Promise<{ done: true }> {
  const userId = String(actor.userId);
  const proved = await requireOwnPassword(db, actor, { password, field: 'password' });
  await transaction(db, async (tx) => {
    await requireStillProved(tx, actor, proved);
    if (email === null) await removeEmail(tx, actor, userId);
    else await askForEmail(tx, actor, { userId, email, publicUrl });
  });
  return { done: true };
}

/** Sends the link; of an address that another account has, its owner hears that somebody wanted it. */
export async function askForEmail(tx: Tx, actor: Actor, { userId, email, publicUrl }: Asked): Promise<void> {
  const person = await personOf(tx, userId);
  await refuseTooMany(tx, actor, userId);
  const token = newRefreshToken();
  const hash = refreshTokenHash(token);
  const expiresAt = new Date(actor.now.getTime() + LIFE_HOURS * 3_600_000);
  const owner = await first<{ id: string; language: 'en' | 'bn' }>(
    tx,
    sql`select id, language from identity.users where lower(email) = ${email}`,
  );
  await endLinks(tx, actor, userId);
  await execute(
    tx,
    sql`insert into identity.email_changes (token_hash, user_id, email, issued_at, expires_at, replaced_at)
    values (${hash}, ${userId}, ${email}, ${actor.now}, ${expiresAt}, ${owner ? actor.now : null})`,
  );
  const speaker = await speakerFor(tx, owner?.language ?? person.language);
  const link = `${publicUrl}/user/confirm-email#${token}`;
  const hours = speaker.write.digits(String(LIFE_HOURS));
  await enqueueMessage(tx, {
    ...(owner
      ? mailText(speaker, messages.addressTaken, {})
      : mailText(speaker, messages.emailLink, { link, hours })),
    language: speaker.language,
    event: `identity.email:${hash.toString('hex')}`,
    channel: 'email',
    recipient: email,
    ...(owner ? {} : { expiresAt, secret: true }),
  });
  if (person.email) await tellContact(tx, person, 'emailAsked', hash.toString('hex'));
  await audit(tx, actor, { action: 'user.email-ask', object: 'user', objectId: userId, after: { email } });
}

async function refuseTooMany(tx: Tx, actor: Actor, userId: string): Promise<void> {
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*) as count from identity.email_changes
      where user_id = ${userId} and issued_at > ${actor.now}::timestamptz - make_interval(secs => ${EMAIL_LINKS.seconds}::int)`,
  );
  if (count >= EMAIL_LINKS.points) {
    throw fail(commonErrors.too_many_requests, { seconds: EMAIL_LINKS.seconds });
  }
}

/** Uses the link up. The person hears of it at the old address or, if there was none, by SMS. */
export async function confirmEmail(tx: Tx, actor: Actor, token: string): Promise<{ done: true }> {
  const hash = refreshTokenHash(token);
  await lockAccountOf(tx, sql`identity.email_changes`, hash);
  const asked = await first<{ user_id: string; email: string }>(
    tx,
    sql`update identity.email_changes e set used_at = ${actor.now}
      from identity.users u where u.id = e.user_id and u.status = 'active'
        and e.token_hash = ${hash} and e.used_at is null and e.replaced_at is null
        and e.expires_at > ${actor.now} returning e.user_id, e.email`,
  );
  if (!asked) throw fail(errors.link_invalid);
  const { user_id: userId, email } = asked;
  const before = await personOf(tx, userId);
  // Somebody else may have taken the address meanwhile: the one who reads its mail is told no more than that it is over.
  const changed = await first(
    tx,
    sql`update identity.users u set email = ${email}, version = version + 1 where id = ${userId}
      and not exists (select from identity.users o where lower(o.email) = ${email} and o.id <> u.id) returning id`,
  );
  if (!changed) throw fail(errors.link_invalid);
  // Nobody is signed in: who reads the new address acts for the account.
  await audit(
    tx,
    { ...actor, userId },
    {
      action: 'user.email',
      object: 'user',
      objectId: userId,
      before: { email: before.email },
      after: { email },
    },
  );
  await tellContact(tx, before, 'emailChanged', `${userId}:${hash.toString('hex')}`);
  return { done: true };
}

async function removeEmail(tx: Tx, actor: Actor, userId: string): Promise<void> {
  const before = await personOf(tx, userId);
  if (before.phone === null) {
    throw fail(commonErrors.invalid_input, {}, [{ path: 'email', code: 'common.required' }]);
  }
  await execute(tx, sql`update identity.users set email = null, version = version + 1 where id = ${userId}`);
  await audit(tx, actor, {
    action: 'user.email-remove',
    object: 'user',
    objectId: userId,
    before: { email: before.email },
    after: { email: null },
  });
  if (before.email) await tellContact(tx, before, 'emailChanged', `${userId}:${actor.requestId}`);
}

async function endLinks(tx: Tx, actor: Actor, userId: string): Promise<void> {
  await execute(
    tx,
    sql`update identity.email_changes set replaced_at = ${actor.now}
    where user_id = ${userId} and used_at is null and replaced_at is null`,
  );
}
