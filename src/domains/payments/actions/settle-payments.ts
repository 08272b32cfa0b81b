/**
 * Money has come: spreads payments over open invoices, oldest first, and posts one journal each. Money of who took bills over pays those
 * only; all other money pays what nobody took over (decision 0053). Their receipts are given
 * after all else that the transaction does (give-receipts.ts). Lock order: payment → connections by id → their open
 * invoices → number series last. A payment settles once: its journal and its receipt are unique.
 */
import { notePaidByTakers } from '#domains/billing/invoices/actions/move-credits.ts';
import {
  lockOpenInvoices,
  type OpenInvoice,
  settleInvoices,
} from '#domains/billing/invoices/actions/settle-invoices.ts';
import { ACCOUNTS, type AccountCode } from '#domains/ledger/accounts.rules.ts';
import { postJournals } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { all, execute, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { type AllocationParts, allocateOldestFirst, splitAllocation } from '../allocation.rules.ts';
import { errors } from '../contract.ts';

export type Settlement = {
  paymentId: string;
  connectionId: string;
  account: AccountCode;
  amountMinor: number;
  paidOn: string;
};
type AllocationRow = { paymentId: string; invoiceId: string; amountMinor: number } & AllocationParts;

/** Settles bill payments that are APPROVED in the same transaction; one or thousands. */
export async function settleInvoicePayments(
  tx: Tx,
  actor: Actor,
  settlements: readonly Settlement[],
): Promise<void> {
  const connectionIds = [...new Set(settlements.map((settlement) => settlement.connectionId))];
  const open = await lockOpenInvoices(tx, connectionIds);
  const payers = await payersOf(tx, settlements);
  const rows = spread(settlements, open, payers);
  const allocations = sql`json_to_recordset(${JSON.stringify(rows)}::json) as a ("paymentId" uuid, "invoiceId" uuid,
    "amountMinor" bigint, "surchargeMinor" bigint, "sewerMinor" bigint, "waterMinor" bigint, "vatMinor" bigint)`;
  await settleInvoices(
    tx,
    sql`select "invoiceId" as invoice_id, "amountMinor" as amount_minor from ${allocations}`,
  );
  await execute(
    tx,
    sql`insert into payments.allocations
      (payment_id, invoice_id, amount_minor, surcharge_minor, sewer_minor, water_minor, vat_minor)
    select "paymentId", "invoiceId", "amountMinor", "surchargeMinor", "sewerMinor", "waterMinor", "vatMinor"
    from ${allocations}`,
  );
  const ofTakers = settlements.filter(({ paymentId }) => payers.get(paymentId)?.takerId);
  if (ofTakers.length > 0) await notePaidByTakers(tx, takenPaid(ofTakers));
  await post(tx, actor, settlements, rows);
}

const takenPaid = (of: readonly Settlement[]) => sql`select invoice_id, amount_minor from payments.allocations
  where payment_id = any(${of.map(({ paymentId }) => paymentId)}::uuid[])`;

/** @property takerId who took bills of the connection over, if that one pays @property startedAt when the payment was started */
type PaidBy = { paymentId: string; takerId: string | null; startedAt: Date };

/** Of payments for connections of which bills were taken over: whose money it is. */
async function payersOf(tx: Tx, settlements: readonly Settlement[]): Promise<Map<string, PaidBy>> {
  const found = await all<PaidBy>(
    tx,
    sql`select p.id as "paymentId", coalesce(o.created_at, p.created_at) as "startedAt",
        (select coalesce(y.merged_into, y.id) from consumers.consumers y join consumers.consumers k
            on coalesce(k.merged_into, k.id) = coalesce(y.merged_into, y.id)
          join billing.taken_over_bills t on t.consumer_id = k.id
          where y.id = p.payer_id and t.connection_id = p.connection_id limit 1) as "takerId"
      from payments.payments p left join payments.payments o on o.id = p.stands_for_id
      where p.id = any(${settlements.map(({ paymentId }) => paymentId)}::uuid[])
        and p.connection_id in (select connection_id from billing.taken_over_bills)`,
  );
  return new Map(found.map((row) => [row.paymentId, row]));
}

/**
 * The bills that a payment may pay, in order. Money that was at the bank when the owner changed was started for what was open then; it
 * pays that after what nobody took over.
 */
function payableBy(paid: PaidBy | undefined, open: readonly OpenInvoice[]): OpenInvoice[] {
  if (!paid) return [...open];
  if (paid.takerId) return open.filter(({ takenById }) => takenById === paid.takerId);
  const startedBefore = ({ takenAt }: OpenInvoice) => takenAt !== null && paid.startedAt < takenAt;
  return [...open.filter(({ takenById }) => takenById === null), ...open.filter(startedBefore)];
}

/** Spreads each payment over what the ones before it left open. What took bills over is paid exactly, or not at all. */
function spread(
  settlements: readonly Settlement[],
  open: readonly OpenInvoice[],
  payers: ReadonlyMap<string, PaidBy>,
): AllocationRow[] {
  const left = new Map<string, OpenInvoice[]>();
  for (const invoice of open)
    left.set(invoice.connectionId, [...(left.get(invoice.connectionId) ?? []), { ...invoice }]);
  return settlements.flatMap(({ paymentId, connectionId, amountMinor }) => {
    const paid = payers.get(paymentId);
    const invoices = payableBy(paid, left.get(connectionId) ?? []);
    const payable = invoices.map(({ id, totalMinor, settledMinor }) => ({
      id,
      openMinor: totalMinor - settledMinor,
    }));
    const { allocations, surplusMinor } = allocateOldestFirst(amountMinor, payable);
    // The rest would be an advance of the earlier owner.
    if (paid?.takerId && surplusMinor > 0) throw fail(errors.not_due);
    return allocations.map((allocation) => {
      const invoice = invoices.find((invoice) => invoice.id === allocation.invoiceId) as OpenInvoice;
      const before = invoice.settledMinor;
      invoice.settledMinor += allocation.amountMinor;
      return { paymentId, ...allocation, ...splitAllocation(invoice, before, invoice.settledMinor) };
    });
  });
}

/** Debit the account that has the money; credit what the connection owed, and the rest as its advance. */
async function post(
  tx: Tx,
  actor: Actor,
  settlements: readonly Settlement[],
  rows: readonly AllocationRow[],
) {
  const allocated = Map.groupBy(rows, (row) => row.paymentId);
  const journals = settlements.map((settlement) => ({
    ...settlement,
    allocatedMinor: (allocated.get(settlement.paymentId) ?? []).reduce(
      (sum, row) => sum + row.amountMinor,
      0,
    ),
  }));
  const source = sql`json_to_recordset(${JSON.stringify(journals)}::json) as j ("paymentId" uuid, "connectionId" uuid,
    account text, "amountMinor" bigint, "allocatedMinor" bigint, "paidOn" date)`;
  await postJournals(
    tx,
    actor,
    sql`select "paymentId" as id, 'PAYMENT' as kind, "paymentId" as source_id, "paidOn" as business_date,
      null::uuid as reverses_id, null::text as reason from ${source}`,
    sql`select j."paymentId" as journal_id, e.line_no, e.account_code, e.party_id, e.amount_minor, j."paidOn" as business_date
      from ${source}
      cross join lateral (values
        (1::smallint, j.account, null::uuid, j."amountMinor"),
        (2, ${ACCOUNTS.receivable}, j."connectionId", -j."allocatedMinor"),
        (3, ${ACCOUNTS.advances}, j."connectionId", j."allocatedMinor" - j."amountMinor")
      ) as e (line_no, account_code, party_id, amount_minor)`,
  );
}
