/**
 * Asks the bank what became of an order and does what it says: the only way in which a gateway payment becomes
 * paid. The bank is asked outside any transaction; its answer is applied under the payment's lock, so that
 * callbacks, the browser's return, staff and the janitor may all ask at once.
 */
import { firstOpenDay } from '#domains/ledger/actions/close-period.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Database, execute, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { giveReceipt } from '../actions/give-receipts.ts';
import { lockTarget, settleMoney } from '../actions/settle-money.ts';
import { solveCameRight } from '../alarms/actions/solve-alarm.ts';
import { MONEY_ACCOUNTS } from '../money-accounts.ts';
import { isUndecided, mayGo, nextCheckSeconds, type PaymentState } from '../payment.rules.ts';
import { lockPayment, type PaymentFacts } from '../queries.ts';
import { raiseAlarm } from './alarms.ts';
import { closeNotDue, takeAgreed } from './due/take-agreed.ts';
import type { BankStatus, Gateway, OpenedOrder, OrderDetails } from './gateway.ts';
import { misfitOf } from './misfit.ts';

/** The bank's words as states of ours. An order that the bank does not know stays undecided: unknown is not failed. */
const MEANING: Record<BankStatus, PaymentState | undefined> = {
  PENDING: undefined,
  UNKNOWN_ORDER: undefined,
  HELD: undefined,
  APPROVED: 'APPROVED',
  DECLINED: 'DECLINED',
  CANCELED: 'CANCELED',
  EXPIRED: 'EXPIRED',
};

export type GatewayContext = {
  database: Pick<Database, 'db'>;
  /** Every gateway that is set up, those that are offered first, in their order. */
  gateways(): Promise<readonly Gateway[]>;
};

/**
 * Checks one payment; without an order or with a bank that is away it leaves everything as it is. Gives what the bank says of
 * the order.
 * @param takes false: money that the payer has agreed to, and that waits for our word, is not taken now
 */
export async function checkOrder(
  context: GatewayContext,
  actor: Actor,
  paymentId: string,
  { takes = true }: { takes?: boolean } = {},
): Promise<BankStatus | 'NO_ORDER' | 'NO_ANSWER'> {
  const { database } = context;
  const kept = await first<Omit<OpenedOrder, 'openedAt'> & { openedAt: string; gateway: string }>(
    database.db,
    sql`select o.order_id as "orderId", o.session_id as "sessionId", o.created_at as "openedAt", o.gateway, p.amount_minor as "amountMinor"
      from payments.orders o join payments.payments p on p.id = o.payment_id where o.payment_id = ${paymentId}`,
  );
  if (!kept) return 'NO_ORDER';
  const order = { ...kept, openedAt: new Date(kept.openedAt) };
  // One that is not set up any more gives no answer: the order stays unknown.
  const gateway = (await context.gateways()).find(({ name }) => name === kept.gateway);
  if (takes) await takeAgreed(database.db, actor, { paymentId, gateway, order });
  const details = await gateway?.orderDetails(order).catch(() => undefined);
  await transaction(database.db, (tx) =>
    applyDetails(tx, asBank(actor), { paymentId, gateway, order, details }),
  );
  return details?.status ?? 'NO_ANSWER';
}

/** For any caller: what changes now is the bank's doing, and needs nobody's permission. */
function asBank(actor: Actor): Actor {
  return { ...actor, kind: 'system', name: 'gateway', role: 'gateway' };
}

type Answer = {
  paymentId: string;
  gateway: Gateway | undefined;
  order: { orderId: string };
  /** Undefined: the bank did not answer. */
  details: OrderDetails | undefined;
};

async function applyDetails(tx: Tx, actor: Actor, answer: Answer): Promise<void> {
  const { paymentId, details, gateway, order } = answer;
  const payment = await lockPayment(tx, paymentId);
  const merchantId = gateway?.merchantId ?? '';
  const ordered = { orderId: order.orderId, merchantId, amountMinor: payment.amountMinor };
  const misfit = details && details.status !== 'UNKNOWN_ORDER' ? misfitOf(details, ordered) : undefined;
  const wanted = details && !misfit ? MEANING[details.status] : undefined;
  // What the bank really took was booked by another payment: this one is never paid any more.
  const moved = wanted !== undefined && !payment.isReplaced && mayGo(payment.state, wanted);
  if (moved) await move(tx, actor, payment, wanted, details?.reason);
  else if (details?.status === 'APPROVED' && (misfit === undefined || misfit === 'AMOUNT'))
    await compareWithBooks(tx, actor, payment, details);
  else if (misfit) await raiseAlarm(tx, actor, { kind: misfit, paymentId, details: { ...details } });
  else if (details?.status === 'HELD')
    await raiseAlarm(tx, actor, { kind: 'HELD', paymentId, details: { ...details } });
  const isUntaken = gateway?.take !== undefined && details?.status === 'PENDING' && !misfit;
  const closed = isUntaken && (await closeNotDue(tx, actor, paymentId));
  await schedule(tx, actor, {
    paymentId,
    state: moved ? wanted : closed ? 'CANCELED' : payment.state,
    moved: moved || closed,
    status: details?.status,
    isUnknown: !details || details.status === 'UNKNOWN_ORDER' || misfit !== undefined,
  });
  if (moved && wanted === 'APPROVED') await giveReceipt(tx, actor, paymentId);
}

