/** Making and changing staff accounts. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { tellContact } from '../../actions/tell-person.ts';
import { errors } from '../../contract.ts';
import { kindsLostBy, type OpenWork, openWorkOf } from '../open-work.ts';
import { getStoredUser, type StoredUser } from '../queries.ts';
import { fieldsOf, type UserFields } from '../user-fields.ts';
import { handOver } from './hand-over.ts';
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

type Change = UserFields & { id: string; version: number; handOverTo?: string | undefined };

/**
 * Changes an account. A link by which its password is to be chosen was sent to the address of before; it ends, and a new one
 * goes to the address of now. Work that the other role may not do goes to a successor, in the same transaction.
 */
export async function editStaffUser(
  tx: Tx,
  actor: Actor,
  context: LinkContext & { openWork: readonly OpenWork[] },
  input: Change,
): Promise<StoredUser> {
  await lockAdministrators(tx);
  // No work is given to them meanwhile (assigning takes a share of this lock).
  await execute(tx, sql`select from identity.users where id = ${input.id} for update`);
  const before = await getStoredUser(tx, input.id);
  await requireRole(tx, actor, before.role);
  const isOtherEmail = before.email?.toLowerCase() !== input.email.toLowerCase();
  const isOtherPhone = before.phone !== input.phone;
  // One's own e-mail and phone are changed on the profile: by the password and a link or a code to the new one.
  if (before.role !== input.role || isOtherEmail || isOtherPhone) requireOther(actor, input.id);
  const waitsForLink =
    before.status === 'active' && (!before.hasPassword || (await hasOpenLink(tx, actor, input.id)));
  const roleId = before.role === input.role ? null : await requireRole(tx, actor, input.role);
  if (roleId) await leaveWork(tx, actor, context.openWork, input);
  const changed = await first<{ language: 'en' | 'bn' }>(
    tx,
    sql`update identity.users set name = ${input.name}, email = ${input.email}, phone = ${input.phone},
        role_id = coalesce(${roleId}::uuid, role_id), version = version + 1
      where id = ${input.id} and version = ${input.version} returning language`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  await requireAdministrator(tx);
  if (roleId) for (const kind of context.openWork) await kind.roleChanged?.(tx, actor, input.id);
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

/** A newer version of the account is refused after it: nothing of this is kept then. */
async function leaveWork(
  tx: Tx,
  actor: Actor,
  openWork: readonly OpenWork[],
  { id, role, handOverTo }: Change,
): Promise<void> {
  const lost = await kindsLostBy(tx, openWork, { userId: id, role });
  const open = await openWorkOf(tx, lost, id);
  if (open.length === 0) return;
  if (!handOverTo) throw fail(errors.open_work, { count: open.reduce((sum, { count }) => sum + count, 0) });
  await handOver(tx, actor, lost, { from: id, to: handOverTo });
}

async function hasOpenLink(tx: Tx, actor: Actor, userId: string): Promise<boolean> {
  const open = await first(
    tx,
    sql`select true as open from identity.one_time_links where user_id = ${userId} and used_at is null
      and replaced_at is null and expires_at > ${actor.now} limit 1`,
  );
  return open !== undefined;
}
