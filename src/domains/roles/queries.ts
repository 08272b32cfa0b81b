/** Questions about roles. */

import { all, type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Page, Paging } from '#shared/paging.ts';
import type { Permission } from '#shared/permissions.ts';
import { modulesOf, type Words } from '#shared/words.ts';
import type { Role } from './contract.ts';

/** How many accounts a role has, as SQL. Accounts belong to identity, which comes later in the order of domains. */
export type CountPeople = (roleId: Sql) => Sql;
export type People = { peopleOf: CountPeople };

export type StoredRole = Omit<Role, 'people'>;

const columns = sql`r.id, r.code, r.name, r.description, r.status, r.built_in as "builtIn",
  r.created_at as "createdAt", r.version`;

type Filters = { search?: string | undefined; status?: string | undefined };

export function roleList({ peopleOf }: People, query: Filters): ListQuery {
  return {
    rows: sql`select ${columns}, ${peopleOf(sql`r.id`)} as people from roles.roles r
      where (${query.status ?? null}::text is null or r.status = ${query.status ?? null})
        and (${query.search ?? null}::text is null or r.name || ' ' || r.code ilike ${containing(query.search ?? '')})`,
    sorts: { name: sql`name collate "bn-x-icu"`, createdAt: sql`"createdAt"` },
    tieBreak: sql`id`,
  };
}

/** A page of roles. */
export function listRoles(db: Db | Tx, people: People, query: Paging & Filters): Promise<Page<Role>> {
  return listPage<Role>(db, query, roleList(people, query));
}

export async function countPeopleOf(db: Db | Tx, { peopleOf }: People, roleId: string): Promise<number> {
  const counted = await one<{ people: number }>(db, sql`select ${peopleOf(sql`${roleId}::uuid`)} as people`);
  return counted.people;
}

/** One role; refuses an unknown id. */
export async function getRole(db: Db | Tx, id: string): Promise<StoredRole> {
  const role = await first<StoredRole>(db, sql`select ${columns} from roles.roles r where r.id = ${id}`);
  if (!role) throw fail(commonErrors.not_found);
  return role;
}

/** The same with the number of people who have it. */
export async function withPeople(db: Db | Tx, people: People, role: StoredRole): Promise<Role> {
  return { ...role, people: await countPeopleOf(db, people, role.id) };
}

/** The permissions of a role: all of them for admin, its rows for any other. */
export async function permissionsOf(db: Db | Tx, roleId: string): Promise<Permission[]> {
  const role = await getRole(db, roleId);
  const rows = await all<{ permission: Permission }>(
    db,
    sql`select p.permission from roles.permissions p
      where p.declared and (${role.code === 'admin'}::boolean
        or exists (select from roles.role_permissions g where g.role_id = ${roleId} and g.permission = p.permission))
      order by p.position`,
  );
  return rows.map((row) => row.permission);
}

/** Modules and features as the specification's permission list names them. */
export function listModules(
  words: Words,
): { match: string; features: { match: Permission; name: string }[] }[] {
  return modulesOf(words).map(({ match, features }) => ({
    match,
    features: features.map((feature) => ({ match: feature.match, name: feature.feature })),
  }));
}
