/**
 * Money has come: spreads payments over open invoices, oldest first, and posts one journal each. Their receipts are given
 * after all else that the transaction does (give-receipts.ts). Lock order: payment → connections by id → their open
 * invoices → number series last. A payment settles once: its journal and its receipt are unique.
 */
import {
  lockOpenInvoices,
  type OpenInvoice,
  settleInvoices,
} from '#domains/billing/invoices/actions/settle-invoices.ts';
import { ACCOUNTS, type AccountCode } from '#domains/ledger/accounts.rules.ts';
import { postJournals } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { type AllocationParts, allocateOldestFirst, splitAllocation } from '../allocation.rules.ts';

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
  const rows = spread(settlements, await lockOpenInvoices(tx, connectionIds));
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
  await post(tx, actor, settlements, rows);
}

/** Spreads each payment over what the ones before it left open. */
function spread(settlements: readonly Settlement[], open: readonly OpenInvoice[]): AllocationRow[] {
  const left = new Map<string, OpenInvoice[]>();
  for (const invoice of open)
    left.set(invoice.connectionId, [...(left.get(invoice.connectionId) ?? []), { ...invoice }]);
  return settlements.flatMap(({ paymentId, connectionId, amountMinor }) => {
    const invoices = left.get(connectionId) ?? [];
    const payable = invoices.map(({ id, totalMinor, settledMinor }) => ({
      id,
      openMinor: totalMinor - settledMinor,
    }));
    return allocateOldestFirst(amountMinor, payable).allocations.map((allocation) => {
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
