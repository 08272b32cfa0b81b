/** Questions about accounts and sessions. */

import type pg from 'pg';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, one, sql, type Tx } from '#platform/database/db.ts';
import { fileLink, findFile } from '#platform/files/files.ts';
import type { Files } from '#platform/files/receive.ts';
import type { RequestFacts } from '#platform/http/binder.ts';
import { FIRST_WAIT_SECONDS, FREE_TRIES, LONGEST_WAIT_SECONDS } from '#platform/limits.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { MAINTENANCE_PERMISSION, type Permission } from '#shared/permissions.ts';
import type { Profile, StoredProfile } from './contract.ts';
import type { Tokens } from './tokens.ts';

type SessionRow = {
  user_id: string;
  name: string;
  role: string;
  consumer_id: string | null;
  permissions: Permission[] | null;
  in_maintenance: boolean;
  is_stale: boolean;
};

// One prepared statement per request: session, account, role and its words as they are now (G25).
const SESSION_QUERY = {
  name: 'authenticate',
  text: `select u.id as user_id, u.name, r.code as role, u.consumer_id,
      coalesce((select (e.value ->> 'on')::boolean from settings.entries e where e.key = 'maintenance'), false)
        as in_maintenance,
      s.last_used_at < $3::timestamptz - interval '5 minutes' as is_stale,
      case when r.code = 'admin' then (select array_agg(p.permission) from roles.permissions p where p.declared)
        else (select array_agg(p.permission) from roles.role_permissions p where p.role_id = r.id) end as permissions
    from identity.sessions s join identity.users u on u.id = s.user_id join roles.roles r on r.id = u.role_id
    where s.id = $1 and u.id = $2 and s.ended_at is null and least(s.idle_until, s.absolute_until) > $3
      and u.status = 'active' and r.status = 'active'`,
};

// Last use is known to five minutes: not every call of a clerk writes.
const TOUCH = `update identity.sessions
  set last_used_at = $2, idle_until = $2::timestamptz + make_interval(secs => idle_seconds)
  where id = $1 and last_used_at < $2`;

/** @param refusal what people are told who may not work during maintenance */
type Maintenance = { byProgram: boolean; refusal: () => Promise<Error> };

/** Who a bearer Id-token belongs to; undefined if token, session, account or role is no longer in force. */
export async function authenticate(
  pool: pg.Pool,
  tokens: Tokens,
  token: string,
  request: RequestFacts,
  maintenance: Maintenance,
): Promise<Actor | undefined> {
  const claims = await tokens.verify('id', token, request.now);
  if (!claims) return undefined;
  const { rows } = await pool.query<SessionRow>({
    ...SESSION_QUERY,
    values: [claims.sid, claims.sub, request.now],
  });
  const row = rows[0];
  if (!row) return undefined;
  const words = new Set(row.permissions ?? []);
  if ((row.in_maintenance || maintenance.byProgram) && !words.has(MAINTENANCE_PERMISSION))
    throw await maintenance.refusal();
  if (row.is_stale) await pool.query(TOUCH, [claims.sid, request.now]);
  return {
    ...request,
    kind: row.role === 'consumer' ? 'consumer' : 'staff',
    userId: row.user_id,
    sessionId: claims.sid,
    name: row.name,
    role: row.role,
    permissions: words,
    consumerId: row.consumer_id,
  };
}

/** One account as its owner sees it. */
export async function getProfile(db: Db | Tx, userId: string): Promise<StoredProfile> {
  const profile = await first<StoredProfile>(
    db,
    sql`select u.id, u.name, u.email, u.phone, r.code as role, r.name as "roleName", u.language, u.theme,
        u.image_file_id as "imageFileId", u.signature_file_id as "signatureFileId", u.consumer_id as "consumerId", u.version,
        c.name_bn as "nameBn"
      from identity.users u join roles.roles r on r.id = u.role_id
      left join consumers.consumers c on c.id = u.consumer_id where u.id = ${userId}`,
  );
  if (!profile) throw fail(commonErrors.not_found);
  return profile;
}

/** Screens keep the profile: the link to its photo is valid as long as a day at work. */
const PHOTO_SECONDS = 86_400;

/** The profile with links to its pictures; the one to the signature, a private document, is good for minutes. */
export async function withLinks(
  files: Files,
  db: Db | Tx,
  profile: StoredProfile,
  now: Date,
): Promise<Profile> {
  const link = async (id: string | null, seconds?: number) =>
    id ? fileLink(files, await findFile(db, id), now, seconds) : null;
  const { imageFileId, signatureFileId, ...shown } = profile;
  const [imageLink, signatureLink] = [await link(imageFileId, PHOTO_SECONDS), await link(signatureFileId)];
  return { ...shown, imageLink, signatureLink };
}

/** Granted words in the specification's shape (userPermission, §3). */
export function permissionList(
  granted: Iterable<Permission>,
): { match: string; features: { match: string }[] }[] {
  const features = Map.groupBy(granted, (permission) => permission.split(':')[0] ?? '');
  return [...features].map(([match, permissions]) => ({
    match,
    features: permissions.map((permission) => ({ match: permission })),
  }));
}

type SessionItem = {
  id: string;
  device: string;
  ip: string | null;
  createdAt: string;
  lastUsedAt: string;
  current: boolean;
};

/** The actor's sessions that are signed in, the newest use first. */
export function listSessions(db: Db | Tx, actor: Actor): Promise<SessionItem[]> {
  return all(
    db,
    sql`select id, device, host(ip) as ip, created_at as "createdAt", last_used_at as "lastUsedAt",
        id = ${actor.sessionId} as current
      from identity.sessions
      where user_id = ${actor.userId} and ended_at is null
        and least(idle_until, absolute_until) > ${actor.now}::timestamptz
      order by last_used_at desc limit 50`,
  );
}

/** For how many seconds from now no try counts at any of these. */
export async function waitOf(db: Db | Tx, now: Date, keys: readonly string[]): Promise<number> {
  const wait = sql`least(${FIRST_WAIT_SECONDS}::int * 2 ^ least(failures - ${FREE_TRIES}::int, 20), ${LONGEST_WAIT_SECONDS}::int)`;
  const { seconds } = await one<{ seconds: number }>(
    db,
    sql`select coalesce(ceil(max(
        extract(epoch from last_failed_at + make_interval(secs => ${wait}) - ${now}::timestamptz))), 0)::int as seconds
      from identity.login_failures where login = any (${keys}::text[]) and failures >= ${FREE_TRIES}`,
  );
  return Math.max(seconds, 0);
}
