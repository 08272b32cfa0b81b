/** Creating, copying, editing and deleting roles. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { countPeopleOf, getRole, type People, permissionsOf, type StoredRole } from '../queries.ts';
import { letWorkGo, type PeopleAtWork } from '../work-of-role.ts';
import { grant, requireGrantable, requireHeld } from './set-permission.ts';

type RoleFields = { name: string; description: string; status: 'active' | 'inactive' };

export async function createRole(
  tx: Tx,
  actor: Actor,
  input: RoleFields & { code: string; copyOf?: string | undefined },
): Promise<StoredRole> {
  const source = input.copyOf ? await getRole(tx, input.copyOf) : null;
  const permissions = source ? await permissionsOf(tx, source.id) : [];
  await requireGrantable(tx, actor, input.code, permissions);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into roles.roles (code, name, description, status)
      values (${input.code}, ${input.name}, ${input.description}, ${input.status}) returning id`,
  );
  await grant(tx, id, permissions);
  const { code, name, description, status } = input;
  await audit(tx, actor, {
    action: 'role.create',
    object: 'role',
    objectId: id,
    after: { code, name, description, status, ...(source ? { copyOf: source.code, permissions } : {}) },
  });
  return getRole(tx, id);
}

export async function editRole(
  tx: Tx,
  actor: Actor,
  atWork: PeopleAtWork,
  input: RoleFields & { id: string; version: number },
): Promise<StoredRole> {
  // Before the role, as in `setPermission`: nothing is given to its people meanwhile.
  if (input.status === 'inactive') await atWork.lockPeople(tx, input.id);
  const before = await getRole(tx, input.id);
  if (input.status === 'inactive') requireNeedless(actor, before);
  else if (before.status === 'inactive') requireHeld(actor, await permissionsOf(tx, input.id));
  const changed = await first(
    tx,
    sql`update roles.roles set name = ${input.name}, description = ${input.description},
      status = ${input.status}, version = version + 1
      where id = ${input.id} and version = ${input.version} returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  const { name, description, status } = before;
  const words = input.status === 'inactive' ? await permissionsOf(tx, input.id) : [];
  const after = await letWorkGo(tx, actor, atWork, { roleId: input.id, words });
  await audit(tx, actor, {
    action: 'role.edit',
    object: 'role',
    objectId: input.id,
    before: { name, description, status },
    after: { name: input.name, description: input.description, status: input.status, ...after },
  });
  return getRole(tx, input.id);
}

/** Without administrators nobody could bring a role back, and nobody ends their own session by mistake. */
function requireNeedless(actor: Actor, role: StoredRole): void {
  if (role.code === 'admin') throw fail(errors.built_in);
  if (role.code === actor.role) throw fail(errors.own_role);
}

/** The lock keeps new people out while they are counted; the foreign key of users says the same. */
export async function deleteRole(tx: Tx, actor: Actor, people: People, id: string): Promise<{ done: true }> {
  await execute(tx, sql`select from roles.roles where id = ${id} for update`);
  const role = await getRole(tx, id);
  if (role.builtIn) throw fail(errors.built_in);
  const count = await countPeopleOf(tx, people, id);
  if (count > 0) throw fail(errors.in_use, { count });
  const permissions = await permissionsOf(tx, id);
  await execute(tx, sql`delete from roles.roles where id = ${id}`);
  await audit(tx, actor, {
    action: 'role.delete',
    object: 'role',
    objectId: id,
    before: { code: role.code, name: role.name, permissions },
  });
  return { done: true };
}
