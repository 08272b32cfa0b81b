/**
 * The documents of an adjustment. Too much was billed: a credit note, in the books against income and VAT to the
 * connection's advance, which pays this bill first. Too little: a supplementary bill, which is an invoice like any
 * other, so that it is shown, paid and counted everywhere. Numbers are taken last.
 */

import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { endDisputesOf } from '../../disputes/actions/end-disputes.ts';
import { endUsedHouses } from '../../empty-houses/actions/end-used-houses.ts';
import { issueInvoice } from '../../invoices/actions/issue-invoice.ts';
import { moveCredits } from '../../invoices/actions/move-credits.ts';
import { takeOverSupplements } from '../../invoices/actions/take-over-bills.ts';
import { tellCredits } from '../../invoices/actions/tell-credits.ts';
import { applyAdvances, moveAdvances } from '../../invoices/actions/use-advances.ts';
import { paidByCredits } from '../../invoices/credited-bills.ts';
import { LINE_ACCOUNTS } from '../../invoices/line-accounts.rules.ts';
import { withTakers } from '../../invoices/taken-over.ts';
import { endLeaksOf } from '../../leaks/actions/end-leaks.ts';
import { followPlans } from '../../payment-plans/actions/end-plans.ts';
import { reviseRebates } from '../../rebates/actions/revise-rebates.ts';
import { movedBy, rulesOn } from '../../settings/queries.ts';
import { reviseSurcharges } from '../../surcharges/actions/revise-surcharges.ts';
import { isLineKind, type LineKind } from '../../tariffs/tariff.rules.ts';
import type { Recalculated } from '../recalculate.ts';
import { bumpVersion } from './lock-bill.ts';

type Posting = { correctionId: string; reason: string; bills: readonly Recalculated[] };

export async function postAdjustments(tx: Tx, actor: Actor, posting: Posting): Promise<void> {
  const moved = await movedBy(tx, await rulesOn(tx, actor.today));
  for (const bill of posting.bills) {
    const dueOn = moved(addDays(actor.today, bill.daysToPay));
    const supplementId = bill.amountMinor > 0 ? await issueSupplement(tx, actor, bill, dueOn) : null;
    const id = await insertAdjustment(tx, actor, { ...posting, bill, supplementId });
    const document = { id, reason: posting.reason };
    if (bill.amountMinor < 0) await postCredit(tx, actor, bill, document);
    // The total stays, and what it is for moves between accounts.
    else if (bill.amountMinor === 0 && differences(bill).length > 0)
      await postDifferences(tx, actor, bill, document);
  }
  await bumpVersion(
    tx,
    posting.bills.map(({ invoiceId }) => invoiceId),
  );
  await endUsedHouses(
    tx,
    actor,
    sql`select unnest(${posting.bills.map(({ invoiceId }) => invoiceId)}::uuid[])`,
  );
  const [first] = posting.bills;
  const connections = sql`select ${first?.connectionId}::uuid as id`;
  await endDisputesOf(tx, actor, { connections, correctionId: posting.correctionId });
  await endLeaksOf(tx, actor, connections);
  await followPlans(tx, actor, connections);
  const since = posting.bills.map(({ periodTo }) => periodTo).toSorted()[0];
  if (since && posting.bills.some(({ amountMinor }) => amountMinor < 0))
    await reviseSurcharges(tx, actor, { connections, since });
  await reviseRebates(tx, actor, { connections });
  await applyAdvances(tx, actor, { connections: withTakers(connections), businessDate: actor.today });
}

/** Lines that change, as difference. */
function differences(bill: Recalculated): { kind: LineKind; amountMinor: number }[] {
  return bill.lines.flatMap(({ kind, beforeMinor, afterMinor }) =>
    isLineKind(kind) && afterMinor !== beforeMinor ? [{ kind, amountMinor: afterMinor - beforeMinor }] : [],
  );
}

