/** Making and changing staff accounts. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { tellContact } from '../../actions/tell-person.ts';
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

/**
 * Changes an account. A link by which its password is to be chosen was sent to the address of before; it ends, and a new one
 * goes to the address of now.
 */
export async function editStaffUser(
  tx: Tx,
  actor: Actor,
  context: LinkContext,
  input: Change,
): Promise<StoredUser> {
  await lockAdministrators(tx);
  const before = await getStoredUser(tx, input.id);
  await requireRole(tx, actor, before.role);
  const isOtherEmail = before.email?.toLowerCase() !== input.email.toLowerCase();
  const isOtherPhone = before.phone !== input.phone;
  // One's own e-mail and phone are changed on the profile: by the password and a link or a code to the new one.
  if (before.role !== input.role || isOtherEmail || isOtherPhone) requireOther(actor, input.id);
  const waitsForLink =
    before.status === 'active' && (!before.hasPassword || (await hasOpenLink(tx, actor, input.id)));
  const roleId = before.role === input.role ? null : await requireRole(tx, actor, input.role);
  const changed = await first<{ language: 'en' | 'bn' }>(
    tx,
    sql`update identity.users set name = ${input.name}, email = ${input.email}, phone = ${input.phone},
        role_id = coalesce(${roleId}::uuid, role_id), version = version + 1
      where id = ${input.id} and version = ${input.version} returning language`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  await requireAdministrator(tx);
  // The notice goes to the addresses that the person had before.
  const contact = { ...before, language: changed.language };
  const occasion = `${input.id}:${actor.requestId}`;
  if (isOtherEmail) await tellContact(tx, contact, 'emailChanged', occasion);
  if (isOtherPhone) await tellContact(tx, contact, 'phoneChanged', occasion);
  if (waitsForLink && (isOtherEmail || isOtherPhone)) await sendLink(tx, actor, context, input.id);
  await audit(tx, actor, {
    action: 'user.edit',
    object: 'user',
    objectId: input.id,
    before: fieldsOf(before),
    after: fieldsOf(input),
  });
  return getStoredUser(tx, input.id);
}

async function hasOpenLink(tx: Tx, actor: Actor, userId: string): Promise<boolean> {
  const open = await first(
    tx,
    sql`select true as open from identity.one_time_links where user_id = ${userId} and used_at is null
      and replaced_at is null and expires_at > ${actor.now} limit 1`,
  );
  return open !== undefined;
}
