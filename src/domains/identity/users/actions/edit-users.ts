/** Making and changing staff accounts. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { endEmail } from '../../email/change-email.ts';
import { getStoredUser, type StoredUser } from '../queries.ts';
import { fieldsOf, type UserFields } from '../user-fields.ts';
import { lockAdministrators, requireAdministrator, requireOther } from './require-administrator.ts';
import { requireRole } from './require-role.ts';
import { type LinkContext, sendLink } from './send-password-link.ts';

export async function createStaffUser(
  tx: Tx,
  actor: Actor,
  context: LinkContext,
  input: UserFields & { language: 'en' | 'bn' },
): Promise<StoredUser> {
  const roleId = await requireRole(tx, actor, input.role);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into identity.users (role_id, name, email, phone, language, theme)
      values (${roleId}, ${input.name}, ${input.email}, ${input.phone}, ${input.language}, 'system') returning id`,
  );
  await audit(tx, actor, { action: 'user.create', object: 'user', objectId: id, after: fieldsOf(input) });
  await sendLink(tx, actor, context, id);
  return getStoredUser(tx, id);
}

type Change = UserFields & { id: string; version: number };

export async function editStaffUser(tx: Tx, actor: Actor, input: Change): Promise<StoredUser> {
  await lockAdministrators(tx);
  const before = await getStoredUser(tx, input.id);
  await requireRole(tx, actor, before.role);
  const isOtherEmail = before.email !== null && before.email.toLowerCase() !== input.email.toLowerCase();
  // An administrator's own e-mail is changed on the profile: by the password and a link to the new address.
  if (before.role !== input.role || isOtherEmail) requireOther(actor, input.id);
  const roleId = before.role === input.role ? null : await requireRole(tx, actor, input.role);
  const changed = await first(
    tx,
    sql`update identity.users set name = ${input.name}, email = ${input.email}, phone = ${input.phone},
        role_id = coalesce(${roleId}::uuid, role_id), version = version + 1
      where id = ${input.id} and version = ${input.version} returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  await requireAdministrator(tx);
  if (isOtherEmail) await endEmail(tx, actor, { userId: input.id, email: before.email });
  await audit(tx, actor, {
    action: 'user.edit',
    object: 'user',
    objectId: input.id,
    before: fieldsOf(before),
    after: fieldsOf(input),
  });
  return getStoredUser(tx, input.id);
}
