/**
 * Signing in and out. A try is counted before the password is looked at; unknown, wrong, locked and disabled
 * accounts get the same answer after the same work (G31, G32).
 */

import type { Actor } from '#platform/actor.ts';
import { type Db, transaction } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { normalisePhone } from '#shared/phone.ts';
import { findAccount, lockUnchanged } from '../account-queries.ts';
import { errors } from '../contract.ts';
import { passwordMatches } from '../passwords.rules.ts';
import { errors as sessionErrors } from '../session/contract.ts';
import { triesOf } from '../tries.ts';
import { SIGNED_OUT } from '../users/account-actor.ts';
import { passFirstStep, type SignInAnswer } from './complete-sign-in.ts';
import { countTry, forgetTries } from './count-try.ts';
import { logSignIn, type Refused } from './log-sign-in.ts';
import { type Authentication, endSession, type Keys, rotateSession } from './open-session.ts';

type SignIn = { login: string; password: string; device: string };

export async function signIn(db: Db, keys: Keys, actor: Actor, input: SignIn): Promise<SignInAnswer> {
  const login = normalisePhone(input.login) ?? input.login.toLowerCase();
  const account = await findAccount(db, login);
  // An account has two logins and one count.
  const tries = account ? triesOf.password(account.id) : triesOf.unknown(login);
  const isAllowed = await countTry(db, tries, actor.now);
  const isRight = await passwordMatches(input.password, account?.password_hash ?? null);
  const { device } = input;
  const answer =
    account?.status === 'active' && isRight && isAllowed
      ? await transaction(db, async (tx) => {
          if (!(await lockUnchanged(tx, account))) return undefined;
          await forgetTries(tx, tries);
          return passFirstStep(tx, keys, actor, { account, device, login, method: 'password' });
        })
      : undefined;
  if (answer) return answer;
  const userId = account?.id ?? null;
  const reason = refusedBecause({ account, isAllowed, isRight });
  await logSignIn(db, actor, { userId, login, action: 'login', succeeded: false, device, reason });
  throw fail(errors.wrong_credentials);
}

type Tried = { account: { status: string } | undefined; isAllowed: boolean; isRight: boolean };

function refusedBecause({ account, isAllowed, isRight }: Tried): Refused {
  if (!account) return 'unknown_account';
  if (!isAllowed) return 'locked';
  // A password that was right a moment ago and is another one now is a wrong one.
  return isRight && account.status !== 'active' ? 'disabled' : 'wrong_password';
}

/** New tokens for a refresh token; the end of a stolen session is committed before the refusal. */
export async function refresh(
  db: Db,
  keys: Keys,
  actor: Actor,
  input: { refreshToken: string; device: string },
): Promise<Authentication> {
  const result = await transaction(db, async (tx) => {
    const rotated = await rotateSession(tx, keys, { refreshToken: input.refreshToken, now: actor.now });
    if (rotated && 'reuse' in rotated) {
      await logSignIn(tx, actor, {
        userId: rotated.reuse,
        login: '',
        action: 'refresh_reuse',
        succeeded: false,
        device: input.device,
      });
    }
    return rotated;
  });
  // Outside the 403 interceptor, so that nothing is tried again.
  if (!result || 'reuse' in result) throw fail(sessionErrors.session_over);
  return result;
}

/** Ends the session that an access token names, also an expired one: its refresh token may still be good (G30). */
export async function signOut(
  db: Db,
  keys: Keys,
  actor: Actor,
  input: { accessToken: string; device: string },
): Promise<{ done: true }> {
  const claims = await keys.tokens.named('access', input.accessToken);
  if (claims) {
    await transaction(db, async (tx) => {
      await endSession(tx, { sessionId: claims.sid, reason: SIGNED_OUT, now: actor.now });
      await logSignIn(tx, actor, {
        userId: claims.sub,
        login: '',
        action: 'logout',
        succeeded: true,
        device: input.device,
      });
    });
  }
  return { done: true };
}
