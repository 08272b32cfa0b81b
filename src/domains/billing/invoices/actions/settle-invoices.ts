/**
 * What paying does to invoices. Lock order of money: connections by id, then their open invoices by issue day and
 * id; the caller holds both locks. The database refuses to settle more than the total (invoices_settled_check).
 */

import { all, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { payOrder } from '../../surcharges/queries.ts';

/** An unpaid invoice with the sums of its lines, as an allocation needs them. */
export type OpenInvoice = {
  id: string;
  connectionId: string;
  issuedOn: string;
  totalMinor: number;
  settledMinor: number;
  surchargeMinor: number;
  sewerMinor: number;
  vatMinor: number;
  /** A new owner took it over in writing: who, and since when. Null if nobody did. */
  takenById: string | null;
  takenAt: string | null;
  /** What of it they still pay. */
  takenDueMinor: number;
};

/**
 * Locks connections by id, against any other movement of money and change of their readings.
 * @param ids select of one column, their ids
 */
export async function lockConnections(tx: Tx, ids: Sql): Promise<void> {
  await execute(tx, sql`select from meters.connections where id in (${ids}) order by id for no key update`);
}

/** Locks connections against any other movement of money, then their open invoices; oldest first. */
export async function lockOpenInvoices(tx: Tx, connectionIds: readonly string[]): Promise<OpenInvoice[]> {
  await lockConnections(tx, sql`select unnest(${connectionIds}::uuid[])`);
  return all<OpenInvoice>(
    tx,
    sql`select i.id, i.connection_id as "connectionId", i.issued_on as "issuedOn", i.total_minor as "totalMinor",
        i.settled_minor as "settledMinor", l.*, coalesce(u.merged_into, u.id) as "takenById", t.taken_at as "takenAt",
        case when t.invoice_id is null then 0 else billing.taken_over_due(i.id) end as "takenDueMinor"
      from billing.invoices i
      left join billing.taken_over_bills t on t.invoice_id = i.id
      left join consumers.consumers u on u.id = t.consumer_id
      cross join lateral (
        select coalesce(sum(l.amount_minor) filter (where l.kind in ('surcharge', 'cheque_fee', 'rebate_back', 'advance_back')), 0)::bigint as "surchargeMinor",
          coalesce(sum(l.amount_minor) filter (where l.kind = 'sewer'), 0)::bigint as "sewerMinor",
          coalesce(sum(l.amount_minor) filter (where l.kind like 'vat%'), 0)::bigint as "vatMinor"
        from billing.invoice_lines l where l.invoice_id = i.id
      ) l
      where i.connection_id = any(${connectionIds}::uuid[]) and i.cancelled_on is null and i.settled_minor < i.total_minor
      order by i.connection_id, ${payOrder('i')} for update of i`,
  );
}

/**
 * Adds to what is settled of invoices; a reversal takes away with amounts below zero.
 * @param rows select of invoice_id, amount_minor
 */
export async function settleInvoices(tx: Tx, rows: Sql): Promise<void> {
  await execute(
    tx,
    sql`update billing.invoices i set settled_minor = i.settled_minor + r.amount_minor
    from (select invoice_id, sum(amount_minor)::bigint as amount_minor from (${rows}) r group by invoice_id) r
    where i.id = r.invoice_id`,
  );
}
