/** Making, changing and deleting staff accounts. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { endSessionsOf } from '../../actions/open-session.ts';
import { errors } from '../../contract.ts';
import type { User } from '../contract.ts';
import { getUser } from '../queries.ts';
import { type LinkContext, sendLink } from './password-links.ts';
import { requireRole } from './require-role.ts';

type UserFields = { name: string; email: string; phone: string; role: string };

export async function createStaffUser(
  tx: Tx,
  actor: Actor,
  context: LinkContext,
  input: UserFields & { language: 'en' | 'bn' },
): Promise<User> {
  const roleId = await requireRole(tx, actor, input.role);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into identity.users (role_id, name, email, phone, language)
      values (${roleId}, ${input.name}, ${input.email}, ${input.phone}, ${input.language}) returning id`,
  );
  await audit(tx, actor, { action: 'user.create', object: 'user', objectId: id, after: fieldsOf(input) });
  await sendLink(tx, actor, context, id);
  return getUser(tx, id);
}

type Change = UserFields & { id: string; version: number; status: 'active' | 'disabled' };

export async function editStaffUser(tx: Tx, actor: Actor, input: Change): Promise<User> {
  await lockAdministrators(tx);
  const before = await getUser(tx, input.id);
  await requireRole(tx, actor, before.role);
  const roleId = before.role === input.role ? null : await requireRole(tx, actor, input.role);
  const changed = await first(
    tx,
    sql`update identity.users set name = ${input.name}, email = ${input.email}, phone = ${input.phone},
        status = ${input.status}, role_id = coalesce(${roleId}::uuid, role_id), version = version + 1
      where id = ${input.id} and version = ${input.version} returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  await requireAdministrator(tx);
  if (input.status === 'disabled') {
    await endSessionsOf(tx, {
      userId: input.id,
      except: null,
      reason: 'account deactivated',
      now: actor.now,
    });
  }
  await audit(tx, actor, {
    action: 'user.edit',
    object: 'user',
    objectId: input.id,
    before: { ...fieldsOf(before), status: before.status },
    after: { ...fieldsOf(input), status: input.status },
  });
  return getUser(tx, input.id);
}

/** Whoever has signed in stands in histories: such an account is deactivated instead. */
export async function deleteStaffUser(tx: Tx, actor: Actor, id: string): Promise<{ done: true }> {
  const before = await getUser(tx, id);
  await requireRole(tx, actor, before.role);
  const deleted = await first(
    tx,
    sql`delete from identity.users where id = ${id} and last_login_at is null returning id`,
  );
  if (!deleted) throw fail(errors.user_has_history);
  await audit(tx, actor, { action: 'user.delete', object: 'user', objectId: id, before: fieldsOf(before) });
  return { done: true };
}

const fieldsOf = ({ name, email, phone, role }: { [K in keyof UserFields]: string | null }) => ({
  name,
  email,
  phone,
  role,
});

/** Changes of administrators wait for each other, so that two cannot remove the last two at once. */
async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`select from identity.users u join roles.roles r on r.id = u.role_id
    where r.code = 'admin' order by u.id for update of u`.execute(tx);
}

async function requireAdministrator(tx: Tx): Promise<void> {
  const left = await first(
    tx,
    sql`select true as found from identity.users u join roles.roles r on r.id = u.role_id
      where r.code = 'admin' and u.status = 'active' limit 1`,
  );
  if (!left) throw fail(errors.last_admin);
}
