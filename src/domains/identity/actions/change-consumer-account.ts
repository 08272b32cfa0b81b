/** The accounts by which consumers sign in, for the domain that keeps their register: at most one each. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { findAccount } from '../consumer-account-queries.ts';
import { type LinkContext, sendLink } from '../users/actions/send-password-link.ts';
import { endSessionsOf } from './open-session.ts';

/**
 * Two consumers become one: the account of the one that goes moves along; if both have one, the one that stays
 * keeps its own and the other is closed with all its sessions.
 */
export async function mergeAccounts(
  tx: Tx,
  actor: Actor,
  { fromId, intoId }: { fromId: string; intoId: string },
): Promise<void> {
  const from = await findAccount(tx, fromId, true);
  if (!from) return;
  const into = await findAccount(tx, intoId, true);
  if (into) {
    await execute(
      tx,
      sql`update identity.users set status = 'disabled', version = version + 1 where id = ${from.id}`,
    );
    await endSessionsOf(tx, { userId: from.id, except: null, reason: 'consumer merged', now: actor.now });
  } else {
    await execute(
      tx,
      sql`update identity.users set consumer_id = ${intoId}, version = version + 1 where id = ${from.id}`,
    );
  }
  await audit(tx, actor, {
    action: into ? 'user.deactivate' : 'user.consumer',
    object: 'user',
    objectId: from.id,
    before: { consumerId: fromId, status: from.status },
    after: into ? { consumerId: fromId, status: 'disabled' } : { consumerId: intoId, status: from.status },
  });
}

/** Opens or closes the account together with the consumer's entry; sessions end at once. */
export async function setAccountStatus(
  tx: Tx,
  actor: Actor,
  consumerId: string,
  status: 'active' | 'disabled',
): Promise<void> {
  const account = await findAccount(tx, consumerId, true);
  if (!account || account.status === status) return;
  await execute(
    tx,
    sql`update identity.users set status = ${status}, version = version + 1 where id = ${account.id}`,
  );
  if (status === 'disabled') {
    await endSessionsOf(tx, {
      userId: account.id,
      except: null,
      reason: 'consumer inactive',
      now: actor.now,
    });
  }
  await audit(tx, actor, {
    action: status === 'active' ? 'user.activate' : 'user.deactivate',
    object: 'user',
    objectId: account.id,
    before: { status: account.status },
    after: { status },
  });
}

/** Sends the link by which the consumer chooses a password; false if there is no account in force. */
export async function sendConsumerLink(
  tx: Tx,
  actor: Actor,
  context: LinkContext,
  consumerId: string,
): Promise<boolean> {
  const account = await findAccount(tx, consumerId);
  if (account?.status !== 'active') return false;
  await sendLink(tx, actor, context, account.id);
  return true;
}
