/**
 * Money has come: spreads payments over open invoices, oldest first, and posts one journal each. Money of who took bills over pays those
 * only; all other money pays what nobody took over (decision 0053). Their receipts are given
 * after all else that the transaction does (give-receipts.ts). Lock order: payment → connections by id → their open
 * invoices → number series last. A payment settles once: its journal and its receipt are unique.
 */
import { notePaidOfTaken } from '#domains/billing/invoices/actions/move-credits.ts';
import {
  lockOpenInvoices,
  type OpenInvoice,
  settleInvoices,
} from '#domains/billing/invoices/actions/settle-invoices.ts';
import { followPlans } from '#domains/billing/payment-plans/actions/end-plans.ts';
import { reviseRebates } from '#domains/billing/rebates/actions/revise-rebates.ts';
import { reviseSurcharges } from '#domains/billing/surcharges/actions/revise-surcharges.ts';
import { ACCOUNTS, type AccountCode } from '#domains/ledger/accounts.rules.ts';
import { postJournals } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { startOfDay } from '#platform/database/days.ts';
import { all, execute, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { type AllocationParts, allocateOldestFirst, splitAllocation } from '../allocation.rules.ts';
import { errors } from '../contract.ts';
import { beganEarlier, keptOfPayments, sinceOf } from '../settled-by-day.ts';

export type Settlement = {
  paymentId: string;
  connectionId: string;
  account: AccountCode;
  /** Whose wallet pays. */
  accountPartyId?: string | undefined;
  amountMinor: number;
  paidOn: string;
};
/**
 * @property takenMinor what of it pays the part of the bill that a new owner took over
 * @property settledOn the day of the bill, if the money came before it; until then it is an advance
 */
type AllocationRow = {
  paymentId: string;
  invoiceId: string;
  amountMinor: number;
  takenMinor: number;
  settledOn: string | null;
} & AllocationParts;

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
    "amountMinor" bigint, "takenMinor" bigint, "settledOn" date, "surchargeMinor" bigint, "sewerMinor" bigint, "waterMinor" bigint, "vatMinor" bigint)`;
  await settleInvoices(
    tx,
    sql`select "invoiceId" as invoice_id, "amountMinor" as amount_minor from ${allocations}`,
  );
  await execute(
    tx,
    sql`insert into payments.allocations
      (payment_id, invoice_id, amount_minor, surcharge_minor, sewer_minor, water_minor, vat_minor, settled_on, booking_id)
    select "paymentId", "invoiceId", "amountMinor", "surchargeMinor", "sewerMinor", "waterMinor", "vatMinor", "settledOn",
      case when "settledOn" is not null then uuidv7() end
    from ${allocations}`,
  );
  if (rows.some(({ takenMinor }) => takenMinor > 0)) {
    const takers = [...payers.values()].filter(({ takerId }) => takerId).map(({ paymentId }) => paymentId);
    await notePaidOfTaken(
      tx,
      sql`select "invoiceId" as invoice_id, "paymentId" as payment_id, "paymentId" = any(${takers}::uuid[]) as of_taker,
        "takenMinor" as amount_minor from ${allocations} where "takenMinor" > 0`,
    );
  }
  await post(tx, actor, settlements, rows);
  // A surcharge of a day after the money's own may be one that was never due: of a day before today, or of one to come if a clock was ahead.
  const { since } = await one(tx, sinceOf(settlements.map(({ paymentId }) => paymentId)));
  const connections = sql`select unnest(${connectionIds}::uuid[])`;
  if (since !== null) await reviseSurcharges(tx, actor, { connections, earlier: beganEarlier, since });
  // Money of an earlier day may have paid a bill by the day of its rebate.
  if (since !== null && since < actor.today)
    await reviseRebates(tx, actor, { connections, kept: keptOfPayments });
  await followPlans(tx, actor, connections);
}

/**
 * @property takerId who took bills of the connection over, if that one pays
 * @property startedAt when the payment was started; of money that is entered for an earlier day, the end of that day
 */
type PaidBy = { paymentId: string; takerId: string | null; startedAt: string };

/** Of payments for connections of which bills were taken over: whose money it is. */
async function payersOf(tx: Tx, settlements: readonly Settlement[]): Promise<Map<string, PaidBy>> {
  const found = await all<PaidBy>(
    tx,
    sql`select p.id as "paymentId", least(coalesce(o.created_at, p.created_at), ${startOfDay(sql`p.paid_on + 1`)}) as "startedAt",
        (select coalesce(y.merged_into, y.id) from consumers.consumers y join consumers.consumers k
            on coalesce(k.merged_into, k.id) = coalesce(y.merged_into, y.id)
          join billing.taken_over_bills t on t.consumer_id = k.id
          where y.id = p.payer_id and t.connection_id = p.connection_id and billing.is_taken_over(t.invoice_id) limit 1) as "takerId"
      from payments.payments p left join payments.payments o on o.id = p.stands_for_id
      where p.id = any(${settlements.map(({ paymentId }) => paymentId)}::uuid[])
        and p.connection_id in (select connection_id from billing.taken_over_bills)`,
  );
  return new Map(found.map((row) => [row.paymentId, row]));
}

/** What of an open bill is its owner's to pay, or was taken over. A bill may have both. */
type Part = { id: string; invoice: OpenInvoice; isTaken: boolean; openMinor: number };

function partsOf(open: OpenInvoice): Part[] {
  const invoice = { ...open };
  const { id, takenDueMinor, totalMinor, settledMinor } = invoice;
  return [
    { id, invoice, isTaken: false, openMinor: totalMinor - settledMinor - takenDueMinor },
    { id: `${id}/taken`, invoice, isTaken: true, openMinor: takenDueMinor },
  ].filter(({ openMinor }) => openMinor > 0);
}

/**
 * What a payment may pay, in order. Money that was at the bank, or in the drawer, when the owner changed was for what was open then; it
 * pays that after what nobody took over.
 */
function payableBy(paid: PaidBy | undefined, open: readonly Part[]): Part[] {
  if (!paid) return [...open];
  const { takerId, startedAt } = paid;
  if (takerId) return open.filter(({ isTaken, invoice }) => isTaken && invoice.takenById === takerId);
  const startedBefore = ({ takenAt }: OpenInvoice) => takenAt !== null && startedAt < takenAt;
  return [
    ...open.filter(({ isTaken }) => !isTaken),
    ...open.filter(({ isTaken, invoice }) => isTaken && startedBefore(invoice)),
  ];
}

/** Spreads each payment over what the ones before it left open. Who took bills over pays them exactly, or not at all. */
function spread(
  settlements: readonly Settlement[],
  open: readonly OpenInvoice[],
  payers: ReadonlyMap<string, PaidBy>,
): AllocationRow[] {
  const left = Map.groupBy(open.flatMap(partsOf), ({ invoice }) => invoice.connectionId);
  return settlements.flatMap(({ paymentId, connectionId, amountMinor, paidOn }) => {
    const paid = payers.get(paymentId);
    const parts = payableBy(paid, left.get(connectionId) ?? []);
    const { allocations, surplusMinor } = allocateOldestFirst(amountMinor, parts);
    // The rest would be an advance of the earlier owner.
    if (paid?.takerId && surplusMinor > 0) throw fail(errors.not_due);
    const rows = new Map<string, AllocationRow>();
    for (const allocation of allocations) {
      const part = parts.find(({ id }) => id === allocation.invoiceId) as Part;
      const { issuedOn } = part.invoice;
      const settledOn = issuedOn > paidOn ? issuedOn : null;
      const row = { paymentId, settledOn, ...settlePart(part, allocation.amountMinor) };
      rows.set(row.invoiceId, added(row, rows.get(row.invoiceId)));
    }
    return [...rows.values()];
  });
}

function settlePart(part: Part, amountMinor: number): Omit<AllocationRow, 'paymentId' | 'settledOn'> {
  const { invoice } = part;
  const before = invoice.settledMinor;
  invoice.settledMinor += amountMinor;
  part.openMinor -= amountMinor;
  return {
    ...{ invoiceId: invoice.id, amountMinor, takenMinor: part.isTaken ? amountMinor : 0 },
    ...splitAllocation(invoice, before, invoice.settledMinor),
  };
}

/** A payment has one allocation for a bill, also if it pays both parts of it. */
const added = (row: AllocationRow, to: AllocationRow | undefined): AllocationRow =>
  to
    ? {
        ...row,
        amountMinor: row.amountMinor + to.amountMinor,
        takenMinor: row.takenMinor + to.takenMinor,
        surchargeMinor: row.surchargeMinor + to.surchargeMinor,
        sewerMinor: row.sewerMinor + to.sewerMinor,
        waterMinor: row.waterMinor + to.waterMinor,
        vatMinor: row.vatMinor + to.vatMinor,
      }
    : row;

/**
 * Debit the account that has the money; credit what the connection owed on that day, and the rest as its advance. A bill of a later day is paid
 * from the advance on its own day.
 */
async function post(
  tx: Tx,
  actor: Actor,
  settlements: readonly Settlement[],
  rows: readonly AllocationRow[],
) {
  const allocated = Map.groupBy(
    rows.filter(({ settledOn }) => settledOn === null),
    (row) => row.paymentId,
  );
  const journals = settlements.map((settlement) => ({
    ...settlement,
    allocatedMinor: (allocated.get(settlement.paymentId) ?? []).reduce(
      (sum, row) => sum + row.amountMinor,
      0,
    ),
  }));
  const source = sql`json_to_recordset(${JSON.stringify(journals)}::json) as j ("paymentId" uuid, "connectionId" uuid,
    account text, "accountPartyId" uuid, "amountMinor" bigint, "allocatedMinor" bigint, "paidOn" date)`;
  await postJournals(
    tx,
    actor,
    sql`select "paymentId" as id, 'PAYMENT' as kind, "paymentId" as source_id, "paidOn" as business_date,
      null::uuid as reverses_id, null::text as reason from ${source}`,
    sql`select j."paymentId" as journal_id, e.line_no, e.account_code, e.party_id, e.amount_minor, j."paidOn" as business_date
      from ${source}
      cross join lateral (values
        (1::smallint, j.account, j."accountPartyId", j."amountMinor"),
        (2, ${ACCOUNTS.receivable}, j."connectionId", -j."allocatedMinor"),
        (3, ${ACCOUNTS.advances}, j."connectionId", j."allocatedMinor" - j."amountMinor")
      ) as e (line_no, account_code, party_id, amount_minor)`,
  );
  if (rows.some(({ settledOn }) => settledOn !== null)) await postLater(tx, actor, settlements);
}

/** Each bill that is younger than its money: from the advance, on the day of the bill. */
async function postLater(tx: Tx, actor: Actor, settlements: readonly Settlement[]): Promise<void> {
  const later = sql`payments.allocations x join payments.payments p on p.id = x.payment_id
    where x.booking_id is not null and p.id = any(${settlements.map(({ paymentId }) => paymentId)}::uuid[])`;
  await postJournals(
    tx,
    actor,
    sql`select x.booking_id as id, 'ADVANCE' as kind, x.booking_id as source_id, x.settled_on as business_date,
      null::uuid as reverses_id, null::text as reason from ${later}`,
    sql`select l.booking_id as journal_id, e.line_no, e.account_code, l.connection_id as party_id, e.amount_minor,
        l.settled_on as business_date
      from (select x.booking_id, x.settled_on, x.amount_minor, p.connection_id from ${later}) l
      cross join lateral (values (1::smallint, ${ACCOUNTS.advances}, l.amount_minor), (2, ${ACCOUNTS.receivable}, -l.amount_minor))
        as e (line_no, account_code, amount_minor)`,
  );
}
