/** Whom a notice goes to: selects of `id` for `notify` (platform/messages/inbox.ts). */
import { roleWorks } from '#domains/roles/role-works.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import type { Permission } from '#shared/permissions.ts';

/** Active staff whose role was granted the word, and the one to open what they are told of; administrators hold every one. */
export const holdersOf = (permission: Permission): Sql =>
  sql`select u.id from identity.users u join roles.roles r on r.id = u.role_id
    where u.status = 'active' and r.status = 'active' and u.consumer_id is null
      and ${roleWorks(permission)}`;

/** Active staff of a role. */
export const membersOf = (role: string): Sql =>
  sql`select u.id from identity.users u join roles.roles r on r.id = u.role_id
    where u.status = 'active' and r.code = ${role}`;

/** The account of a consumer, if they have one. */
export const accountOf = (consumerId: Sql): Sql =>
  sql`select u.id from identity.users u where u.consumer_id = ${consumerId} and u.status = 'active'`;

/** One account by its id. */
export const account = (userId: string | null): Sql => sql`select ${userId}::uuid as id`;
