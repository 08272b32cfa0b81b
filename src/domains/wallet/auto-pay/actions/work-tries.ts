/**
 * Bills are paid by themselves. Each try is a transaction of its own, which decides and writes under the locks of a payment: a run that
 * was killed is repeated, two at once work one after the other, and a bill is paid once.
 */
import { isHeldNow } from '#domains/billing/disputes/disputed.ts';
import { ownOpen } from '#domains/billing/invoices/taken-over.ts';
import { payOrder } from '#domains/billing/surcharges/queries.ts';
import { payBillFromWallet } from '#domains/payments/actions/pay-from-wallet.ts';
import { walletLimitsOn } from '#domains/settings/wallet/queries.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { type Clock, today } from '#platform/clock.ts';
import { all, type Db, execute, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { type Failure, nextTry, outcomeOf } from '../auto-pay.rules.ts';
import { type LockedTry, lockTry, type Step, waitsFor } from '../lock-try.ts';
import { tellComing, tellFailed } from '../tell-household.ts';
import { planPayments } from './plan-payments.ts';

export const AUTO_PAY_JOB = 'wallet:pay-bills';

/** So many tries, and the worker says that it is alive. */
const SAYS_EVERY = 50;
type Worker = { isStopped: () => boolean; isAlive: () => Promise<void> };
const ALONE: Worker = { isStopped: () => false, isAlive: async () => undefined };

/**
 * The work of a day: plan, tell, pay. A try that fails by a fault of the program does not keep the others waiting. False if it was
 * stopped before the end.
 */
export async function payBills(db: Db, clock: Clock, worker: Worker = ALONE): Promise<boolean> {
  const actor = systemActor(clock.now(), today(clock), AUTO_PAY_JOB);
  const limits = await walletLimitsOn(db, actor.today);
  await transaction(db, (tx) => planPayments(tx, actor, limits));
  const faults: unknown[] = [];
  const steps: Step[] = limits.enabled && limits.autoPay ? ['tell', 'pay'] : ['pay'];
  for (const step of steps) {
    const waiting = await all<{ id: string }>(
      db,
      sql`select a.id from wallet.auto_payments a join billing.invoices i on i.id = a.invoice_id
        where ${waitsFor(step, actor, limits)} order by a.connection_id, ${payOrder('i')}`,
    );
    for (const [index, { id }] of waiting.entries()) {
      if (worker.isStopped()) return false;
      if (index % SAYS_EVERY === 0) await worker.isAlive();
      await transaction(db, (tx) => workTry(tx, actor, id, step)).catch((error) => faults.push(error));
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} bills could not be paid`);
  return true;
}

async function workTry(tx: Tx, actor: Actor, id: string, step: Step): Promise<void> {
  const found = await lockTry(tx, actor, id, step);
  if (!found || found.isOnHold) return;
  if (step === 'tell') return tell(tx, actor, found);
  const { facts, waitsUntil } = found;
  const outcome = outcomeOf(facts);
  if (outcome.state === 'PAID') return pay(tx, actor, found);
  if (outcome.state === 'DROPPED') return drop(tx, actor, id, outcome.reason);
  if (outcome.state === 'RAISED') return tellAgain(tx, id);
  if (outcome.reason === 'OLDER_BILL' && waitsUntil) return wait(tx, id, waitsUntil);
  return failTry(tx, actor, found, outcome.reason);
}

/** Some days before. What is told is what is paid, and not before the days are over. A bill over the ceiling is told at once as such. */
async function tell(tx: Tx, actor: Actor, found: LockedTry): Promise<void> {
  const { id, limits, facts } = found;
  const outcome = outcomeOf({ ...facts, amountMinor: facts.openMinor });
  if (outcome.state === 'DROPPED') return drop(tx, actor, id, outcome.reason);
  if (outcome.state === 'FAILED' && outcome.reason === 'OVER_CEILING')
    return failTry(tx, actor, found, 'OVER_CEILING');
  await execute(
    tx,
    sql`update wallet.auto_payments set told_on = ${actor.today}, amount_minor = ${facts.openMinor}, told_minor = ${facts.openMinor},
        pay_on = greatest(pay_on, ${actor.today}::date + ${limits.autoPayNoticeDays}::int) where id = ${id}`,
  );
  const isRaised = found.toldMinor !== null && facts.openMinor > found.toldMinor;
  if (limits.autoPayNoticeDays > 0) await tellComing(tx, actor, id, isRaised);
}

/** What is open is paid, and never more than was told: the statement that notes the payment compares both. */
function pay(tx: Tx, actor: Actor, found: LockedTry): Promise<void> {
  const amountMinor = found.facts.openMinor;
  return payBillFromWallet(tx, actor, { ...found, amountMinor }, async (paymentId) => {
    const claimed = await first(
      tx,
      sql`update wallet.auto_payments a set state = 'PAID', payment_id = ${paymentId}, amount_minor = ${amountMinor}::bigint, decided_at = ${actor.now}, decided_on = ${actor.today}
        from billing.invoices i, wallet.auto_rules r
        where a.id = ${found.id} and a.state = 'PLANNED' and i.id = a.invoice_id and i.cancelled_on is null
          and ${ownOpen('i')} = ${amountMinor}::bigint and a.amount_minor >= ${amountMinor}::bigint and not ${isHeldNow(sql`i.id`)} and r.id = a.rule_id and r.ended_at is null and ${amountMinor}::bigint <= r.ceiling_minor
        returning a.id`,
    );
    if (!claimed) throw new Error(`bill ${found.invoiceId} is not what was told`);
  });
}

/** It was raised since the morning's plan: the next day's run follows it. */
async function tellAgain(tx: Tx, id: string): Promise<void> {
  await execute(tx, sql`update wallet.auto_payments set told_on = null where id = ${id}`);
}

async function drop(tx: Tx, actor: Actor, id: string, reason: string): Promise<void> {
  await execute(
    tx,
    sql`update wallet.auto_payments set state = 'DROPPED', reason = ${reason}, decided_at = ${actor.now}, decided_on = ${actor.today}
      where id = ${id}`,
  );
}

/** Money pays the oldest bill first, and that one is paid on a later day: so is this one. */
async function wait(tx: Tx, id: string, until: string): Promise<void> {
  await execute(tx, sql`update wallet.auto_payments set pay_on = ${until}::date where id = ${id}`);
}

/** Kept with its reason and told once; the message says when the next try is, which is its notice. */
async function failTry(tx: Tx, actor: Actor, found: LockedTry, reason: Failure): Promise<void> {
  const { id, limits, facts } = found;
  const nextOn = nextTry(
    { reason, turn: found.turn },
    {
      today: actor.today,
      retryDays: limits.autoPayRetryDays,
    },
  );
  await execute(
    tx,
    sql`update wallet.auto_payments set state = 'FAILED', reason = ${reason}, next_on = ${nextOn}::date,
        decided_at = ${actor.now}, decided_on = ${actor.today} where id = ${id}`,
  );
  if (nextOn)
    await execute(
      tx,
      sql`insert into wallet.auto_payments (rule_id, connection_id, consumer_id, invoice_id, turn, pay_on, told_on, amount_minor, told_minor)
        select rule_id, connection_id, consumer_id, invoice_id, turn + 1, ${nextOn}::date, ${actor.today}::date, ${facts.openMinor}::bigint,
          ${facts.openMinor}::bigint
        from wallet.auto_payments where id = ${id}`,
    );
  await tellFailed(tx, actor, { id, reason, amountMinor: facts.openMinor, nextOn });
}
