/** The limit of everybody who manages accounts: nobody gives, or touches an account with, more rights than their own. */
import type { Actor } from '#platform/actor.ts';
import { type Db, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';

/** The id of a staff role that grants nothing the actor does not have. */
export async function requireRole(tx: Db | Tx, actor: Actor, code: string): Promise<string> {
  const role = await first<{ id: string; permissions: string[] }>(
    tx,
    sql`select r.id, array(select p.permission from roles.role_permissions p where p.role_id = r.id) as permissions
      from roles.roles r where r.code = ${code} and r.code <> 'consumer'`,
  );
  if (!role) throw fail(errors.unknown_role);
  const own: ReadonlySet<string> = actor.permissions;
  const within =
    actor.kind === 'system' ||
    actor.role === 'admin' ||
    (code !== 'admin' && role.permissions.every((word) => own.has(word)));
  if (!within) throw fail(commonErrors.not_permitted, { permission: code });
  return role.id;
}
