/** The password of somebody who is signed in: asked again before what a stolen session must not do, and changed. */
import type { Actor } from '#platform/actor.ts';
import { type Db, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { passwordMatches } from '../passwords.rules.ts';
import { triesOf } from '../tries.ts';
import { countTry, forgetTries } from './count-try.ts';
import { requireGoodPassword } from './require-password.ts';
import { storePassword } from './store-password.ts';

type Asked = { password: string; field: 'password' | 'oldPassword' };

/** A password that was right, as it was stored: what follows asks in its own transaction whether it is the password still. */
type Proved = { hash: string | null; field: Asked['field'] };

/** Counts the try before the password is looked at; guesses here do not lock the sign-in. */
export async function requireOwnPassword(db: Db, actor: Actor, { password, field }: Asked): Promise<Proved> {
  const tries = triesOf.ownPassword(String(actor.userId));
  const isAllowed = await countTry(db, tries, actor.now);
  const { password_hash } = await one<{ password_hash: string | null }>(
    db,
    sql`select password_hash from identity.users where id = ${actor.userId}`,
  );
  const isRight = await passwordMatches(password, password_hash);
  const { code } = errors.wrong_password;
  if (!isRight || !isAllowed) throw fail(errors.wrong_password, {}, [{ path: field, code }]);
  await forgetTries(db, tries);
  return { hash: password_hash, field };
}

/**
 * Locks the account. Between the password and the change the owner may have set another one, or ended this session: the change would
 * undo what they did against somebody who has both.
 */
export async function requireStillProved(tx: Tx, actor: Actor, { hash, field }: Proved): Promise<void> {
  const same = await first(
    tx,
    sql`select from identity.users where id = ${actor.userId} and password_hash is not distinct from ${hash} for update`,
  );
  const { code } = errors.wrong_password;
  if (!same) throw fail(errors.wrong_password, {}, [{ path: field, code }]);
  await requireOpenSession(tx, actor);
}

/**
 * For what opens or closes a way into the account: the caller has locked the account. Who ends the session waits until this is
 * committed; if they were faster, this waits for them and is refused.
 */
export async function requireOpenSession(tx: Tx, actor: Actor): Promise<void> {
  const open = await first(
    tx,
    sql`select from identity.sessions where id = ${actor.sessionId}::uuid and ended_at is null for share`,
  );
  if (!open) throw fail(commonErrors.not_signed_in);
}

type Change = { oldPassword: string; password: string };
type User = { role: string; name: string; email: string | null; phone: string | null };

/** A person changes their own password; every other session of theirs ends. */
export async function changePassword(db: Db, actor: Actor, input: Change): Promise<{ done: true }> {
  const proved = await requireOwnPassword(db, actor, { password: input.oldPassword, field: 'oldPassword' });
  return transaction(db, async (tx) => {
    await requireStillProved(tx, actor, proved);
    const userId = String(actor.userId);
    const { role, name, email, phone } = await one<User>(
      tx,
      sql`select r.code as role, u.name, u.email, u.phone from identity.users u join roles.roles r on r.id = u.role_id
        where u.id = ${userId} for update of u`,
    );
    await requireGoodPassword(tx, input.password, { role, about: [name, email, phone] });
    await storePassword(tx, actor, { userId, password: input.password, except: actor.sessionId });
    return { done: true };
  });
}
