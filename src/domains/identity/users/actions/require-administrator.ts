/** There is always an active administrator, and nobody shuts themself out. */
import type { Actor } from '#platform/actor.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';

/** Changes of administrators wait for each other, so that two cannot remove the last two at once. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await execute(
    tx,
    sql`select from identity.users u join roles.roles r on r.id = u.role_id
    where r.code = 'admin' order by u.id for update of u`,
  );
}

export async function requireAdministrator(tx: Tx): Promise<void> {
  const left = await first(
    tx,
    sql`select true as found from identity.users u join roles.roles r on r.id = u.role_id
      where r.code = 'admin' and u.status = 'active' limit 1`,
  );
  if (!left) throw fail(errors.last_admin);
}

/** One's own role and account are somebody else's to change. */
export function requireOther(actor: Actor, userId: string): void {
  if (actor.userId === userId) throw fail(errors.own_account);
}
