/**
 * A bill that should not be: its journal and those of its adjustments get their exact opposites, what was paid
 * becomes an advance, and its month can be billed again. The bill itself stays, with its number and the reason.
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { reverseJournal } from '#domains/ledger/actions/post-journal.ts';
import { balanceOf } from '#domains/ledger/queries.ts';
import { unmarkBilled } from '#domains/meters/actions/mark-billed.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { endDisputesOf } from '../../disputes/actions/end-disputes.ts';
import { ensureNotOverdrawn } from '../../invoices/actions/ensure-not-overdrawn.ts';
import { moveCredits } from '../../invoices/actions/move-credits.ts';
import { tellTakersOfCancelled } from '../../invoices/actions/tell-credits.ts';
import { applyAdvances, moveAdvances, returnAdvances } from '../../invoices/actions/use-advances.ts';
import { sendCancelled } from '../../invoices/message-texts.ts';
import { withTakers } from '../../invoices/taken-over.ts';
import { endLeaksOf } from '../../leaks/actions/end-leaks.ts';
import { noticeCancelled, noticeCorrection, noticeOwnerOfBill } from '../../notices.ts';
import { followPlans } from '../../payment-plans/actions/end-plans.ts';
import { reviseRebates } from '../../rebates/actions/revise-rebates.ts';
import { getLimits } from '../../settings/queries.ts';
import { reviseSurcharges } from '../../surcharges/actions/revise-surcharges.ts';
import { goesWith } from '../../surcharges/queries.ts';
import { errors } from '../contract.ts';
import { mayAlone } from '../second-person.ts';
import { ensureCreditsLeft } from './ensure-credits-left.ts';
import { type LockedBill, lockBill } from './lock-bill.ts';

type Cancel = { invoiceId: string; version: number; reason: string; freePayment: boolean };

export async function cancelInvoice(
  tx: Tx,
  actor: Actor,
  input: Cancel,
): Promise<{ id: string; state: 'DONE' | 'REQUESTED' }> {
  const bill = await lockBill(tx, { ...input, waiving: true });
  refusePaid(bill, input.freePayment);
  const { amountMinor, billIds } = await wholeOf(tx, bill);
  const { limits } = await getLimits(tx);
  const twoPerson = !(await mayAlone(tx, actor, {
    ...{
      kind: 'CANCEL',
      limitMinor: bill.isSurcharge ? limits.waiveAloneUpToMinor : limits.cancelAloneUpToMinor,
      amountMinor,
      billIds,
    },
    ...{ connectionId: bill.connectionId, sourceId: bill.id },
  }));
  if (twoPerson) await ensureCreditsLeft(tx, bill);
  const state = twoPerson ? 'REQUESTED' : 'DONE';
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into billing.corrections (invoice_id, kind, state, reason, free_payment, amount_minor,
        invoice_version, two_person, requested_by, requested_at, decided_by, decided_at)
      values (${bill.id}, 'CANCEL', ${state}, ${input.reason}, ${input.freePayment}, ${-amountMinor}, ${bill.version},
        ${twoPerson}, ${actor.userId}, ${actor.now}, ${twoPerson ? null : actor.userId}, ${twoPerson ? null : actor.now})
      returning id`,
  );
  if (twoPerson) await noticeCorrection(tx, actor, { id, invoiceId: bill.id, kind: 'CANCEL' });
  else await cancel(tx, actor, bill, { correctionId: id, reason: input.reason });
  await audit(tx, actor, {
    action: twoPerson ? 'invoice.ask-cancellation' : 'invoice.cancel',
    object: 'invoice',
    objectId: bill.id,
    after: { state, totalMinor: amountMinor, settledMinor: bill.settledMinor },
    reason: input.reason,
  });
  return { id, state };
}

/** All that is cancelled with the bill: its supplementary bills too, less its credit notes. */
function wholeOf(tx: Tx, { id }: LockedBill): Promise<{ amountMinor: number; billIds: string[] }> {
  return one(
    tx,
    sql`select array_agg(id) as "billIds", (sum(total_minor) + coalesce((select sum(a.amount_minor)
        from billing.adjustments a where a.invoice_id = ${id} and a.amount_minor < 0), 0))::bigint as "amountMinor"
      from billing.invoices i where ${goesWith('i', id)} and cancelled_on is null`,
  );
}

