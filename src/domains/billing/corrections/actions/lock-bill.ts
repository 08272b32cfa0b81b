/** The locks of a correction: the gate of readings, then the connection (money and readings), then its invoices. */
import { passGate } from '#domains/meters/readings/actions/lock-readings.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { goesWith, isChargeBeside } from '../../surcharges/queries.ts';
import { errors } from '../contract.ts';

export type LockedBill = {
  id: string;
  number: string;
  connectionId: string;
  period: string;
  totalMinor: number;
  /** Of the bill and what is cancelled with it. */
  settledMinor: number;
  version: number;
  /** A late surcharge: it is waived alone, its bill stays. */
  isSurcharge: boolean;
};

/** Refuses a bill that is unknown, cancelled, supplementary or not as the person saw it; a surcharge only if it is not `waiving`. */
export async function lockBill(
  tx: Tx,
  input: { invoiceId: string; version: number; waiving?: true },
): Promise<LockedBill> {
  const { invoiceId, waiving = false } = input;
  await passGate(tx);
  await execute(
    tx,
    sql`select from meters.connections where id = (
    select connection_id from billing.invoices where id = ${invoiceId}) for update`,
  );
  await execute(
    tx,
    sql`select from billing.invoices where ${invoiceId} in (id, adjusts_id) order by issued_on, id for update`,
  );
  const bill = await first<LockedBill & { cancelledOn: string | null; adjustsId: string | null }>(
    tx,
    sql`select i.id, i.number,
        i.connection_id as "connectionId", i.period, i.total_minor as "totalMinor", i.version,
        (select sum(s.settled_minor)::bigint from billing.invoices s where ${goesWith('s', invoiceId)}) as "settledMinor",
        i.cancelled_on as "cancelledOn", i.adjusts_id as "adjustsId",
        ${isChargeBeside(sql`i.id`)} as "isSurcharge"
      from billing.invoices i where i.id = ${invoiceId}`,
  );
  if (!bill) throw fail(commonErrors.not_found);
  if (bill.cancelledOn) throw fail(errors.invoice_cancelled);
  if (bill.adjustsId && !(bill.isSurcharge && waiving)) throw fail(errors.invoice_is_supplement);
  if (bill.version !== input.version) throw fail(commonErrors.stale_version);
  return bill;
}

/** A correction of the bill was made: a person who still sees the old bill is told so. */
export async function bumpVersion(tx: Tx, invoiceIds: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`update billing.invoices set version = version + 1 where id = any(${invoiceIds}::uuid[])`,
  );
}
