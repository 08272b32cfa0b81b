/** Making accounts, changing one's own profile, resetting a forgotten password, ending own sessions. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { notifyEach } from '#platform/messages/inbox.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors, type StoredProfile } from '../contract.ts';
import { hashPassword } from '../passwords.rules.ts';
import { getProfile } from '../queries.ts';
import { spendProof } from './one-time-codes.ts';
import { endSession, endSessionsOf, type Keys } from './open-session.ts';
import { requireGoodPassword } from './require-password.ts';
import { forgetTries, triesOf } from './tries.ts';

export type NewUser = {
  role: string;
  name: string;
  email?: string | undefined;
  phone?: string | undefined;
  password: string;
  language?: 'en' | 'bn';
  consumerId?: string;
};

/** Creates an account that can sign in at once. Unique e-mail and phone are the database's to check. */
export async function createUser(tx: Tx, actor: Actor, input: NewUser): Promise<{ id: string }> {
  await requireGoodPassword(tx, input.password, {
    role: input.role,
    about: [input.name, input.email, input.phone],
  });
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into identity.users (role_id, name, email, phone, password_hash, language, consumer_id)
      select r.id, ${input.name}, ${input.email ?? null}, ${input.phone ?? null}, ${await hashPassword(input.password)},
        ${input.language ?? 'en'}, ${input.consumerId ?? null}::uuid
      from roles.roles r where r.code = ${input.role} returning id`,
  );
  await audit(tx, actor, {
    action: 'user.create',
    object: 'user',
    objectId: id,
    after: { name: input.name, email: input.email, phone: input.phone, role: input.role },
  });
  return { id };
}

type ProfileFields = {
  name: string;
  language: 'en' | 'bn';
  theme: 'light' | 'dark' | 'system';
  version: number;
};

export async function editProfile(tx: Tx, actor: Actor, input: ProfileFields): Promise<StoredProfile> {
  const userId = String(actor.userId);
  const before = await getProfile(tx, userId);
  const changed = await first(
    tx,
    sql`update identity.users set name = ${input.name}, language = ${input.language},
        theme = ${input.theme}, version = version + 1
      where id = ${userId} and version = ${input.version} returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  await audit(tx, actor, {
    action: 'user.profile',
    object: 'user',
    objectId: userId,
    before: { name: before.name, language: before.language, theme: before.theme },
    after: { name: input.name, language: input.language, theme: input.theme },
  });
  return getProfile(tx, userId);
}

type Appearance = { language?: 'en' | 'bn' | undefined; theme?: 'light' | 'dark' | 'system' | undefined };

/** The account's version stays: a form that is open may still be saved. */
export async function saveAppearance(tx: Tx, actor: Actor, input: Appearance): Promise<{ done: true }> {
  const userId = String(actor.userId);
  const { language, theme } = await getProfile(tx, userId);
  const after = { language: input.language ?? language, theme: input.theme ?? theme };
  await execute(
    tx,
    sql`update identity.users set language = ${after.language}, theme = ${after.theme} where id = ${userId}`,
  );
  await audit(tx, actor, {
    action: 'user.profile',
    object: 'user',
    objectId: userId,
    before: { language, theme },
    after,
  });
  return { done: true };
}

/**
 * Sets a new password for the consumer's account of a proven phone; all its sessions end. Staff are let in by a link to
 * their e-mail or by an administrator, never by an SMS alone.
 */
export async function resetPassword(
  tx: Tx,
  keys: Keys,
  actor: Actor,
  input: { phone: string; proof: string; password: string },
): Promise<{ done: true }> {
  await spendProof(tx, keys, actor, { phone: input.phone, proof: input.proof, purpose: 'password-reset' });
  const user = await first<{ id: string; role: string; name: string; email: string | null }>(
    tx,
    sql`select u.id, r.code as role, u.name, u.email from identity.users u join roles.roles r on r.id = u.role_id
      where u.phone = ${input.phone} and u.status = 'active' and u.consumer_id is not null for update of u`,
  );
  if (!user) throw fail(errors.proof_invalid);
  await requireGoodPassword(tx, input.password, { ...user, about: [user.name, user.email, input.phone] });
  await storePassword(tx, actor, { userId: user.id, password: input.password, except: null });
  return { done: true };
}

type StoredPassword = { userId: string; password: string; except: string | null };

/** Stores a password; all sessions but one end, and so does a lock: the owner gets in by a reset (G31). */
export async function storePassword(tx: Tx, actor: Actor, input: StoredPassword): Promise<void> {
  await execute(
    tx,
    sql`update identity.users set password_hash = ${await hashPassword(input.password)}, version = version + 1
    where id = ${input.userId}`,
  );
  await forgetTries(tx, triesOf.password(input.userId), triesOf.ownPassword(input.userId));
  await endSessionsOf(tx, {
    userId: input.userId,
    except: input.except,
    reason: 'password changed',
    now: actor.now,
  });
  await audit(tx, actor, { action: 'user.password', object: 'user', objectId: input.userId });
  await notifyEach(
    tx,
    actor,
    'identity.password_changed',
    sql`select ${input.userId}::uuid as user_id, ${actor.now.toISOString()}::text as occasion, '/profile' as path,
      '{}'::jsonb as params`,
  );
}

/** Signs one of the own sessions out. */
export async function endOwnSession(tx: Tx, actor: Actor, id: string): Promise<{ done: true }> {
  const own = await first(
    tx,
    sql`select 1 from identity.sessions where id = ${id} and user_id = ${actor.userId}`,
  );
  if (!own) throw fail(commonErrors.not_found);
  await endSession(tx, { sessionId: id, reason: 'ended by its owner', now: actor.now });
  await audit(tx, actor, { action: 'session.end', object: 'session', objectId: id });
  return { done: true };
}

/** Signs out everywhere: of all other devices, or of this one too. */
export async function endOwnSessions(
  tx: Tx,
  actor: Actor,
  which: 'others' | 'all',
): Promise<{ ended: number }> {
  const ended = await endSessionsOf(tx, {
    userId: String(actor.userId),
    except: which === 'others' ? actor.sessionId : null,
    reason: 'ended by its owner',
    now: actor.now,
  });
  await audit(tx, actor, {
    action: 'session.end',
    object: 'user',
    objectId: String(actor.userId),
    after: { which, ended },
  });
  return { ended };
}
