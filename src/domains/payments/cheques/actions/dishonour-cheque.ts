/**
 * The bank sent a cheque back, also one that it had paid: then its money leaves the bank's account as well. Its payment is reversed in the same
 * transaction: the bills are open again, with what follows from that. If there is a fee the household gets a bill for it, and for what of the money
 * had become an advance and was paid out meanwhile. Late surcharges count as if the cheque had never been. A person other than the one who took the cheque writes it down; the database refuses that one.
 */
import { issueBeside } from '#domains/billing/invoices/actions/issue-beside.ts';
import { takeOverFee } from '#domains/billing/invoices/actions/take-over-bills.ts';
import { chargeMissed } from '#domains/billing/surcharges/actions/charge-missed.ts';
import { reverseJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Minor } from '#shared/money.ts';
import { reverseOfBills } from '../../actions/reverse-payment.ts';
import { lockPayment, type PaymentFacts } from '../../queries.ts';
import { beganEarlier, settledOfPayments, sinceOf } from '../../settled-by-day.ts';
import type { ReturnReason } from '../cheque.rules.ts';
import { errors } from '../errors.ts';
import { feeOn } from '../fee/queries.ts';
import { lockCheque } from '../lock-cheques.ts';
import { REASON_NAMES } from '../names.ts';
import { tellReturned } from '../tell-returned.ts';

type Memo = {
  id: string;
  version: number;
  reason: ReturnReason;
  words?: string | undefined;
  answeredOn: string;
  feeMinor: Minor;
};

export async function dishonourCheque(
  tx: Tx,
  actor: Actor,
  { id, version, reason, words, answeredOn, feeMinor }: Memo,
): Promise<{ id: string }> {
  const found = await first<{ paymentId: string }>(
    tx,
    sql`select payment_id as "paymentId" from payments.cheques where id = ${id}`,
  );
  if (!found) throw fail(commonErrors.not_found);
  if (reason === 'OTHER' && !words) throw fail(errors.return_words);
  const payment = await lockPayment(tx, found.paymentId);
  const { state, number } = await lockCheque(tx, { id, version }, 'DEPOSITED', 'CLEARED');
  await refuseAsked(tx, payment, number);
  const told = reason === 'OTHER' ? (words ?? null) : null;
  const returned = await execute(
    tx,
    sql`update payments.cheques c set state = 'DISHONOURED', state_on = ${answeredOn}, version = c.version + 1, answered_on = ${answeredOn},
        answered_by = ${actor.userId}, answered_by_name = ${actor.name}, answered_at = ${actor.now}, return_reason = ${reason}, return_words = ${told}
      from payments.cheque_deposits d
      where c.id = ${id} and d.id = c.deposit_id and greatest(d.deposited_on, c.answered_on) <= ${answeredOn}::date and ${answeredOn}::date <= ${actor.today}::date`,
  );
  if (returned === 0) throw fail(errors.answer_day);
  const dueMinor = await feeOn(tx, actor.today);
  if (dueMinor !== feeMinor) throw fail(errors.cheque_fee_moved, { amount: dueMinor });
  const why = told ?? REASON_NAMES[reason][0];
  if (state === 'CLEARED') {
    const of = { kind: 'CHEQUE_CLEARED' as const, sourceId: id };
    await reverseJournal(tx, actor, { of, businessDate: actor.today, reason: why });
  }
  const invoiceId = await newestBill(tx, payment.id);
  const back = await reverseOfBills(tx, actor, payment, why, invoiceId);
  if (back) await takeOverFee(tx, actor, { feeId: back.id, paymentId: payment.id });
  const { moreMinor } = await chargeSince(tx, actor, payment);
  const fee =
    dueMinor > 0
      ? await chargeFee(tx, actor, { paymentId: payment.id, invoiceId, amountMinor: dueMinor })
      : undefined;
  if (fee) await execute(tx, sql`update payments.cheques set fee_invoice_id = ${fee.id} where id = ${id}`);
  await audit(tx, actor, {
    ...{ action: 'cheque.dishonour', object: 'cheque', objectId: id },
    before: { state },
    after: {
      ...{ state: 'DISHONOURED', answeredOn, returnReason: reason, amountMinor: payment.amountMinor },
      ...(fee ? { feeMinor: dueMinor } : {}),
      ...(moreMinor > 0 ? { surchargeMinor: moreMinor } : {}),
      ...(back ? { advanceBackMinor: back.amountMinor } : {}),
    },
    ...(told ? { reason: told } : {}),
  });
  await tellReturned(tx, actor, { chequeId: id, surchargeMinor: moreMinor });
  return { id };
}

/** Money of a cheque that was paid may have been taken back the ordinary way, or somebody asked for that. */
async function refuseAsked(tx: Tx, { id, state }: PaymentFacts, number: string): Promise<void> {
  if (state !== 'APPROVED') throw fail(errors.cheques_moved);
  const asked = await first(
    tx,
    sql`select from payments.reversals where payment_id = ${id} and state = 'REQUESTED'`,
  );
  if (asked) throw fail(errors.cheque_reversal_waits, { number });
}

/** Its bills were unpaid all the time: what the days since then would have charged. The reversal holds the lock of the connection. */
async function chargeSince(tx: Tx, actor: Actor, payment: { id: string; connectionId: string | null }) {
  const { since } = await one(tx, sinceOf([payment.id]));
  const connections = sql`select ${payment.connectionId}::uuid`;
  return chargeMissed(tx, actor, {
    ...{ connections, since: since ?? actor.today },
    ...{ settled: settledOfPayments, earlier: beganEarlier },
  });
}

/** The newest bill that the cheque was to pay: what its return costs is beside it. */
async function newestBill(tx: Tx, paymentId: string): Promise<string> {
  const { invoiceId } = await one<{ invoiceId: string }>(
    tx,
    sql`select x.invoice_id as "invoiceId" from payments.allocations x join billing.invoices i on i.id = x.invoice_id
      where x.payment_id = ${paymentId} order by i.issued_on desc, i.id desc limit 1`,
  );
  return invoiceId;
}

type Fee = { paymentId: string; invoiceId: string; amountMinor: Minor };

/** Who gave the cheque pays the fee. The reversal holds the lock of the connection. */
async function chargeFee(tx: Tx, actor: Actor, { paymentId, invoiceId, amountMinor }: Fee) {
  const fee = await issueBeside(tx, actor, { invoiceId, kind: 'cheque_fee', amountMinor });
  await takeOverFee(tx, actor, { feeId: fee.id, paymentId });
  return fee;
}
