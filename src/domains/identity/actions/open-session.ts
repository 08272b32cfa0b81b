/** Opens a session and gives its first tokens; rotates them (G27); ends it. */

import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { notifyEach } from '#platform/messages/inbox.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { sessionLife } from '../security/security-settings.ts';
import { newRefreshToken, refreshTokenHash, seal, type Tokens, unseal } from '../tokens.ts';

export type Keys = { tokens: Tokens; secrets: Secrets };

export type Device = { ip: string | null; device: string };
type AuthenticationResult = { AccessToken: string; IdToken: string; RefreshToken: string };

export type Authentication = { response: { AuthenticationResult: AuthenticationResult } };

/** How long the direct predecessor of a refresh token still gets the same answer: two tabs at once. */
const GRACE_SECONDS = 20;

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

export async function openSession(
  tx: Tx,
  keys: Keys,
  user: { id: string; role: string },
  at: Device & { now: Date },
): Promise<Authentication> {
  const { idleSeconds, lifeSeconds } = await sessionLife(tx, user.role);
  await noticeNewDevice(tx, user.id, at);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into identity.sessions (user_id, created_at, last_used_at, idle_seconds, idle_until, absolute_until, ip, device)
      values (${user.id}, ${at.now}, ${at.now}, ${idleSeconds}, ${after(at.now, idleSeconds)},
        ${after(at.now, lifeSeconds)}, ${at.ip}, ${at.device.slice(0, 200)}) returning id`,
  );
  await execute(tx, sql`update identity.users set last_login_at = ${at.now} where id = ${user.id}`);
  const refreshToken = newRefreshToken();
  await storeRefreshToken(tx, { sessionId: id, generation: 1, token: refreshToken, now: at.now });
  return authentication(keys, { userId: user.id, sessionId: id, refreshToken, now: at.now });
}

/** A device that the account was not used from before; the very first is no news. */
async function noticeNewDevice(
  tx: Tx,
  userId: string,
  { now, device }: Device & { now: Date },
): Promise<void> {
  await notifyEach(
    tx,
    { now },
    'identity.new_device',
    sql`select user_id, ${now.toISOString()}::text as occasion, '/profile' as path, '{}'::jsonb as params
      from identity.sessions where user_id = ${userId}
      group by user_id having not bool_or(device = ${device.slice(0, 200)})`,
  );
}

type Stored = { session_id: string; generation: number; used_at: string | null; successor: Buffer | null };
type Session = { user_id: string };

/**
 * Gives new tokens for a refresh token. A token that was used before ends the whole session, except the direct
 * predecessor within the grace, which gets its successor again.
 */
export async function rotateSession(
  tx: Tx,
  keys: Keys,
  input: { refreshToken: string; now: Date },
): Promise<Authentication | { reuse: string } | undefined> {
  const hash = refreshTokenHash(input.refreshToken);
  const token = await first<Stored>(
    tx,
    sql`select t.session_id, t.generation, t.used_at, t.successor from identity.refresh_tokens t
      join identity.sessions s on s.id = t.session_id where t.token_hash = ${hash} for update of t, s`,
  );
  if (!token) return undefined;
  const session = await first<Session>(
    tx,
    sql`select s.user_id from identity.sessions s join identity.users u on u.id = s.user_id
      join roles.roles r on r.id = u.role_id
      where s.id = ${token.session_id} and s.ended_at is null and u.status = 'active' and r.status = 'active'
        and least(s.idle_until, s.absolute_until) > ${input.now}`,
  );
  if (!session) return undefined;
  const issue = (refreshToken: string) =>
    authentication(keys, {
      userId: session.user_id,
      sessionId: token.session_id,
      refreshToken,
      now: input.now,
    });
  if (token.used_at === null) return issue(await nextToken(tx, keys, { ...token, hash, now: input.now }));
  if (await isDirectPredecessor(tx, token, input.now))
    return issue(unseal(keys.secrets, token.successor as Buffer));
  await endSession(tx, { sessionId: token.session_id, reason: 'refresh token used twice', now: input.now });
  return { reuse: session.user_id };
}

type Rotating = { session_id: string; generation: number; hash: Buffer; now: Date };

async function nextToken(tx: Tx, keys: Keys, used: Rotating): Promise<string> {
  const refreshToken = newRefreshToken();
  await execute(
    tx,
    sql`update identity.refresh_tokens set used_at = ${used.now}, successor = ${seal(keys.secrets, refreshToken)}
    where token_hash = ${used.hash}`,
  );
  // An older predecessor has no grace: its sealed successor is forgotten.
  await execute(
    tx,
    sql`update identity.refresh_tokens set successor = null
    where session_id = ${used.session_id} and generation < ${used.generation}`,
  );
  await execute(
    tx,
    sql`update identity.sessions set last_used_at = ${used.now},
      idle_until = ${used.now}::timestamptz + make_interval(secs => idle_seconds)
    where id = ${used.session_id}`,
  );
  await storeRefreshToken(tx, {
    sessionId: used.session_id,
    generation: used.generation + 1,
    token: refreshToken,
    now: used.now,
  });
  return refreshToken;
}

async function isDirectPredecessor(tx: Tx, token: Stored, now: Date): Promise<boolean> {
  if (!token.successor || !token.used_at) return false;
  if (now.getTime() - Date.parse(token.used_at) > GRACE_SECONDS * 1000) return false;
  const { newest } = await one<{ newest: number }>(
    tx,
    sql`select max(generation) as newest from identity.refresh_tokens where session_id = ${token.session_id}`,
  );
  return newest === token.generation + 1;
}

type NewToken = { sessionId: string; generation: number; token: string; now: Date };

async function storeRefreshToken(tx: Tx, next: NewToken): Promise<void> {
  await execute(
    tx,
    sql`insert into identity.refresh_tokens (token_hash, session_id, generation, issued_at)
    values (${refreshTokenHash(next.token)}, ${next.sessionId}, ${next.generation}, ${next.now})`,
  );
}

/** Ends a session; ending it again changes nothing. */
export async function endSession(
  tx: Tx,
  input: { sessionId: string; reason: string; now: Date },
): Promise<void> {
  await execute(
    tx,
    sql`update identity.sessions set ended_at = ${input.now}, end_reason = ${input.reason}
    where id = ${input.sessionId} and ended_at is null`,
  );
}

/**
 * Ends all sessions of an account, or all but one, and what would open another: links to it, and a sign-in that waits for
 * its second step. Says how many sessions were open.
 */
export async function endSessionsOf(
  tx: Tx,
  input: { userId: string; except: string | null; reason: string; now: Date },
): Promise<number> {
  await execute(tx, sql`select identity.end_open_ways(${input.userId})`);
  const { ended } = await one<{ ended: number }>(
    tx,
    sql`with over as (
        update identity.sessions set ended_at = ${input.now}, end_reason = ${input.reason}
        where user_id = ${input.userId} and ended_at is null and id is distinct from ${input.except}::uuid
        returning least(idle_until, absolute_until) > ${input.now}::timestamptz as was_open)
      select count(*) filter (where was_open) as ended from over`,
  );
  return ended;
}

type Issue = { userId: string; sessionId: string; refreshToken: string; now: Date };

async function authentication(keys: Keys, issue: Issue): Promise<Authentication> {
  const [AccessToken, IdToken] = await Promise.all([
    keys.tokens.sign('access', issue.userId, issue.sessionId, issue.now),
    keys.tokens.sign('id', issue.userId, issue.sessionId, issue.now),
  ]);
  return { response: { AuthenticationResult: { AccessToken, IdToken, RefreshToken: issue.refreshToken } } };
}
