/** The accounts by which consumers sign in, for the domain that keeps their register: at most one each. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { type Account, findAccount } from '../consumer-account-queries.ts';
import { letGo } from '../users/actions/end-accounts.ts';
import { type LinkContext, sendLink } from '../users/actions/send-password-link.ts';
import { endSessionsOf } from './open-session.ts';
import { tellMerged } from './tell-person.ts';

type Pair = { fromId: string; intoId: string; reason: string };

/**
 * Two consumers become one: the account of the one that goes moves along. If both have one, the one that stays keeps its own,
 * unless only the other one works; the one that is not kept is closed for good. Gives the account that was closed.
 */
export async function mergeAccounts(tx: Tx, actor: Actor, pair: Pair): Promise<{ id: string } | undefined> {
  const { fromId, intoId } = pair;
  const from = await findAccount(tx, fromId, true);
  if (!from) return undefined;
  const into = await findAccount(tx, intoId, true);
  if (into?.status === 'active' || (into && from.status !== 'active')) {
    await closeMerged(tx, actor, { closed: from, consumerId: fromId, kept: into }, pair.reason);
    return { id: from.id };
  }
  if (into) {
    await closeMerged(tx, actor, { closed: into, consumerId: intoId, kept: from }, pair.reason);
    await nameConsumer(tx, into.id, null);
  }
  await nameConsumer(tx, from.id, intoId);
  // An entry has one account: the closed one names the entry that goes.
  if (into) await nameConsumer(tx, into.id, fromId);
  await audit(tx, actor, {
    action: 'user.consumer',
    object: 'user',
    objectId: from.id,
    before: { consumerId: fromId, status: from.status },
    after: { consumerId: intoId, status: from.status },
  });
  return into && { id: into.id };
}

async function nameConsumer(tx: Tx, id: string, consumerId: string | null): Promise<void> {
  await execute(
    tx,
    sql`update identity.users set consumer_id = ${consumerId}::uuid, version = version + 1 where id = ${id}`,
  );
}

type Named = Pick<Account, 'id' | 'status'>;
type Closing = { closed: Named; consumerId: string; kept: Named };

/** Its phone and e-mail are free again; who signed in with them is told which account is left. */
async function closeMerged(
  tx: Tx,
  actor: Actor,
  { closed, consumerId, kept }: Closing,
  reason: string,
): Promise<void> {
  await tellMerged(tx, closed.id, kept.id);
  await letGo(tx, actor, closed.id, { reason, sessionsEnd: 'consumer merged' });
  await audit(tx, actor, {
    action: 'user.delete',
    object: 'user',
    objectId: closed.id,
    before: { consumerId, status: closed.status },
    after: { consumerId, status: 'deleted' },
    reason,
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
