/** What a work order shows of the payments for its charge. */
import type { ChargePayments, MoneyAtBank, ReceiptOf } from '#domains/work-orders/points.ts';
import { may } from '#platform/actor.ts';
import { first, sql } from '#platform/database/db.ts';
import { undecidedOf } from './at-bank.ts';
import { moneyThatGoesBack } from './goes-back.ts';
import { visibleTo } from './queries.ts';

export const chargeMoneyAtBank: MoneyAtBank = (tx, orderId) =>
  undecidedOf(tx, sql`p.work_order_id = ${orderId}`);

export const receiptOfCharge: ReceiptOf = (actor, orderId) =>
  may(actor, 'payments:view')
    ? sql`select p.id, r.number, p.method from payments.payments p join payments.receipts r on r.payment_id = p.id
        where p.work_order_id = ${orderId} and ${visibleTo(actor)} and p.state = 'APPROVED' and not p.owed_back
        order by p.created_at desc, p.id limit 1`
    : sql`select null::uuid as id, null::text as number, null::text as method`;

export const paymentsOfCharge: ChargePayments = async (db, actor, orderId) => {
  if (!may(actor, 'payments:view')) return { receipt: null, atBank: null, goesBack: [] };
  const ofOrder = sql`p.work_order_id = ${orderId} and ${visibleTo(actor)}`;
  const receipt = await first<NonNullable<Awaited<ReturnType<ChargePayments>>['receipt']>>(
    db,
    sql`select id as "paymentId", number from (${receiptOfCharge(actor, sql`${orderId}::uuid`)}) as receipt`,
  );
  const atBank = await first<NonNullable<Awaited<ReturnType<ChargePayments>>['atBank']>>(
    db,
    sql`select p.id as "paymentId", p.amount_minor as "amountMinor", p.created_at as "startedAt",
        p.set_aside_at is not null as "isSetAside" from payments.payments p
      where ${ofOrder} and p.method = 'GATEWAY' and p.state = 'PROCESSING'
      order by p.set_aside_at is null desc, p.created_at desc, p.id limit 1`,
  );
  const goesBack = await moneyThatGoesBack(db, actor, sql`p.work_order_id = ${orderId}`);
  return { receipt: receipt ?? null, atBank: atBank ?? null, goesBack };
};
