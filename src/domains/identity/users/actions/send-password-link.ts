/**
 * Links by which staff choose their own password: 256 random bits of which only the hash is kept, one in force
 * per account, used once. They leave through the outbox, never through an answer, so that no administrator can
 * use one.
 */
import { mailText, smsText, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { fail } from '#shared/errors.ts';
import { lockAccountOf } from '../../account-queries.ts';
import { requireGoodPassword } from '../../actions/require-password.ts';
import { storePassword } from '../../actions/store-password.ts';
import { errors } from '../../contract.ts';
import { messages } from '../../message-texts.ts';
import { getProfile } from '../../queries.ts';
import { newRefreshToken, refreshTokenHash } from '../../tokens.ts';
import { getStoredUser } from '../queries.ts';
import { requireRole } from './require-role.ts';

const LIFE_HOURS = 48;

export type LinkContext = { publicUrl: string };

type Recipient = { email: string | null; phone: string | null; language: 'en' | 'bn'; isStaff: boolean };

/**
 * Sends a link; links sent before end. Staff who have an e-mail get it there only: a stolen phone must not open their
 * account. Consumers get it by mail and SMS, as far as there is an address.
 */
export async function sendLink(tx: Tx, actor: Actor, context: LinkContext, userId: string): Promise<void> {
  const token = newRefreshToken();
  const expiresAt = new Date(actor.now.getTime() + LIFE_HOURS * 3_600_000);
  await execute(
    tx,
    sql`update identity.one_time_links set replaced_at = ${actor.now}
    where user_id = ${userId} and used_at is null and replaced_at is null`,
  );
  await execute(
    tx,
    sql`insert into identity.one_time_links (token_hash, user_id, issued_at, expires_at)
    values (${refreshTokenHash(token)}, ${userId}, ${actor.now}, ${expiresAt})`,
  );
  const user = await one<Recipient>(
    tx,
    sql`select email, phone, language, consumer_id is null as "isStaff" from identity.users where id = ${userId}`,
  );
  const speaker = await speakerFor(tx, user.language);
  const facts = {
    link: `${context.publicUrl}/user/choose-password#${token}`,
    hours: speaker.write.digits(String(LIFE_HOURS)),
  };
  const { passwordLink } = messages;
  const recipients = [
    ...(user.email
      ? [{ channel: 'email' as const, recipient: user.email, ...mailText(speaker, passwordLink, facts) }]
      : []),
    ...(user.phone && !(user.isStaff && user.email)
      ? [{ channel: 'sms' as const, recipient: user.phone, text: smsText(speaker, passwordLink, facts) }]
      : []),
  ];
  for (const to of recipients) {
    await enqueueMessage(tx, {
      ...to,
      event: `identity.password-link:${refreshTokenHash(token).toString('hex')}`,
      language: speaker.language,
      expiresAt,
      secret: true,
    });
  }
  await audit(tx, actor, { action: 'user.password-link', object: 'user', objectId: userId });
}

/** Sends a new link for an account that grants no more than the actor has. */
export async function sendLinkTo(
  tx: Tx,
  actor: Actor,
  context: LinkContext,
  id: string,
): Promise<{ done: true }> {
  const user = await getStoredUser(tx, id);
  await requireRole(tx, actor, user.role);
  if (user.status !== 'active') throw fail(errors.user_inactive);
  await sendLink(tx, actor, context, id);
  return { done: true };
}

/** Chooses a password with a link; a refused password leaves the link good. */
export async function resetPasswordByLink(
  tx: Tx,
  actor: Actor,
  input: { token: string; password: string },
): Promise<{ done: true }> {
  const hash = refreshTokenHash(input.token);
  await lockAccountOf(tx, sql`identity.one_time_links`, hash);
  const used = await first<{ user_id: string }>(
    tx,
    sql`update identity.one_time_links l set used_at = ${actor.now}
      from identity.users u where u.id = l.user_id and u.status = 'active'
        and l.token_hash = ${hash} and l.used_at is null and l.replaced_at is null
        and l.expires_at > ${actor.now} returning l.user_id`,
  );
  if (!used) throw fail(errors.link_invalid);
  // Staff and consumers alike.
  const user = await getProfile(tx, used.user_id);
  await requireGoodPassword(tx, input.password, { ...user, about: [user.name, user.email, user.phone] });
  await storePassword(tx, actor, { userId: user.id, password: input.password, except: null });
  return { done: true };
}
