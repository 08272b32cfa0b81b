/** Replaces a role's permission list; it counts from the next request on. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { sql, type Tx } from '#platform/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { getRole, permissionsOf } from '../queries.ts';

export async function setPermission(
  tx: Tx,
  actor: Actor,
  input: { roleId: string; permissions: string[] },
): Promise<{ permissions: string[] }> {
  await sql`select from roles.roles where id = ${input.roleId} for update`.execute(tx);
  const role = await getRole(tx, input.roleId);
  // The administrator's rights are not rows: nobody can lock the utility out of its own system.
  if (role.code === 'admin') throw fail(errors.built_in);
  const before = await permissionsOf(tx, input.roleId);
  await sql`delete from roles.role_permissions where role_id = ${input.roleId}
    and permission <> all (${input.permissions}::text[])`.execute(tx);
  await sql`insert into roles.role_permissions (role_id, permission)
    select ${input.roleId}, unnest(${input.permissions}::text[]) on conflict do nothing`.execute(tx);
  const permissions = await permissionsOf(tx, input.roleId);
  await audit(tx, actor, {
    action: 'role.permissions',
    object: 'role',
    objectId: input.roleId,
    before: { permissions: before.filter((word) => !permissions.includes(word)) },
    after: { permissions: permissions.filter((word) => !before.includes(word)) },
  });
  return { permissions };
}
