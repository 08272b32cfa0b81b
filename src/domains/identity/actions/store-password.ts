import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { notifyEach } from '#platform/messages/inbox.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { hashPassword } from '../passwords.rules.ts';
import { triesOf } from '../tries.ts';
import { spendProof } from './check-one-time-code.ts';
import { forgetTries } from './count-try.ts';
import { endSessionsOf, type Keys } from './open-session.ts';
import { requireGoodPassword } from './require-password.ts';

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

type StoredPassword = { userId: string; password: string; except: string | null };
