/**
 * Each day, as often as it runs: a proposal that nobody accepted ends; a reminder before an instalment; a notice of one that was missed, with
 * the last day on which it may still be paid; after that day the plan is broken. What was told is a row, so nothing is told twice, and a run
 * that comes late gives the days of grace from the day on which it tells.
 */
import { type Actor, systemActor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Clock, today } from '#platform/clock.ts';
import { all, type Db, type Sql, sql, type Tx, transaction } from '#platform/database/db.ts';
import { lockConnections } from '../../invoices/actions/settle-invoices.ts';
import { lateBeside } from '../beside.ts';
import type { EndedBecause } from '../plan.rules.ts';
import { instalmentsOf } from '../standing.ts';
import { tellHouseholds, tellOffice } from '../tell-people.ts';
import { endPlan, followPlans } from './end-plans.ts';

export const WORK_JOB = 'billing:work-payment-plans';
/** Plans whose connections one transaction locks. */
const CHUNK = 200;

export async function workPlans(db: Db, clock: Clock): Promise<void> {
  const actor = systemActor(clock.now(), today(clock), WORK_JOB);
  const open = await all<{ id: string; connectionId: string }>(
    db,
    sql`select id, connection_id as "connectionId" from billing.payment_plans where ended_at is null order by connection_id`,
  );
  for (let from = 0; from < open.length; from += CHUNK) {
    const chunk = open.slice(from, from + CHUNK);
    await transaction(db, (tx) => workChunk(tx, actor, chunk));
  }
}

async function workChunk(
  tx: Tx,
  actor: Actor,
  chunk: readonly { id: string; connectionId: string }[],
): Promise<void> {
  const connections = sql`select unnest(${chunk.map(({ connectionId }) => connectionId)}::uuid[])`;
  await lockConnections(tx, connections);
  await followPlans(tx, actor, connections);
  const among = sql`p.id = any(${chunk.map(({ id }) => id)}::uuid[])`;
  await expire(tx, actor, among);
  await remind(tx, actor, among);
  await tellMissed(tx, actor, among);
  await tellLateBills(tx, actor, among);
  await breakPlans(tx, actor, among);
}

async function expire(tx: Tx, actor: Actor, among: Sql): Promise<void> {
  const over = await all<{ id: string }>(
    tx,
    sql`select p.id from billing.payment_plans p
      where ${among} and p.state = 'PROPOSED' and p.accept_by < ${actor.today}::date order by p.id for update`,
  );
  for (const { id } of over) {
    await endPlan(tx, actor, id, { state: 'EXPIRED' });
    await audit(tx, actor, {
      ...{ action: 'payment-plan.expire', object: 'payment-plan', objectId: id },
      ...{ before: { state: 'PROPOSED' }, after: { state: 'EXPIRED' } },
    });
  }
  await tellHouseholds(tx, actor, 'expired', over);
}

type Told = { planId: string; seq: number; dueOn: string; untilDay: string; amountMinor: number };

async function remind(tx: Tx, actor: Actor, among: Sql): Promise<void> {
  const told = await all<Told>(
    tx,
    sql`with told as (
        insert into billing.payment_plan_tellings (plan_id, kind, seq, told_on)
        select p.id, 'REMIND', n.seq, ${actor.today}::date from billing.payment_plans p cross join lateral (${instalmentsOf('p', actor.today)}) n
        where ${among} and p.state = 'ACTIVE' and n.left_minor > 0 and n.due_on >= ${actor.today}::date
          and n.due_on - (p.rules ->> 'remindDays')::int <= ${actor.today}::date
        on conflict do nothing returning plan_id, seq)
      select t.plan_id as "planId", t.seq, n.due_on as "dueOn", n.left_minor as "amountMinor"
      from told t join billing.payment_plans p on p.id = t.plan_id
      cross join lateral (${instalmentsOf('p', actor.today)}) n where n.seq = t.seq order by t.plan_id, t.seq`,
  );
  const about = told.map(({ planId: id, seq, dueOn, amountMinor }) => ({
    id,
    of: String(seq),
    amountMinor,
    day: dueOn,
  }));
  await tellHouseholds(tx, actor, 'remind', about);
}

