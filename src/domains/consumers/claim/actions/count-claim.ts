/**
 * Tries at a claim: counted for the person and for the number that was typed, in statements of their own before anything
 * is looked up, so that neither many accounts nor many numbers get further (see identity/actions/count-try.ts). Every
 * refusal is audited; the person hears one sentence for all of them.
 */

import { countTry } from '#domains/identity/actions/count-try.ts';
import { waitOf } from '#domains/identity/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, type Tx, transaction } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { claimTries, type Tried } from '../claim-tries.ts';
import { claimText, type Refusal } from '../find-entry.ts';

/** Refuses a try that comes during a wait. */
export async function countClaim(db: Db, actor: Actor, tried: Tried): Promise<void> {
  const keys = claimTries(tried);
  for (const key of keys) {
    if (await countTry(db, key, actor.now)) continue;
    const seconds = Math.max(await waitOf(db, actor.now, keys), 1);
    await transaction(db, (tx) => auditRefusal(tx, actor, tried, { why: 'waiting' }));
    throw fail(errors.claim_wait, { seconds, minutes: Math.ceil(seconds / 60) });
  }
}

/** Is among the changes of the entry that was meant, if there is one. */
export async function auditRefusal(
  tx: Tx,
  actor: Actor,
  { phone, claim }: Tried,
  { why, consumerId }: Omit<Refusal, 'why'> & { why: Refusal['why'] | 'waiting' },
): Promise<void> {
  const customerNumber = claimText(claim.customerNumber);
  await audit(tx, actor, {
    action: 'consumer.claim-refused',
    object: 'consumer',
    objectId: consumerId ?? customerNumber,
    after: { customerNumber, phone, why },
  });
}
