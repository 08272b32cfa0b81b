/** The second person's word on a correction, for which a refusal needs a reason; and taking an own request back. The database refuses the others. */
import type { HandoverCorrected } from '#domains/meters/points.ts';
import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { openDisputesAgain } from '../../disputes/actions/end-disputes.ts';
import { noticeCorrectionDecided } from '../../notices.ts';
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
  requestedBy: string | null;
};

/** Locks a correction that waits. Refuses an unknown one, one of another kind of work than the person's, and one that has ended. */
async function lockWaiting(tx: Tx, actor: Actor, correctionId: string): Promise<Asked> {
  const asked = await first<Asked>(
    tx,
    sql`select id, invoice_id as "invoiceId", kind, state, reason, register_litres as "registerLitres", later, amount_minor as "amountMinor",
        bill_amounts as "billAmounts", requested_by as "requestedBy",
        free_payment as "freePayment", invoice_version as "invoiceVersion"
      from billing.corrections where id = ${correctionId} for update`,
  );
  if (!asked) throw fail(commonErrors.not_found);
  const permission = asked.kind === 'CANCEL' ? 'invoices:cancel' : 'invoices:adjust';
  if (!may(actor, permission)) throw fail(commonErrors.not_permitted, { permission });
  if (asked.state !== 'REQUESTED') throw fail(errors.correction_decided);
  return asked;
}

type Decision = { correctionId: string; accept: boolean; remark?: string | undefined };

/** @param handedOver told of a figure that was handed over to another owner: neither who asks nor who decides noted or checked it */
export async function decideCorrection(
  tx: Tx,
  actor: Actor,
  { correctionId, accept, remark }: Decision,
  handedOver: HandoverCorrected,
): Promise<{ id: string; state: 'DONE' | 'REFUSED' }> {
  const asked = await lockWaiting(tx, actor, correctionId);
  if (!accept && !remark) throw fail(errors.refusal_reason);
  const state = accept ? 'DONE' : 'REFUSED';
  await execute(
    tx,
    sql`update billing.corrections set state = ${state}, decided_by = ${actor.userId}, decided_at = ${actor.now},
      answer = ${accept ? null : (remark ?? null)}
    where id = ${asked.id}`,
  );
  if (accept && asked.kind === 'CANCEL') await applyCancellation(tx, actor, asked);
  else if (accept) await applyAdjustment(tx, actor, asked, handedOver);
  else await openDisputesAgain(tx, actor, asked.id);
  await audit(tx, actor, {
    action: accept ? 'invoice.approve-correction' : 'invoice.refuse-correction',
    object: 'invoice',
    objectId: asked.invoiceId,
    after: { kind: asked.kind, state },
    reason: accept ? asked.reason : remark,
  });
  await noticeCorrectionDecided(tx, actor, asked, accept ? undefined : remark);
  return { id: asked.id, state };
}

/** Who asked takes the request back: the bill stays as it is, and somebody may ask again. */
export async function withdrawCorrection(
  tx: Tx,
  actor: Actor,
  { correctionId, reason }: { correctionId: string; reason: string },
): Promise<{ id: string; state: 'WITHDRAWN' }> {
  const { id, invoiceId, kind } = await lockWaiting(tx, actor, correctionId);
  const withdrawn = await first(
    tx,
    sql`update billing.corrections set state = 'WITHDRAWN', decided_by = ${actor.userId}, decided_at = ${actor.now}, answer = ${reason}
      where id = ${id} and requested_by = ${actor.userId} returning id`,
  );
  if (!withdrawn) throw fail(errors.correction_not_own);
  await openDisputesAgain(tx, actor, id);
  await audit(tx, actor, {
    action: 'invoice.withdraw-correction',
    object: 'invoice',
    objectId: invoiceId,
    after: { kind, state: 'WITHDRAWN' },
    reason,
  });
  return { id, state: 'WITHDRAWN' };
}