/** From the day on which it is told: a household that reads of it has all days of grace. */
const untilDay = (actor: Actor): Sql => sql`${actor.today}::date - 1 + (p.rules ->> 'graceDays')::int`;

async function tellMissed(tx: Tx, actor: Actor, among: Sql): Promise<void> {
  const told = await all<Told>(
    tx,
    sql`with told as (
        insert into billing.payment_plan_tellings (plan_id, kind, seq, told_on, until_day)
        select p.id, 'MISSED', n.seq, ${actor.today}::date, ${untilDay(actor)}
        from billing.payment_plans p cross join lateral (${instalmentsOf('p', actor.today)}) n
        where ${among} and p.state = 'ACTIVE' and n.state = 'MISSED'
        on conflict do nothing returning plan_id, seq, until_day)
      select t.plan_id as "planId", t.seq, t.until_day as "untilDay", n.left_minor as "amountMinor"
      from told t join billing.payment_plans p on p.id = t.plan_id
      cross join lateral (${instalmentsOf('p', actor.today)}) n where n.seq = t.seq order by t.plan_id, t.seq`,
  );
  const about = told.map(({ planId: id, seq, untilDay: day, amountMinor }) => ({
    id,
    of: String(seq),
    amountMinor,
    day,
  }));
  await tellHouseholds(tx, actor, 'missed', about);
}

/** A bill beside the plan, if the rules of the plan ask that those are paid in time too. */
async function tellLateBills(tx: Tx, actor: Actor, among: Sql): Promise<void> {
  const told = await all<{ planId: string; invoiceId: string; untilDay: string; amountMinor: number }>(
    tx,
    sql`with told as (
        insert into billing.payment_plan_tellings (plan_id, kind, invoice_id, told_on, until_day)
        select p.id, 'BILL_LATE', l.invoice_id, ${actor.today}::date, ${untilDay(actor)}
        from billing.payment_plans p cross join lateral (${lateBeside('p', actor.today)}) l
        where ${among} and p.state = 'ACTIVE' and (p.rules ->> 'currentBillsToo')::boolean
        on conflict do nothing returning plan_id, invoice_id, until_day)
      select t.plan_id as "planId", t.invoice_id as "invoiceId", t.until_day as "untilDay", i.total_minor - i.settled_minor as "amountMinor"
      from told t join billing.invoices i on i.id = t.invoice_id order by t.plan_id, t.invoice_id`,
  );
  const about = told.map(({ planId: id, invoiceId: of, untilDay: day, amountMinor }) => ({
    id,
    of,
    amountMinor,
    day,
  }));
  await tellHouseholds(tx, actor, 'bill_late', about);
}

/** Too much is missed, and its last day is over. */
async function breakPlans(tx: Tx, actor: Actor, among: Sql): Promise<void> {
  const isOver = sql`t.until_day < ${actor.today}::date`;
  const broken = await all<{ id: string; because: EndedBecause }>(
    tx,
    sql`select p.id, case when m.parts > 0 then 'INSTALMENT_MISSED' else 'BILL_LATE' end as because
      from billing.payment_plans p
      cross join lateral (
        select count(*) filter (where t.kind = 'MISSED') as parts, count(*) filter (where t.kind = 'BILL_LATE') as bills
        from billing.payment_plan_tellings t where t.plan_id = p.id and ${isOver} and (
          t.kind = 'MISSED' and t.seq in (select n.seq from (${instalmentsOf('p', actor.today)}) n where n.state = 'MISSED')
          or t.kind = 'BILL_LATE' and t.invoice_id in (select l.invoice_id from (${lateBeside('p', actor.today)}) l))
      ) m
      where ${among} and p.state = 'ACTIVE' and m.parts + m.bills >= (p.rules ->> 'missedBreak')::int order by p.id for update of p`,
  );
  for (const { id, because } of broken) {
    await endPlan(tx, actor, id, { state: 'BROKEN', because });
    await audit(tx, actor, {
      ...{ action: 'payment-plan.break', object: 'payment-plan', objectId: id },
      ...{ before: { state: 'ACTIVE' }, after: { state: 'BROKEN', because } },
    });
    await tellOffice(tx, actor, id, 'payment_plans.broken_office');
  }
  await tellHouseholds(tx, actor, 'broken', broken);
}
