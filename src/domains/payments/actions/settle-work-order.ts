/**
 * Money for a work order has come. The charge is billed in the books with its payment (Dr 1120, Cr work and VAT), because work orders
 * are left of the ledger. Money that the order does not take (paid meanwhile, waived, ended, charged differently) is never refused
 * if a bank has taken it: it is owed back (2210).
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import { settleCharge } from '#domains/work-orders/steps/actions/settle-charge.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { settleOrOweBack } from './owe-back.ts';
import { type CertainMoney, postMoney } from './post-money.ts';

export type OrderSettlement = CertainMoney & { workOrderId: string };

/** Settles an order with money at the counter: what the order does not take is refused before anything is written. */
export async function settleOrder(tx: Tx, actor: Actor, settlement: OrderSettlement): Promise<void> {
  const { workOrderId: orderId, amountMinor, paidOn } = settlement;
  await settleCharge(tx, actor, { orderId, amountMinor });
  const { vat } = await one<{ vat: number }>(
    tx,
    sql`select vat_minor as vat from work_orders.orders where id = ${orderId}`,
  );
  await execute(
    tx,
    sql`update payments.payments set vat_minor = ${vat} where id = ${settlement.paymentId} and vat_minor <> ${vat}`,
  );
  await postJournal(tx, actor, {
    kind: 'WORK_ORDER',
    sourceId: orderId,
    // After its money was taken back it is paid again.
    again: true,
    businessDate: paidOn,
    entries: [
      { account: ACCOUNTS.workOrders, partyId: orderId, amountMinor },
      { account: ACCOUNTS.work, amountMinor: vat - amountMinor },
      { account: ACCOUNTS.vat, amountMinor: -vat },
    ],
  });
  await postMoney(tx, actor, settlement, { account: ACCOUNTS.workOrders, partyId: orderId });
}

/** Settles an order with money that is there already: a bank took it, or two people agree to it. */
export const settleOrderLate = (tx: Tx, actor: Actor, settlement: OrderSettlement): Promise<void> =>
  settleOrOweBack(tx, actor, { money: settlement, partyId: settlement.workOrderId }, () =>
    settleOrder(tx, actor, settlement),
  );
