/**
 * The end of every way to sign in: password, code, outside provider. Opens the session, or answers with a challenge
 * if a second factor is on or the role demands one. A challenge is good once, for ten minutes and five tries.
 */

import { permissionsOf } from '#domains/roles/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, execute, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { type Account, accountById, lockUnchanged } from '../account-queries.ts';
import { MAX_TRIES, type Waiting, wrongTry } from '../challenge-tries.ts';
import { errors, type StoredProfile } from '../contract.ts';
import { getProfile, permissionList } from '../queries.ts';
import { makeRecoveryCodes } from '../second-factor/actions/make-recovery-codes.ts';
import { newEnrolment, useCode } from '../second-factor/actions/use-code.ts';
import { secondFactorOf } from '../second-factor/queries.ts';
import type { Challenge } from '../sign-in-answer.rules.ts';
import { newRefreshToken, refreshTokenHash } from '../tokens.ts';
import { triesOf } from '../tries.ts';
import { countTry, forgetTries } from './count-try.ts';
import { logSignIn, type Method } from './log-sign-in.ts';
import { type Authentication, type Keys, openSession } from './open-session.ts';

const CHALLENGE_SECONDS = 600;

export type SignedIn = Authentication & {
  profile: StoredProfile;
  permissions: { match: string; features: { match: string }[] }[];
  recoveryCodes?: string[];
};

export type SignInAnswer = SignedIn | { challenge: Challenge };

export type Way = { device: string; login: string; method: Method };

/** The first step was right: the session, or what else is wanted. */
export async function passFirstStep(
  tx: Tx,
  keys: Keys,
  actor: Actor,
  { account, ...way }: Way & { account: Account },
): Promise<SignInAnswer> {
  const { confirmedAt, isDemanded } = await secondFactorOf(tx, account);
  if (confirmedAt) return challenge(tx, actor, { userId: account.id, step: 'code' });
  if (isDemanded) {
    const enrolment = await newEnrolment(tx, keys, actor, account.id);
    const asked = await challenge(tx, actor, { userId: account.id, step: 'enrol' });
    return { challenge: { ...asked.challenge, enrolment } };
  }
  return open(tx, keys, actor, { account, ...way });
}

async function open(
  tx: Tx,
  keys: Keys,
  actor: Actor,
  { account, device, login, method }: Way & { account: Account },
): Promise<SignedIn> {
  await logSignIn(tx, actor, { userId: account.id, login, action: 'login', succeeded: true, device, method });
  return {
    ...(await openSession(tx, keys, account, { now: actor.now, ip: actor.ip, device })),
    profile: await getProfile(tx, account.id),
    permissions: permissionList(await permissionsOf(tx, account.role_id)),
  };
}

type NewChallenge = {
  userId: string;
  step: Challenge['step'];
  /** Of the outside account that a password is to join. */
  outside?: { issuer: string; subject: string };
};

/** Makes a challenge; only its hash is kept. */
export async function challenge(
  tx: Tx,
  actor: Actor,
  { userId, step, outside }: NewChallenge,
): Promise<{ challenge: Challenge }> {
  const token = newRefreshToken();
  await execute(
    tx,
    sql`delete from identity.sign_in_challenges where expires_at < ${actor.now}::timestamptz - interval '1 day'`,
  );
  await execute(
    tx,
    sql`insert into identity.sign_in_challenges (token_hash, user_id, step, issuer, subject, issued_at, expires_at)
    values (${refreshTokenHash(token)}, ${userId}, ${step}, ${outside?.issuer ?? null}, ${outside?.subject ?? null},
      ${actor.now}, ${new Date(actor.now.getTime() + CHALLENGE_SECONDS * 1000)})`,
  );
  return { challenge: { token, step, enrolment: null } };
}

/** Counts a try at a challenge of one of these steps; refuses if it is used, too old or tried too often. */
export async function takeChallenge(
  db: Db,
  actor: Actor,
  token: string,
  steps: readonly Challenge['step'][],
): Promise<Waiting> {
  const waiting = await first<Waiting>(
    db,
    sql`update identity.sign_in_challenges set tries = tries + 1
      where token_hash = ${refreshTokenHash(token)} and used_at is null and expires_at > ${actor.now}
        and tries < ${MAX_TRIES} and step = any (${steps}::text[]) returning user_id, tries, step, issuer, subject`,
  );
  if (!waiting) throw fail(errors.challenge_over);
  return waiting;
}

/** Uses a challenge up; refuses the second of two that come at once. */
export async function spendChallenge(tx: Tx, actor: Actor, token: string): Promise<void> {
  const spent = await first(
    tx,
    sql`update identity.sign_in_challenges set used_at = ${actor.now}
      where token_hash = ${refreshTokenHash(token)} and used_at is null returning user_id`,
  );
  if (!spent) throw fail(errors.challenge_over);
}

/** The second step: a code of the app or a recovery code; the first code of a new app turns the factor on. */
export async function passSecondStep(
  db: Db,
  keys: Keys,
  actor: Actor,
  input: { challenge: string; code: string; device: string },
): Promise<SignedIn> {
  const waiting = await takeChallenge(db, actor, input.challenge, ['code', 'enrol']);
  const { user_id: userId, step } = waiting;
  const account = await accountById(db, userId);
  const isAllowed = await countTry(db, triesOf.code(userId), actor.now);
  const done =
    account?.status === 'active' && isAllowed
      ? await transaction(db, async (tx) => {
          if (!(await lockUnchanged(tx, account))) throw fail(errors.challenge_over);
          const method = await useCode(tx, keys, actor, {
            userId,
            code: input.code,
            isFirst: step === 'enrol',
          });
          if (!method) return undefined;
          await spendChallenge(tx, actor, input.challenge);
          await forgetTries(tx, triesOf.code(userId));
          const way = { account, device: input.device, login: account.login, method };
          const recoveryCodes =
            step === 'enrol' ? await makeRecoveryCodes(tx, keys, actor, userId) : undefined;
          return { ...(await open(tx, keys, actor, way)), ...(recoveryCodes && { recoveryCodes }) };
        })
      : undefined;
  if (done) return done;
  await logFailure(db, actor, { account, userId, device: input.device });
  throw wrongTry(waiting, errors.code_wrong);
}

type Failure = { account: Account | undefined; userId: string; device: string };

function logFailure(db: Db, actor: Actor, { account, userId, device }: Failure): Promise<void> {
  const login = account?.login ?? '';
  return logSignIn(db, actor, { userId, login, action: 'login', succeeded: false, device, method: 'code' });
}
