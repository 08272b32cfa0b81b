/**
 * A claim of an entry was undone. What the claimant agreed to in the name of the household, which gives its connection away, counts no
 * more: its request waits for a correction, and when it is sent again the household's own phone gets the code.
 */
import type { UndoneClaim } from '#domains/consumers/consumer-parts.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, sql, type Tx } from '#platform/database/db.ts';
import { finishStep, lockRequest } from '../../lock-request.ts';
import { OPEN_STATES } from '../../ownership.rules.ts';
import { setsOfReturn } from '../../returned.ts';
import { tellBoth } from '../../tell-owners.ts';

/** Read by both owners and the office, in both languages. */
const REMARK =
  'The present owner has to agree again: a claim of their entry was undone. / বর্তমান মালিককে আবার সম্মতি দিতে হবে: তাঁর তথ্যে করা দাবি বাতিল হয়েছে।';

export async function endClaimedConsents(tx: Tx, actor: Actor, claim: UndoneClaim): Promise<void> {
  for (const requestId of await endConsents(tx, claim)) {
    const subject = await lockRequest(tx, actor, requestId);
    const answer = await finishStep(tx, actor, subject, {
      action: 'return',
      sets: [...setsOfReturn(actor, REMARK), sql`present_agreed = false`],
      remark: REMARK,
    });
    await audit(tx, actor, {
      action: 'ownership.return',
      object: 'ownership_request',
      objectId: requestId,
      before: { state: subject.state },
      after: { state: answer.state, side: 'PRESENT' },
      reason: REMARK,
    });
    await tellBoth(tx, actor, { requestId, what: 'agreesAgain', notice: 'ownership.returned' });
  }
}

/** The account's person entered the code, or told it at the office: it went to their phone. Gives the requests. */
async function endConsents(
  tx: Tx,
  { userId, claimedId, accountId, since }: UndoneClaim,
): Promise<readonly string[]> {
  const open = await all<{ id: string }>(
    tx,
    sql`select r.id from ownership.requests r join meters.connections c on c.id = r.connection_id
      where c.consumer_id = ${claimedId} and r.from_consumer_id in (${claimedId}, ${accountId})
        and r.state = any(${OPEN_STATES}::text[]) order by r.id for no key update of r`,
  );
  // Who agreed is read after the locks: a consent that was on its way is in it.
  const ended = await all<{ requestId: string }>(
    tx,
    sql`update ownership.consents set given_as = null, given_at = null, given_by = null, given_by_name = null, reason = null, code_hash = null
      where request_id = any(${open.map(({ id }) => id)}::uuid[]) and side = 'PRESENT' and given_at >= ${since}::timestamptz
        and (given_by = ${userId} or given_as = 'CODE' and phone = (select u.phone from identity.users u where u.id = ${userId}))
      returning request_id as "requestId"`,
  );
  return ended.map(({ requestId }) => requestId).toSorted();
}
