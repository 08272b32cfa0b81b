/** The password of somebody who is signed in: asked again before what a stolen session must not do, and changed. */
import type { Actor } from '#platform/actor.ts';
import { type Db, one, sql, transaction } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { passwordMatches } from '../passwords.rules.ts';
import { triesOf } from '../tries.ts';
import { countTry, forgetTries } from './count-try.ts';
import { requireGoodPassword } from './require-password.ts';
import { storePassword } from './store-password.ts';

type Asked = { password: string; field: 'password' | 'oldPassword' };

/** Counts the try before the password is looked at; guesses here do not lock the sign-in. */
export async function requireOwnPassword(db: Db, actor: Actor, { password, field }: Asked): Promise<void> {
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
}

type Change = { oldPassword: string; password: string };
type User = { role: string; name: string; email: string | null; phone: string | null };

/** A person changes their own password; every other session of theirs ends. */
export async function changePassword(db: Db, actor: Actor, input: Change): Promise<{ done: true }> {
  await requireOwnPassword(db, actor, { password: input.oldPassword, field: 'oldPassword' });
  return transaction(db, async (tx) => {
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
