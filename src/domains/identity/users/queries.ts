/** Questions about staff accounts. */
import { type Db, first, one, sql, type Tx } from '#platform/db.ts';
import { containing, listPage } from '#platform/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Page, Paging } from '#shared/paging.ts';
import type { User } from './contract.ts';

const columns = sql`u.id, u.name, u.email, u.phone, r.code as role, r.name as "roleName", u.status,
  u.password_hash is not null as "hasPassword", u.last_login_at as "lastLoginAt", u.created_at as "createdAt", u.version`;
const staff = sql`identity.users u join roles.roles r on r.id = u.role_id and r.code <> 'consumer'`;

type Filter = Paging & { status?: string | undefined; role?: string | undefined };

/** A page of staff accounts. */
export function listUsers(db: Db | Tx, query: Filter): Promise<Page<User>> {
  const status = query.status ?? null;
  const role = query.role ?? null;
  const searched = query.search
    ? sql`platform.search_text(u.name, u.email, u.phone) like ${containing(toLatinDigits(query.search).toLowerCase())}`
    : sql`true`;
  return listPage<User>(db, query, {
    rows: sql`select ${columns} from ${staff}
      where (${status}::text is null or u.status = ${status}) and (${role}::text is null or r.code = ${role})
        and ${searched}`,
    sorts: {
      name: sql`name collate "bn-x-icu"`,
      role: sql`"roleName" collate "bn-x-icu"`,
      lastLoginAt: sql`"lastLoginAt"`,
      createdAt: sql`"createdAt"`,
    },
    tieBreak: sql`id`,
  });
}

/** One staff account; refuses an unknown id. */
export async function getUser(db: Db | Tx, id: string): Promise<User> {
  const user = await first<User>(db, sql<User>`select ${columns} from ${staff} where u.id = ${id}`);
  if (!user) throw fail(commonErrors.not_found);
  return user;
}

type Reach = { email?: string | undefined; phone?: string | undefined; id?: string | undefined };

/** Whether no other account, of staff or of a consumer, signs in with these. */
export function isFree(db: Db | Tx, input: Reach): Promise<{ emailFree: boolean; phoneFree: boolean }> {
  const others = sql`from identity.users where id is distinct from ${input.id ?? null}::uuid`;
  return one(
    db,
    sql`select not exists (select ${others} and lower(email) = lower(${input.email ?? null})) as "emailFree",
      not exists (select ${others} and phone = ${input.phone ?? null}) as "phoneFree"`,
  );
}
