/**
 * Signing in and out. A failed try is counted in its own transaction, before the refusal; unknown, wrong,
 * locked and disabled accounts get the same answer after the same work (G31, G32).
 */

import { permissionsOf } from '#domains/roles/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, first, sql, type Tx, transaction } from '#platform/db.ts';
import { fail } from '#shared/errors.ts';
import { normalisePhone } from '#shared/phone.ts';
import { errors, type StoredProfile } from '../contract.ts';
import { lockedForSeconds, passwordMatches } from '../passwords.rules.ts';
import { getProfile, permissionList } from '../queries.ts';
import {
  type Authentication,
  endSession,
  type Keys,
  openSession,
  rotateSession,
  sessionOver,
} from './open-session.ts';

type Account = { id: string; role_id: string; role: string; password_hash: string | null; status: string };
export type SignedIn = Authentication & {
  profile: StoredProfile;
  permissions: { match: string; features: { match: string }[] }[];
};

export async function signIn(
  db: Db,
  keys: Keys,
  actor: Actor,
  input: { login: string; password: string; device: string },
): Promise<SignedIn> {
  const login = normalisePhone(input.login) ?? input.login.toLowerCase();
  const account = await findAccount(db, login);
  const locked = await isLocked(db, login, actor.now);
  const right = await passwordMatches(input.password, account?.password_hash ?? null);
  const good = account && right && !locked && account.status === 'active';
  await transaction(db, async (tx) => {
    if (good) await sql`delete from identity.login_failures where login = ${login}`.execute(tx);
    else if (!locked) await countFailure(tx, login, actor.now);
    await logSignIn(tx, actor, {
      userId: account?.id ?? null,
      login,
      action: 'login',
      succeeded: Boolean(good),
      device: input.device,
    });
  });
  if (!good) throw fail(errors.wrong_credentials);
  return transaction(db, async (tx) => ({
    ...(await openSession(tx, keys, account, { now: actor.now, ip: actor.ip, device: input.device })),
    profile: await getProfile(tx, account.id),
    permissions: permissionList(new Set(await permissionsOf(tx, account.role_id))),
  }));
}

function findAccount(db: Db, login: string): Promise<Account | undefined> {
  return first<Account>(
    db,
    sql<Account>`select u.id, u.role_id, r.code as role, u.password_hash,
        case when r.status = 'active' then u.status else 'disabled' end as status
      from identity.users u join roles.roles r on r.id = u.role_id
      where lower(u.email) = ${login} or u.phone = ${login} limit 1`,
  );
}

async function isLocked(db: Db, login: string, now: Date): Promise<boolean> {
  const row = await first<{ failures: number; last_failed_at: string }>(
    db,
    sql`select failures, last_failed_at from identity.login_failures where login = ${login}`,
  );
  if (!row) return false;
  return Date.parse(row.last_failed_at) + lockedForSeconds(row.failures) * 1000 > now.getTime();
}

async function countFailure(tx: Tx, login: string, now: Date): Promise<void> {
  await sql`insert into identity.login_failures as f (login, failures, last_failed_at) values (${login}, 1, ${now})
    on conflict (login) do update set last_failed_at = ${now},
      failures = case when f.last_failed_at < ${now}::timestamptz - interval '12 hours' then 1 else f.failures + 1 end`.execute(
    tx,
  );
}

type LogEntry = { userId: string | null; login: string; action: string; succeeded: boolean; device: string };

async function logSignIn(tx: Tx, actor: Actor, entry: LogEntry): Promise<void> {
  await sql`insert into identity.login_log (at, user_id, login, action, succeeded, ip, device)
    values (${actor.now}, ${entry.userId}, ${entry.login.slice(0, 254)}, ${entry.action}, ${entry.succeeded},
      ${actor.ip}, ${entry.device.slice(0, 200)})`.execute(tx);
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
  if (!result || 'reuse' in result) throw sessionOver();
  return result;
}

/** Ends the session that an access token names; a token that is no good has no session to end. */
export async function signOut(
  db: Db,
  keys: Keys,
  actor: Actor,
  input: { accessToken: string; device: string },
): Promise<{ done: true }> {
  const claims = await keys.tokens.verify('access', input.accessToken, actor.now);
  if (claims) {
    await transaction(db, async (tx) => {
      await endSession(tx, { sessionId: claims.sid, reason: 'signed out', now: actor.now });
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
