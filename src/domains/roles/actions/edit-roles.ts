/** Creating, editing and deleting roles. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors, type Role } from '../contract.ts';
import { getRole } from '../queries.ts';

type RoleFields = { name: string; description: string; status: string };

export async function createRole(tx: Tx, actor: Actor, input: RoleFields & { code: string }): Promise<Role> {
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into roles.roles (code, name, description, status)
      values (${input.code}, ${input.name}, ${input.description}, ${input.status}) returning id`,
  );
  await audit(tx, actor, { action: 'role.create', object: 'role', objectId: id, after: input });
  return getRole(tx, id);
}

export async function editRole(
  tx: Tx,
  actor: Actor,
  input: RoleFields & { id: string; version: number },
): Promise<Role> {
  const before = await getRole(tx, input.id);
  const changed = await first(
    tx,
    sql`update roles.roles set name = ${input.name}, description = ${input.description},
      status = ${input.status}, version = version + 1
      where id = ${input.id} and version = ${input.version} returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  const { name, description, status } = before;
  await audit(tx, actor, {
    action: 'role.edit',
    object: 'role',
    objectId: input.id,
    before: { name, description, status },
    after: { name: input.name, description: input.description, status: input.status },
  });
  return getRole(tx, input.id);
}

/** The foreign key of users refuses a role that somebody has. */
export async function deleteRole(tx: Tx, actor: Actor, id: string): Promise<{ done: true }> {
  const role = await getRole(tx, id);
  if (role.builtIn) throw fail(errors.built_in);
  await sql`delete from roles.roles where id = ${id}`.execute(tx);
  await audit(tx, actor, {
    action: 'role.delete',
    object: 'role',
    objectId: id,
    before: { code: role.code },
  });
  return { done: true };
}
