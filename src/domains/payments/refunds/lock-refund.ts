/** Lock order of a refund: its row → the application, connection, work order or ownership request → month → number series last. */
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../errors.ts';
import type { RefundState } from './refund.rules.ts';

export type RefundFacts = {
  id: string;
  state: RefundState;
  applicationId: string | null;
  connectionId: string | null;
  paymentId: string | null;
  demandNoteId: string | null;
  workOrderId: string | null;
  ownershipRequestId: string | null;
  amountMinor: number;
  /** Of who paid for the connection of another one. */
  ofPayer: boolean;
};

/**
 * An advance is not paid out any more if the cheque that had brought it came back: the connection owes it by a bill (`advance_back`). The refund
 * is locked; the lock of the connection keeps returns away until the commit.
 */
export async function refuseReturned(tx: Tx, { connectionId, paymentId }: RefundFacts): Promise<void> {
  if (!connectionId || paymentId) return;
  await execute(tx, sql`select from meters.connections where id = ${connectionId} for no key update`);
  const { amount } = await one<{ amount: number }>(
    tx,
    sql`select coalesce(sum(i.total_minor - i.settled_minor), 0)::bigint as amount from billing.invoices i
      join billing.invoice_lines l on l.invoice_id = i.id and l.kind = 'advance_back'
      where i.connection_id = ${connectionId} and i.cancelled_on is null`,
  );
  if (amount > 0) throw fail(errors.refund_not_paid_in, { amount });
}

export async function lockRefund(tx: Tx, id: string): Promise<RefundFacts> {
  const refund = await first<RefundFacts>(
    tx,
    sql`select id, state, application_id as "applicationId", connection_id as "connectionId",
        payment_id as "paymentId", demand_note_id as "demandNoteId", work_order_id as "workOrderId",
        ownership_request_id as "ownershipRequestId",
        amount_minor as "amountMinor", of_payer as "ofPayer"
      from payments.refunds where id = ${id} for update`,
  );
  if (!refund) throw fail(commonErrors.not_found);
  return refund;
}
