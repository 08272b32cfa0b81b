/** Records many bill payments that were taken elsewhere and are certain: an agent's file, the demo town. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, sql, type Tx } from '#platform/database/db.ts';
import { MONEY_ACCOUNTS } from '../money-accounts.ts';
import { giveReceipts } from './give-receipts.ts';
import { settleInvoicePayments } from './settle-payments.ts';

export type TakenPayment = {
  connectionId: string;
  method: 'CASH' | 'POS' | 'GATEWAY';
  amountMinor: number;
  paidOn: string;
  /** Required for POS. */
  slipNumber?: string;
  /** When it was taken; now if it is left out. */
  takenAt?: Date;
};

/** Settled in the given order. A few thousand per call keeps a transaction short. No messages are sent. */
export async function recordPayments(tx: Tx, actor: Actor, payments: readonly TakenPayment[]): Promise<void> {
  if (payments.length === 0) return;
  const ids = await all<{ id: string }>(
    tx,
    sql`select uuidv7() as id from generate_series(1, ${payments.length})`,
  );
  const rows = payments.map((payment, index) => ({ ...payment, id: ids[index]?.id ?? '' }));
  await execute(
    tx,
    sql`insert into payments.payments (id, source, method, state, amount_minor, consumer_id, connection_id,
      slip_number, paid_on, created_by, created_at, decided_at)
    select r.id, 'INVOICE', r.method, 'APPROVED', r."amountMinor", c.consumer_id, c.id, r."slipNumber", r."paidOn",
      ${actor.userId}, coalesce(r."takenAt", ${actor.now}), coalesce(r."takenAt", ${actor.now})
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (id uuid, "connectionId" uuid, method text, "amountMinor" bigint, "paidOn" date, "slipNumber" text, "takenAt" timestamptz)
    join meters.connections c on c.id = r."connectionId"`,
  );
  await settleInvoicePayments(
    tx,
    actor,
    rows.map((row) => ({
      paymentId: row.id,
      connectionId: row.connectionId,
      account: MONEY_ACCOUNTS[row.method],
      amountMinor: row.amountMinor,
      paidOn: row.paidOn,
    })),
  );
  const [from, to] = [rows[0], rows.at(-1)];
  await audit(tx, actor, {
    action: 'payment.record',
    object: 'payment',
    objectId: from?.id ?? '',
    after: { count: rows.length, first: from?.id, last: to?.id },
  });
  await giveReceipts(
    tx,
    actor,
    rows.map((row) => row.id),
  );
}
