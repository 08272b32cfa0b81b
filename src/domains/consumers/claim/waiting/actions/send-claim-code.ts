/**
 * A new code to the phone of a claimed entry, if the one before was tried too often or is too old. There is one for each claim,
 * because the phone may be a stranger's; after it only staff decide.
 */
import type { Keys } from '#domains/identity/actions/open-session.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { digitCode } from '#platform/secrets/digit-code.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../../contract.ts';
import { CODE_SECONDS } from '../../claim-limits.ts';
import { claimCode } from '../claim-code.ts';
import { mayRenewCode } from '../queries.ts';
import { tellRegister } from './tell-about-claim.ts';

export async function sendClaimCode(
  tx: Tx,
  actor: Actor,
  keys: Keys,
  { id }: { id: string },
): Promise<{ done: true }> {
  const userId = String(actor.userId);
  const claim = await first<{ consumerId: string; number: string }>(
    tx,
    sql`select consumer_id as "consumerId", customer_number as number from consumers.claims
      where id = ${id} and user_id = ${userId} and ${mayRenewCode} for update`,
  );
  if (!claim) throw fail(errors.claim_no_new_code);
  const code = digitCode();
  await execute(
    tx,
    sql`update consumers.claims set code_hash = ${claimCode(keys, userId, claim.consumerId, code)}, tries = 0,
      code_expires_at = ${actor.now}::timestamptz + make_interval(secs => ${CODE_SECONDS}::int) where id = ${id}`,
  );
  await tellRegister(tx, actor, 'asked', id, { text: code, isNew: true });
  await audit(tx, actor, {
    action: 'consumer.claim-code',
    object: 'consumer',
    objectId: claim.consumerId,
    after: { customerNumber: claim.number },
  });
  return { done: true };
}
