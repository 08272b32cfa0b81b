/** The fee of an ownership request that ends without a change: it leaves the books, and its payment is owed back (2210). */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import type { FeeToGiveBack } from '#domains/ownership/points.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { sendRefundMessage } from '../message-texts.ts';
import { NOBODY } from '../refund.rules.ts';
import { insertCase } from './open-refund.ts';

/** A payment is locked before what it is for: who takes one back, or asks the bank, at the same time does it in this order. */
export async function lockFeePayments(tx: Tx, requestId: string): Promise<void> {
  await execute(
    tx,
    sql`select from payments.payments where ownership_request_id = ${requestId} order by id for update`,
  );
}

export async function giveFeeBack(
  tx: Tx,
  actor: Actor,
  { requestId, feeMinor, feeVatMinor, reason }: FeeToGiveBack,
): Promise<void> {
  await postJournal(tx, actor, {
    kind: 'WITHDRAWAL',
    sourceId: requestId,
    businessDate: actor.today,
    reason,
    entries: [
      { account: ACCOUNTS.changesOfOwners, amountMinor: feeMinor - feeVatMinor },
      { account: ACCOUNTS.vat, amountMinor: feeVatMinor },
      { account: ACCOUNTS.refundable, partyId: requestId, amountMinor: -feeMinor },
    ],
  });
  const { id: paymentId, consumerId } = await one<{ id: string; consumerId: string | null }>(
    tx,
    sql`select p.id, p.consumer_id as "consumerId" from payments.payments p
      where p.ownership_request_id = ${requestId} and p.state = 'APPROVED' and not p.owed_back`,
  );
  const asked = {
    ...{ applicationId: null, connectionId: null, workOrderId: null, demandNoteId: null },
    ...{ ownershipRequestId: requestId, consumerId, paymentId, amountMinor: feeMinor, reason },
  };
  if (actor.kind !== 'system') await insertCase(tx, actor, asked);
  else await sendRefundMessage(tx, await insertCase(tx, actor, asked, NOBODY));
}
