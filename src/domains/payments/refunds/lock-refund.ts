/** Lock order of a refund: its row → the application, connection, work order or ownership request → month → number series last. */
import { first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
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
