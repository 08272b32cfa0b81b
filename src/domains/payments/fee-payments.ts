/** What ownership shows and asks of the payments for a change's fee, and of charges that are at the bank. */
import { isConsumer } from '#domains/consumers/queries.ts';
import type { ChargeAtBank, FeeMoney, FeePayments } from '#domains/ownership/points.ts';
import { may } from '#platform/actor.ts';
import { first, sql } from '#platform/database/db.ts';
import { undecidedOf } from './at-bank.ts';
import { moneyThatGoesBack } from './goes-back.ts';
import { visibleTo } from './queries.ts';
import { giveFeeBack, lockFeePayments } from './refunds/actions/give-fee-back.ts';

/** Who pays knows of their own payment. */
const atBank: FeeMoney['atBank'] = (tx, actor, requestId) =>
  undecidedOf(
    tx,
    sql`p.ownership_request_id = ${requestId}
      and not (${actor.kind === 'consumer'}::boolean and coalesce(${isConsumer(sql`p.consumer_id`, actor.consumerId)}, false))`,
  );

export const moneyOfFee: FeeMoney = { lockPayments: lockFeePayments, atBank, giveBack: giveFeeBack };

/** One that is set aside has its answer: a person looks at it, and its money goes back if the work has ended. */
export const isChargeAtBank: ChargeAtBank = (orderId) =>
  sql`exists (select from payments.payments p where p.work_order_id = ${orderId} and p.state = 'PROCESSING' and p.set_aside_at is null)`;

type Shown = Awaited<ReturnType<FeePayments>>;

/** Receipt and refund are of who paid; that a payment is at the bank both owners read, so that they do not pay twice. */
export const paymentsOfFee: FeePayments = async (db, actor, requestId) => {
  const ofRequest = sql`p.ownership_request_id = ${requestId}::uuid`;
  const seen = may(actor, 'payments:view') ? visibleTo(actor) : sql`false`;
  const receipt = await first<NonNullable<Shown['receipt']>>(
    db,
    sql`select p.id as "paymentId", r.number, p.paid_on as "paidOn" from payments.payments p
      join payments.receipts r on r.payment_id = p.id
      where ${ofRequest} and ${seen} and p.state = 'APPROVED' and not p.owed_back order by p.created_at desc, p.id limit 1`,
  );
  const atBank = await first<NonNullable<Shown['atBank']>>(
    db,
    sql`select case when ${seen} then p.id end as "paymentId", p.set_aside_at is not null as "isSetAside" from payments.payments p
      where ${ofRequest} and p.method = 'GATEWAY' and p.state = 'PROCESSING'
      order by p.set_aside_at is null desc, p.created_at desc, p.id limit 1`,
  );
  // A request that was taken back reads as a refusal: it is not paid back for now.
  const refund = await first<NonNullable<Shown['refund']>>(
    db,
    sql`select case when ${actor.kind !== 'consumer'}::boolean then f.id end as "refundId",
        case f.state when 'GIVEN_UP' then 'REFUSED' else f.state end as state, f.amount_minor as "amountMinor"
      from payments.refunds f join payments.payments p on p.id = f.payment_id
      where ${ofRequest} and ${seen} and not p.owed_back order by f.asked_at desc, f.id desc limit 1`,
  );
  const goesBack = await moneyThatGoesBack(db, actor, ofRequest);
  return { receipt: receipt ?? null, atBank: atBank ?? null, goesBack, refund: refund ?? null };
};