async function issueSupplement(tx: Tx, actor: Actor, bill: Recalculated, dueOn: string): Promise<string> {
  const { id } = await issueInvoice(tx, actor, {
    connectionId: bill.connectionId,
    adjustsId: bill.invoiceId,
    period: bill.period,
    periodFrom: bill.periodFrom,
    periodTo: bill.periodTo,
    issuedOn: actor.today,
    dueOn,
    tariffVersionId: bill.tariffVersionId,
    meterId: bill.meterId,
    usageLitres: bill.after.usageLitres - bill.before.usageLitres,
    lines: differences(bill),
  });
  await takeOverSupplements(tx, actor, sql`select ${id}::uuid as id`);
  return id;
}

type Document = { id: string; reason: string };

async function postDifferences(tx: Tx, actor: Actor, bill: Recalculated, document: Document): Promise<void> {
  await postJournal(tx, actor, {
    kind: 'ADJUSTMENT',
    sourceId: document.id,
    businessDate: actor.today,
    reason: document.reason,
    entries: [
      { account: ACCOUNTS.advances, partyId: bill.connectionId, amountMinor: bill.amountMinor },
      ...differences(bill).map(({ kind, amountMinor }) => ({
        account: LINE_ACCOUNTS[kind],
        amountMinor: -amountMinor,
      })),
    ],
  });
}

async function postCredit(tx: Tx, actor: Actor, bill: Recalculated, document: Document): Promise<void> {
  await postDifferences(tx, actor, bill, document);
  const credited = sql`select ${bill.invoiceId}::uuid as invoice_id, ${-bill.amountMinor}::bigint as amount_minor`;
  const moved = await moveCredits(tx, actor, { credited, isCancelled: false, businessDate: actor.today });
  const left = moved.reduce((sum, { amountMinor }) => sum - amountMinor, -bill.amountMinor);
  const uses = paidByCredits(
    sql`select ${bill.invoiceId}::uuid as invoice_id, ${left}::bigint as amount_minor`,
  );
  await moveAdvances(tx, actor, { uses, businessDate: actor.today });
  const credit = sql`select ${document.id}::uuid as id, ${bill.invoiceId}::uuid as invoice_id, ${-bill.amountMinor}::bigint as amount_minor`;
  await tellCredits(tx, actor, credit, moved);
}

async function insertAdjustment(
  tx: Tx,
  actor: Actor,
  input: { correctionId: string; reason: string; bill: Recalculated; supplementId: string | null },
): Promise<string> {
  const { bill, supplementId } = input;
  const { before, after } = bill;
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into billing.adjustments (number, correction_id, invoice_id, supplement_id, adjusted_on, reason,
        amount_minor, reading_id, previous_before_litres, previous_after_litres, current_before_litres,
        current_after_litres, usage_before_litres, usage_after_litres, total_before_minor, total_after_minor, explanation)
      values (platform.human_number(${NUMBER_KINDS.adjustment}, platform.take_numbers('adjustment')), ${input.correctionId},
        ${bill.invoiceId}, ${supplementId}, ${actor.today}, ${input.reason}, ${bill.amountMinor}, ${bill.readingId},
        ${before.previousLitres}, ${after.previousLitres}, ${before.currentLitres}, ${after.currentLitres},
        ${before.usageLitres}, ${after.usageLitres}, ${before.totalMinor}, ${after.totalMinor},
        ${JSON.stringify(bill.explanation)}::json)
      returning id`,
  );
  const lines = sql.join(
    bill.lines.map(
      (line, index) => sql`(${id}::uuid, ${index + 1}::smallint, ${line.kind}, ${line.quantity}::numeric,
        ${line.rate}::numeric, ${line.beforeMinor}::bigint, ${line.afterMinor}::bigint)`,
    ),
  );
  await execute(
    tx,
    sql`insert into billing.adjustment_lines (adjustment_id, line_no, kind, quantity, rate, before_minor, after_minor)
    values ${lines}`,
  );
  return id;
}