/**
 * The bank took an amount in taka for our order, and the payment does not become paid by it. If the books have exactly
 * that, what was open about it ends. If not, the difference is what two people may book or send back.
 */
async function compareWithBooks(
  tx: Tx,
  actor: Actor,
  payment: PaymentFacts,
  details: OrderDetails,
): Promise<void> {
  const { booked } = await one<{ booked: number }>(
    tx,
    sql`select payments.booked_minor(${payment.id}) as booked`,
  );
  if (booked === details.amountMinor) return solveCameRight(tx, actor, payment.id);
  const isAmount = details.amountMinor !== payment.amountMinor || payment.state === 'APPROVED';
  const kind = isAmount ? 'AMOUNT' : 'AFTER_REVERSAL';
  // What is open about the amount already says what the bank says now.
  await execute(
    tx,
    sql`update payments.alarms set details = ${JSON.stringify(details)}::jsonb
      where payment_id = ${payment.id} and state <> 'SOLVED' and kind in ('AMOUNT', 'AFTER_REVERSAL') and kind <> ${kind}`,
  );
  const state = isAmount ? {} : { state: payment.state };
  await raiseAlarm(tx, actor, { kind, paymentId: payment.id, details: { ...details, ...state } });
}

/** The month of the question may have been closed until the answer came. */
async function dayOfMoney(tx: Tx, actor: Actor, payment: PaymentFacts): Promise<string> {
  await lockTarget(tx, payment);
  return firstOpenDay(tx, actor.today);
}

async function move(
  tx: Tx,
  actor: Actor,
  payment: PaymentFacts,
  to: PaymentState,
  reason?: string,
): Promise<void> {
  const approved = to === 'APPROVED';
  const paidOn = approved ? await dayOfMoney(tx, actor, payment) : null;
  await execute(
    tx,
    sql`update payments.payments set state = ${to}, decided_at = ${actor.now},
      paid_on = ${paidOn}, decline_reason = ${reason ?? null} where id = ${payment.id}`,
  );
  if (paidOn) {
    const money = { account: MONEY_ACCOUNTS.GATEWAY, paidOn };
    await settleMoney(tx, actor, { ...payment, ...money, paymentId: payment.id });
    await solveCameRight(tx, actor, payment.id);
  }
  await audit(tx, actor, {
    action: approved ? 'payment.complete' : 'payment.check',
    object: 'payment',
    objectId: payment.id,
    before: { state: payment.state },
    after: { state: to, amountMinor: payment.amountMinor, ...(await goesBackOf(tx, payment.id)) },
  });
}

/** For the log: money that came and paid nothing. */
async function goesBackOf(tx: Tx, id: string): Promise<{ owedBack?: true }> {
  const { owedBack } = await one<{ owedBack: boolean }>(
    tx,
    sql`select owed_back as "owedBack" from payments.payments where id = ${id}`,
  );
  return owedBack ? { owedBack } : {};
}

/**
 * Notes the check and when the janitor asks again; the last unanswered question raises an alarm. Only a check that
 * was due moves along the schedule: a person who asks in between, however often, takes no question of the janitor's
 * away.
 */
async function schedule(
  tx: Tx,
  actor: Actor,
  check: {
    paymentId: string;
    state: PaymentState;
    moved: boolean;
    status: BankStatus | undefined;
    isUnknown: boolean;
  },
): Promise<void> {
  const { paymentId, state, moved, status, isUnknown } = check;
  const order = await first<{ checks: number }>(
    tx,
    sql`update payments.orders set checks = case when ${moved} then 0 else checks + 1 end
      where payment_id = ${paymentId} and (${moved} or next_check_at <= ${actor.now}) returning checks`,
  );
  await execute(
    tx,
    sql`update payments.orders set checked_at = ${actor.now}, bank_status = coalesce(${status ?? null}, bank_status),
      unknown_since = case when ${isUnknown && isUndecided(state)} then coalesce(unknown_since, ${actor.now}) end
    where payment_id = ${paymentId}`,
  );
  if (!order) return;
  const seconds = nextCheckSeconds(state, order.checks);
  const next = seconds === undefined ? null : new Date(actor.now.getTime() + seconds * 1000);
  await execute(tx, sql`update payments.orders set next_check_at = ${next} where payment_id = ${paymentId}`);
  if (isUndecided(state) && !next) {
    await raiseAlarm(tx, actor, { kind: 'UNDECIDED', paymentId, details: { status: status ?? null } });
  }
}
