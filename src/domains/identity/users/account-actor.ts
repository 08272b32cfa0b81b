/** An account as the one who acts, without a session: for work that a person asked for and that is done after they have gone. */
import type { Actor } from '#platform/actor.ts';
import { type Db, first, sql, type Tx } from '#platform/database/db.ts';
import type { Permission } from '#shared/permissions.ts';

type Row = { name: string; role: string; consumerId: string | null; permissions: Permission[] | null };

/** With the role and the words of this moment (G25); undefined if account or role is no longer in force. */
export async function actorOfAccount(
  db: Db | Tx,
  userId: string,
  facts: Pick<Actor, 'now' | 'today' | 'requestId'>,
): Promise<Actor | undefined> {
  const row = await first<Row>(
    db,
    sql`select u.name, r.code as role, u.consumer_id as "consumerId",
        case when r.code = 'admin' then (select array_agg(p.permission) from roles.permissions p where p.declared)
          else (select array_agg(p.permission) from roles.role_permissions p where p.role_id = r.id) end as permissions
      from identity.users u join roles.roles r on r.id = u.role_id
      where u.id = ${userId} and u.status = 'active' and r.status = 'active'`,
  );
  if (!row) return undefined;
  return {
    ...facts,
    kind: row.role === 'consumer' ? 'consumer' : 'staff',
    userId,
    sessionId: null,
    name: row.name,
    role: row.role,
    permissions: new Set(row.permissions ?? []),
    consumerId: row.consumerId,
    ip: null,
  };
}

/** Why a session ended whose owner has only gone. */
export const SIGNED_OUT = 'signed out';

/** The session was ended for a reason: who had it may have been somebody else. */
export async function wasShutOut(db: Db | Tx, sessionId: string | null): Promise<boolean> {
  const ended = await first(
    db,
    sql`select from identity.sessions where id = ${sessionId}::uuid and ended_at is not null and end_reason is distinct from ${SIGNED_OUT}`,
  );
  return ended !== undefined;
}