/** What was asked is done now, by the second person; money may have come in between. */
export async function applyCancellation(
  tx: Tx,
  actor: Actor,
  asked: { id: string; invoiceId: string; invoiceVersion: number; freePayment: boolean; reason: string },
): Promise<void> {
  const bill = await lockBill(tx, {
    invoiceId: asked.invoiceId,
    version: asked.invoiceVersion,
    waiving: true,
  });
  refusePaid(bill, asked.freePayment);
  await cancel(tx, actor, bill, { correctionId: asked.id, reason: asked.reason });
}

function refusePaid(bill: LockedBill, freePayment: boolean): void {
  if (bill.settledMinor > 0 && !freePayment) throw fail(errors.invoice_paid, { amount: bill.settledMinor });
}

async function cancel(
  tx: Tx,
  actor: Actor,
  bill: LockedBill,
  { correctionId, reason }: { correctionId: string; reason: string },
): Promise<void> {
  const businessDate = actor.today;
  const { connectionId } = bill;
  const { settledMinor } = await one<{ settledMinor: number }>(
    tx,
    sql`select sum(settled_minor)::bigint as "settledMinor" from billing.invoices i
      where ${goesWith('i', bill.id)} and cancelled_on is null`,
  );
  const credited = sql`select ${bill.id}::uuid as invoice_id, ${settledMinor}::bigint + coalesce((select sum(a.amount_minor)
    from billing.adjustments a where a.invoice_id = ${bill.id} and a.amount_minor < 0), 0) as amount_minor`;
  const moved = await moveCredits(tx, actor, { credited, isCancelled: true, businessDate });
  await moveAdvances(tx, actor, {
    uses: sql`select id as invoice_id, -settled_minor as amount_minor from billing.invoices i
      where ${goesWith('i', bill.id)} and cancelled_on is null and settled_minor > 0`,
    businessDate,
  });
  const posted = await all<{ kind: 'INVOICE' | 'ADJUSTMENT'; sourceId: string }>(
    tx,
    sql`select 'INVOICE' as kind, id as "sourceId" from billing.invoices i
        where ${goesWith('i', bill.id)} and cancelled_on is null and total_minor > 0
      union all
      select 'ADJUSTMENT', a.id from billing.adjustments a where a.invoice_id = ${bill.id}
        and exists (select from ledger.journals j where j.kind = 'ADJUSTMENT' and j.source_id = a.id)`,
  );
  for (const of of posted) await reverseJournal(tx, actor, { of, businessDate, reason });
  const cancelled = await all<{ id: string }>(
    tx,
    sql`update billing.invoices i set cancelled_on = ${businessDate}, cancel_reason = ${reason}, version = version + 1
    where ${goesWith('i', bill.id)} and cancelled_on is null returning id`,
  );
  await endDisputesOf(tx, actor, { connections: sql`select ${connectionId}::uuid`, correctionId });
  await endLeaksOf(tx, actor, sql`select ${connectionId}::uuid`);
  await followPlans(tx, actor, sql`select ${connectionId}::uuid`);
  if (!bill.isSurcharge) await unmarkBilled(tx, bill);
  // A credit note that was used elsewhere and is gone now.
  const owed = await balanceOf(tx, { partyId: connectionId, account: ACCOUNTS.advances });
  if (owed > 0) await returnAdvances(tx, actor, { connectionId, amountMinor: owed, businessDate });
  await ensureNotOverdrawn(tx, connectionId);
  await reviseLater(tx, actor, bill);
  await reviseRebates(tx, actor, { connections: sql`select ${connectionId}::uuid` });
  const connections = withTakers(sql`select ${connectionId}::uuid as id`);
  await applyAdvances(tx, actor, { connections, businessDate });
  const ids = sql`select unnest(${cancelled.map(({ id }) => id)}::uuid[])`;
  await noticeCancelled(tx, actor, ids);
  await tellTakersOfCancelled(tx, actor, ids, moved);
  await noticeOwnerOfBill(tx, actor, bill.id);
  // What who took the bill over had paid is no advance of its owner.
  const movedMinor = moved.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  await sendCancelled(
    tx,
    sql`select id, id = ${bill.id} and ${settledMinor > movedMinor} as paid from (${ids}) b (id)`,
  );
}

/** What had paid the bill was there for the later ones: less of them was unpaid, and their surcharges are what they would have been. */
async function reviseLater(
  tx: Tx,
  actor: Actor,
  { connectionId, period, isSurcharge }: LockedBill,
): Promise<void> {
  if (isSurcharge) return;
  await reviseSurcharges(tx, actor, { connections: sql`select ${connectionId}::uuid as id`, since: period });
}
