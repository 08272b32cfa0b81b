/**
 * Deactivating, activating and deleting staff accounts. Deleting closes the account for good: sessions end, e-mail
 * and phone are free again, password, role and pictures are gone; the row stays, because histories name it.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { releaseFile } from '#platform/files/files.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { endSessionsOf } from '../../actions/open-session.ts';
import { errors } from '../../contract.ts';
import { type OpenWork, openWorkOf } from '../open-work.ts';
import { getStoredUser, type StoredUser } from '../queries.ts';
import { fieldsOf } from '../user-fields.ts';
import { handOver } from './hand-over.ts';
import { lockAdministrators, requireAdministrator, requireOther } from './require-administrator.ts';
import { requireRole } from './require-role.ts';

type StatusChange = {
  id: string;
  version: number;
  status: 'active' | 'disabled';
  reason: string;
  handOverTo?: string | undefined;
};

/** The account, locked: no work is given to it while it ends (assigning takes a share of this lock). */
async function openAccount(tx: Tx, actor: Actor, id: string): Promise<StoredUser> {
  requireOther(actor, id);
  await lockAdministrators(tx);
  await execute(tx, sql`select from identity.users where id = ${id} for update`);
  const user = await getStoredUser(tx, id);
  await requireRole(tx, actor, user.role);
  return user;
}

export async function setStatus(
  tx: Tx,
  actor: Actor,
  openWork: readonly OpenWork[],
  input: StatusChange,
): Promise<StoredUser> {
  const { id, status, reason, handOverTo } = input;
  const before = await openAccount(tx, actor, id);
  if (status === 'disabled' && reason === '') throw fail(errors.reason_required);
  if (before.version !== input.version) throw fail(commonErrors.stale_version);
  await execute(
    tx,
    sql`update identity.users set status = ${status}, status_reason = ${reason}, status_at = ${actor.now},
      version = version + 1 where id = ${id}`,
  );
  if (status === 'disabled') {
    await requireAdministrator(tx);
    if (handOverTo) await handOver(tx, actor, openWork, { from: id, to: handOverTo });
    for (const kind of openWork) await kind.accountEnds?.(tx, actor, id);
    await endSessionsOf(tx, { userId: id, except: null, reason: 'account deactivated', now: actor.now });
  }
  await audit(tx, actor, {
    action: status === 'active' ? 'user.activate' : 'user.deactivate',
    object: 'user',
    objectId: id,
    before: { status: before.status },
    after: { status, ...(handOverTo ? { handOverTo } : {}) },
    reason: reason || undefined,
  });
  return getStoredUser(tx, id);
}

type Deletion = { id: string; handOverTo?: string | undefined; reason: string };

export async function deleteStaffUser(
  tx: Tx,
  actor: Actor,
  openWork: readonly OpenWork[],
  { id, handOverTo, reason }: Deletion,
): Promise<{ done: true }> {
  const before = await openAccount(tx, actor, id);
  const open = await openWorkOf(tx, openWork, id);
  if (open.length > 0 && !handOverTo) {
    throw fail(errors.open_work, { count: open.reduce((sum, { count }) => sum + count, 0) });
  }
  if (open.length > 0 && handOverTo) await handOver(tx, actor, openWork, { from: id, to: handOverTo });
  for (const kind of openWork) await kind.accountEnds?.(tx, actor, id);
  if (!(await letGo(tx, actor, id, { reason, sessionsEnd: 'account deleted' })))
    throw fail(commonErrors.not_found);
  await requireAdministrator(tx);
  await audit(tx, actor, {
    action: 'user.delete',
    object: 'user',
    objectId: id,
    before: fieldsOf(before),
    after: { handedOver: Object.fromEntries(open.map(({ kind, count }) => [kind, count])), handOverTo },
    reason: reason || undefined,
  });
  return { done: true };
}

/** All ways to sign in but the password, which is a column, and the open ones, which end by themselves (migration 0094). */
const WAYS_IN = [sql`identity.second_factors`, sql`identity.recovery_codes`, sql`identity.provider_links`];

/**
 * Closes the account, also that of a consumer who has another one: of all that it held only the name is left. False if it is closed already.
 * @param sessionsEnd why its sessions end
 */
export async function letGo(
  tx: Tx,
  actor: Actor,
  id: string,
  { reason, sessionsEnd }: { reason: string; sessionsEnd: 'account deleted' | 'consumer merged' },
): Promise<boolean> {
  const pictures = await one<{ image: string | null; signature: string | null }>(
    tx,
    sql`select image_file_id as image, signature_file_id as signature from identity.users where id = ${id}`,
  );
  const closed = await first(
    tx,
    sql`update identity.users set status = 'deleted', status_reason = ${reason}, status_at = ${actor.now},
        role_id = null, email = null, phone = null, password_hash = null, image_file_id = null,
        signature_file_id = null, version = version + 1
      where id = ${id} and status <> 'deleted' returning id`,
  );
  if (!closed) return false;
  for (const file of [pictures.image, pictures.signature]) if (file) await releaseFile(tx, actor, file);
  for (const way of WAYS_IN) await execute(tx, sql`delete from ${way} where user_id = ${id}`);
  await endSessionsOf(tx, { userId: id, except: null, reason: sessionsEnd, now: actor.now });
  return true;
}
