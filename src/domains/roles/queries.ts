/** Questions about roles. */

import { all, type Db, first, sql, type Tx } from '#platform/db.ts';
import { containing, listPage } from '#platform/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Page, Paging } from '#shared/paging.ts';
import { ALL_PERMISSIONS, PERMISSION_MODULES, type Permission } from '#shared/permissions.ts';
import type { Role } from './contract.ts';

const columns = sql`r.id, r.code, r.name, r.description, r.status, r.built_in as "builtIn",
  r.created_at as "createdAt", r.version`;

/** A page of roles. */
export function listRoles(db: Db | Tx, query: Paging & { status?: string | undefined }): Promise<Page<Role>> {
  return listPage<Role>(db, query, {
    rows: sql`select ${columns} from roles.roles r
      where (${query.status ?? null}::text is null or r.status = ${query.status ?? null})
        and (${query.search ?? null}::text is null or r.name || ' ' || r.code ilike ${containing(query.search ?? '')})`,
    sorts: { name: sql`name`, createdAt: sql`"createdAt"` },
    tieBreak: sql`id`,
  });
}

/** One role; refuses an unknown id. */
export async function getRole(db: Db | Tx, id: string): Promise<Role> {
  const role = await first<Role>(db, sql<Role>`select ${columns} from roles.roles r where r.id = ${id}`);
  if (!role) throw fail(commonErrors.not_found);
  return role;
}

/** The permissions of a role: all of them for admin, its rows for any other. */
export async function permissionsOf(db: Db | Tx, roleId: string): Promise<Permission[]> {
  const rows = await all<{ permission: Permission }>(
    db,
    sql`select p.permission from roles.role_permissions p where p.role_id = ${roleId} order by 1`,
  );
  const role = await getRole(db, roleId);
  return role.code === 'admin' ? ALL_PERMISSIONS : rows.map((row) => row.permission);
}

/** Modules and features as the specification's permission list names them. */
export function modules(): { match: string; features: { match: Permission; name: string }[] }[] {
  return Object.entries(PERMISSION_MODULES).map(([match, features]) => ({
    match,
    features: features.map((name) => ({ match: `${match}:${name}` as Permission, name })),
  }));
}
