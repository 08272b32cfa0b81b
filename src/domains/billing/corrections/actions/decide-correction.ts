/** The second person's word on a correction; the database refuses the one who asked. */
import type { HandoverCorrected } from '#domains/meters/points.ts';
import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { openDisputesAgain } from '../../disputes/actions/end-disputes.ts';
import { errors } from '../contract.ts';
import { applyAdjustment, type BillAmounts } from './adjust-invoice.ts';
import { applyCancellation } from './cancel-invoice.ts';

type Asked = {
  id: string;
  invoiceId: string;
  kind: 'CANCEL' | 'ADJUST';
  state: string;
  reason: string;
  registerLitres: number;
  later: { readingId: string; registerLitres: number }[];
  amountMinor: number;
  billAmounts: BillAmounts | null;
  freePayment: boolean;
  invoiceVersion: number;
};

/** @param handedOver told of a figure that was handed over to another owner: neither who asks nor who decides noted or checked it */
export async function decideCorrection(
  tx: Tx,
  actor: Actor,
  input: { correctionId: string; accept: boolean },
  handedOver: HandoverCorrected,
): Promise<{ id: string; state: 'DONE' | 'REFUSED' }> {
  const asked = await first<Asked>(
    tx,
    sql`select id, invoice_id as "invoiceId", kind, state, reason, register_litres as "registerLitres", later, amount_minor as "amountMinor",
        bill_amounts as "billAmounts",
        free_payment as "freePayment", invoice_version as "invoiceVersion"
      from billing.corrections where id = ${input.correctionId} for update`,
  );
  if (!asked) throw fail(commonErrors.not_found);
  const permission = asked.kind === 'CANCEL' ? 'invoices:cancel' : 'invoices:adjust';
  if (!may(actor, permission)) throw fail(commonErrors.not_permitted, { permission });
  if (asked.state !== 'REQUESTED') throw fail(errors.correction_decided);
  const state = input.accept ? 'DONE' : 'REFUSED';
  await execute(
    tx,
    sql`update billing.corrections set state = ${state}, decided_by = ${actor.userId}, decided_at = ${actor.now}
    where id = ${asked.id}`,
  );
  if (input.accept && asked.kind === 'CANCEL') await applyCancellation(tx, actor, asked);
  else if (input.accept) await applyAdjustment(tx, actor, asked, handedOver);
  else await openDisputesAgain(tx, actor, asked.id);
  await audit(tx, actor, {
    action: input.accept ? 'invoice.approve-correction' : 'invoice.refuse-correction',
    object: 'invoice',
    objectId: asked.invoiceId,
    after: { kind: asked.kind, state },
    reason: asked.reason,
  });
  return { id: asked.id, state };
}
