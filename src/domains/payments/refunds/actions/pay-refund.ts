/** Money leaves: debit what is owed (2210), credit cash or the bank. The voucher's number comes last. */
import { noteRefund } from '#domains/applications/demand-note/actions/withdraw-paid.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { errors } from '../../contract.ts';
import { refuseFarDay } from '../../counter-day.rules.ts';
import { getPaymentSettings } from '../../settings/queries.ts';
import type { Refund } from '../contract.ts';
import { lockRefund, refuseReturned } from '../lock-refund.ts';
import { sendRefundMessage } from '../message-texts.ts';
import { getRefund } from '../queries.ts';

const FROM = { CASH: ACCOUNTS.cash, BANK: ACCOUNTS.bank };

type Tender =
  | { method: 'CASH'; paidOn?: string | undefined }
  | { method: 'BANK'; paidOn?: string | undefined; reference: string };

export async function payRefund(
  tx: Tx,
  actor: Actor,
  { refundId, tender }: { refundId: string; tender: Tender },
): Promise<Refund> {
  const refund = await lockRefund(tx, refundId);
  if (refund.state !== 'APPROVED') throw fail(errors.refund_not_approved);
  await refuseReturned(tx, refund);
  const paidOn = tender.paidOn ?? actor.today;
  const { settings } = await getPaymentSettings(tx);
  refuseFarDay(actor, paidOn, settings.backdateDays);
  const { applicationId, connectionId, demandNoteId, workOrderId, ownershipRequestId, amountMinor } = refund;
  const partyId = String(applicationId ?? connectionId ?? workOrderId ?? ownershipRequestId);
  await postJournal(tx, actor, {
    kind: 'REFUND',
    sourceId: refund.id,
    businessDate: paidOn,
    entries: [
      { account: ACCOUNTS.refundable, partyId, amountMinor },
      { account: FROM[tender.method], amountMinor: -amountMinor },
    ],
  });
  if (applicationId && demandNoteId)
    await noteRefund(tx, actor, { applicationId, demandNoteId, refundState: 'PAID_OUT' });
  const reference = tender.method === 'BANK' ? tender.reference : null;
  await execute(
    tx,
    sql`update payments.refunds
    set state = 'PAID_OUT', method = ${tender.method}, reference = ${reference}, paid_on = ${paidOn},
      paid_by = ${actor.userId}, paid_by_name = ${actor.name}, paid_at = ${actor.now},
      number = platform.human_number(${NUMBER_KINDS.refundVoucher}, platform.take_numbers('refund-voucher'))
    where id = ${refund.id}`,
  );
  await audit(tx, actor, {
    action: 'refund.pay',
    object: 'refund',
    objectId: refund.id,
    before: { state: refund.state },
    after: { state: 'PAID_OUT', method: tender.method, reference, paidOn, amountMinor },
  });
  await sendRefundMessage(tx, refund.id);
  return getRefund(tx, actor, refund.id);
}
