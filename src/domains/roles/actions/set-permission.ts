/** Replaces a role's permission list; it counts from the next request on. */

import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import { errors } from '../contract.ts';
import { difference } from '../permissions.rules.ts';
import { getRole, permissionsOf } from '../queries.ts';
import { letWorkGo, type PeopleAtWork } from '../work-of-role.ts';

type Wanted = { roleId: string; version: number; permissions: string[] };

export async function setPermission(
  tx: Tx,
  actor: Actor,
  atWork: PeopleAtWork,
  input: Wanted,
): Promise<{ permissions: string[]; version: number }> {
  const { roleId } = input;
  // Before the role: who changes an account locks it first, too.
  await atWork.lockPeople(tx, roleId);
  await execute(tx, sql`select from roles.roles where id = ${roleId} for update`);
  const role = await getRole(tx, roleId);
  // The administrator's rights are not rows: nobody can lock the utility out of its own system.
  if (role.code === 'admin') throw fail(errors.built_in);
  if (role.version !== input.version) throw fail(commonErrors.stale_version);
  const before = await permissionsOf(tx, roleId);
  const { given, taken } = difference<string>(before, input.permissions);
  await requireGrantable(tx, actor, role.code, given);
  if (role.code === actor.role && taken.some((word) => word.startsWith('roles:')))
    throw fail(errors.own_role);
  await execute(
    tx,
    sql`delete from roles.role_permissions where role_id = ${roleId}
    and permission = any (${taken}::text[])`,
  );
  await grant(tx, roleId, given);
  const { version } = await one<{ version: number }>(
    tx,
    sql`update roles.roles set version = version + 1 where id = ${roleId} returning version`,
  );
  const after = await letWorkGo(tx, actor, atWork, { roleId, words: taken });
  await audit(tx, actor, {
    action: 'role.permissions',
    object: 'role',
    objectId: roleId,
    before: { permissions: taken },
    after: { permissions: given, ...after },
  });
  return { permissions: await permissionsOf(tx, roleId), version };
}

export async function grant(tx: Tx, roleId: string, words: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`insert into roles.role_permissions (role_id, permission)
    select ${roleId}, unnest(${words}::text[]) on conflict do nothing`,
  );
}

/**
 * Nobody gives a permission that they do not hold: if they could, a person who edits roles could give their own role
 * everything. Consumers hold only those whose calls are limited to own rows.
 */
export async function requireGrantable(
  tx: Tx,
  actor: Actor,
  roleCode: string,
  words: readonly string[],
): Promise<void> {
  const refused = await first<{ word: string; isKnown: boolean }>(
    tx,
    sql`select w.word, p.permission is not null as "isKnown" from unnest(${words}::text[]) with ordinality as w (word, position)
      left join roles.permissions p on p.permission = w.word and p.declared
      where p.permission is null or (${roleCode === 'consumer'}::boolean and not p.for_consumers)
      order by w.position limit 1`,
  );
  if (refused) {
    const error = refused.isKnown ? errors.not_for_consumers : errors.unknown_permission;
    throw fail(error, { permission: refused.word });
  }
  requireHeld(actor, words);
}

/** The same of a role that was put out of use: who puts it into use again gives its people all of its words. */
export function requireHeld(actor: Actor, words: readonly string[]): void {
  const beyond = words.find((word) => !may(actor, word as Permission));
  if (beyond) throw fail(commonErrors.not_permitted, { permission: beyond });
}
