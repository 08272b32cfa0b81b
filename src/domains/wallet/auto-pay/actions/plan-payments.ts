/**
 * Which bills are paid by themselves, and when: each open bill of a connection whose household wants that, once. Wishes of who has the
 * connection no more end before.
 */
import { isHeldNow } from '#domains/billing/disputes/disputed.ts';
import { ownOpen } from '#domains/billing/invoices/taken-over.ts';
import type { WalletLimits } from '#domains/settings/wallet/wallet.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { isOfOwner } from '../lock-try.ts';

/** The next such day of a month, from a day on. Both are expressions. */
const nextDay = (from: Sql, day: Sql): Sql =>
  sql`(date_trunc('month', ${from}) + make_interval(months => (extract(day from ${from}) > ${day})::int, days => ${day} - 1))::date`;

/** A run that is repeated plans nothing twice. */
export async function planPayments(tx: Tx, actor: Actor, limits: WalletLimits): Promise<void> {
  await execute(
    tx,
    sql`update wallet.auto_rules r set ended_at = ${actor.now}, ended_as = 'OWNER_CHANGED' where r.ended_at is null and not ${isOfOwner}`,
  );
  await dropEnded(tx, actor);
  await followBills(tx, actor);
  await forgetHeld(tx);
  if (!limits.enabled || !limits.autoPay) return;
  const first = sql`(${actor.today}::date + ${limits.autoPayNoticeDays}::int)`;
  // A wish that ends at the same time waits, or is waited for: nothing is planned by it afterwards.
  await execute(
    tx,
    sql`insert into wallet.auto_payments (rule_id, connection_id, consumer_id, invoice_id, turn, pay_on, amount_minor)
      select r.id, r.connection_id, coalesce(w.merged_into, w.id), i.id, 1,
        case when r.trigger = 'ON_BILL' then ${first} else ${nextDay(first, sql`r.day`)} end, ${ownOpen('i')}
      from wallet.auto_rules r join consumers.consumers w on w.id = r.consumer_id
      join billing.invoices i on i.connection_id = r.connection_id and i.cancelled_on is null and i.settled_minor < i.total_minor
      where r.ended_at is null and ${ownOpen('i')} > 0 and not ${isHeldNow(sql`i.id`)}
        and not exists (select from wallet.auto_payments a
          where a.invoice_id = i.id and (a.rule_id = r.id or a.state in ('PLANNED', 'PAID')))
      for share of r
      on conflict do nothing`,
  );
}

/**
 * What is planned follows its bill: part payments, corrections, cancellations. More than was told is told again, as long before as a new
 * bill; what is not open any more is not tried. The bill is read by the statement that changes the plan.
 */
async function followBills(tx: Tx, actor: Actor): Promise<void> {
  const open = ownOpen('i');
  await execute(
    tx,
    sql`with changed as (
        select a.id, ${open} as open_minor,
          case when i.cancelled_on is not null then 'BILL_CANCELLED' when ${open} <= 0 then 'BILL_PAID' end as reason
        from wallet.auto_payments a join billing.invoices i on i.id = a.invoice_id
        where a.state = 'PLANNED' and (i.cancelled_on is not null or ${open} <> a.amount_minor)
        order by a.id for no key update of a
      )
      update wallet.auto_payments a set state = case when c.reason is null then 'PLANNED' else 'DROPPED' end, reason = c.reason,
        decided_at = case when c.reason is not null then ${actor.now}::timestamptz end,
        decided_on = case when c.reason is not null then ${actor.today}::date end,
        amount_minor = case when c.reason is null then c.open_minor else a.amount_minor end,
        told_on = case when c.reason is null and c.open_minor > a.amount_minor then null else a.told_on end
      from changed c where c.id = a.id and a.state = 'PLANNED'`,
  );
}

/** What is disputed or paid by a plan now is told again before it is paid. */
async function forgetHeld(tx: Tx): Promise<void> {
  await execute(
    tx,
    sql`update wallet.auto_payments a set told_on = null
      where a.state = 'PLANNED' and a.told_on is not null and ${isHeldNow(sql`a.invoice_id`)}`,
  );
}

/** What was planned by wishes that ended is not tried. */
export async function dropEnded(tx: Tx, actor: Actor): Promise<void> {
  await execute(
    tx,
    sql`update wallet.auto_payments a set state = 'DROPPED', reason = 'RULE_ENDED', decided_at = ${actor.now}, decided_on = ${actor.today}
      from wallet.auto_rules r where r.id = a.rule_id and r.ended_at is not null and a.state = 'PLANNED'`,
  );
}
