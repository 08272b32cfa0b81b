/**
 * The office proposes a plan, or answers a request with one; above the limits a second person agrees first. What is open of the bills is
 * compared under the connection's lock in the statement that keeps the plan. From then on the bills are held, so that nothing comes on top of
 * what the household reads.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { holdCollection } from '../../collection-holds/actions/hold-collection.ts';
import { lockConnections } from '../../invoices/actions/settle-invoices.ts';
import { errors } from '../contract.ts';
import { openBills } from '../late-bills.ts';
import { type LockedPlan, lockPlan } from '../lock-plan.ts';
import type { PlanRules, PlanState, Schedule } from '../plan.rules.ts';
import { tellHouseholds, tellOffice } from '../tell-people.ts';
import { judgeTerms, scheduleToday, type Terms } from '../terms.ts';

type Moved = { id: string; number: string; state: PlanState };
type Proposed = Terms & { request: { id: string; version: number } | null };

/** The open bills and surcharges that the terms have. */
const chosenBills = (actor: Actor, { connectionId, billIds }: Pick<Terms, 'connectionId' | 'billIds'>): Sql =>
  sql`select o.* from (${openBills(sql`${connectionId}::uuid`, actor.today)}) o
    where o.is_late and o.bill_id = any(${[...billIds]}::uuid[])`;

export async function proposePlan(tx: Tx, actor: Actor, input: Proposed): Promise<Moved> {
  const { request, ...terms } = input;
  await lockConnections(tx, sql`select ${terms.connectionId}::uuid`);
  if (request) {
    const asked = await lockPlan(tx, actor, { ...request, from: ['REQUESTED'] });
    if (asked.connectionId !== terms.connectionId) throw fail(errors.wrong_state);
  }
  const judged = await judgeTerms(tx, actor, terms);
  const { secondPerson, acceptBy, rules } = judged;
  const state: PlanState = secondPerson ? 'WAITING' : 'PROPOSED';
  const kept = sql`(select ${state}::text as state, ${[...terms.billIds]}::uuid[] as bill_ids, ${terms.sumMinor}::bigint as sum_minor,
      ${terms.firstMinor}::bigint as first_minor, ${terms.instalments}::int as instalments, ${terms.dayOfMonth}::int as day_of_month,
      ${JSON.stringify(rules)}::jsonb as rules, ${actor.userId}::uuid as proposed_by, ${actor.name}::text as proposed_by_name,
      ${actor.now}::timestamptz as proposed_at, ${secondPerson}::text as second_person,
      case when ${secondPerson === null}::boolean then ${acceptBy}::date end as accept_by) t`;
  const isSame = sql`(select sum(open_minor) from (${chosenBills(actor, terms)}) c) = t.sum_minor`;
  const plan = await first<Moved>(
    tx,
    request
      ? sql`update billing.payment_plans p set state = t.state, bill_ids = t.bill_ids, sum_minor = t.sum_minor, first_minor = t.first_minor,
            instalments = t.instalments, day_of_month = t.day_of_month, rules = t.rules, proposed_by = t.proposed_by,
            proposed_by_name = t.proposed_by_name, proposed_at = t.proposed_at, second_person = t.second_person, accept_by = t.accept_by,
            version = p.version + 1
          from ${kept} where p.id = ${request.id} and ${isSame} returning p.id, p.number, p.state`
      : sql`insert into billing.payment_plans (number, connection_id, consumer_id, opened_by, opened_by_name, opened_at, opened_on, state,
            bill_ids, sum_minor, first_minor, instalments, day_of_month, rules, proposed_by, proposed_by_name, proposed_at, second_person, accept_by)
          select platform.human_number(${NUMBER_KINDS.paymentPlan}, platform.take_numbers('payment-plan')), ${terms.connectionId}::uuid,
            ${judged.consumerId}::uuid, ${actor.userId}::uuid, ${actor.name}::text, ${actor.now}::timestamptz, ${actor.today}::date, t.*
          from ${kept} where ${isSame} returning id, number, state`,
  );
  if (!plan) throw fail(errors.sum_moved, { amount: terms.sumMinor });
  if (!secondPerson) await begin(tx, actor, plan.id, { ...terms, schedule: judged });
  const { sumMinor, firstMinor, instalments, dayOfMonth } = terms;
  await audit(tx, actor, {
    action: 'payment-plan.propose',
    object: 'payment-plan',
    objectId: plan.id,
    after: { state, sumMinor, firstMinor, instalments, dayOfMonth },
  });
  if (secondPerson) await tellOffice(tx, actor, plan.id, 'payment_plans.waiting');
  else await tellHouseholds(tx, actor, 'proposed', [plan]);
  return plan;
}

/** Its bills, its instalments, and the holds. */
async function begin(
  tx: Tx,
  actor: Actor,
  planId: string,
  terms: Pick<Terms, 'connectionId' | 'billIds'> & { schedule: Schedule },
): Promise<void> {
  const bills = await all<{ id: string }>(
    tx,
    sql`insert into billing.payment_plan_bills (plan_id, invoice_id, open_minor)
      select ${planId}::uuid, invoice_id, open_minor from (${chosenBills(actor, terms)}) c returning invoice_id as id`,
  );
  await execute(
    tx,
    sql`insert into billing.payment_plan_instalments (plan_id, seq, due_on, amount_minor)
      select ${planId}::uuid, s.seq, s."dueOn", s."amountMinor"
      from json_to_recordset(${JSON.stringify(terms.schedule.parts)}::json) as s (seq int, "dueOn" date, "amountMinor" bigint)`,
  );
  const invoiceIds = bills.map(({ id }) => id);
  await holdCollection(tx, actor, { invoiceIds, cause: 'payment_plan', causeId: planId });
}

type Decided = { id: string; version: number; accept: boolean; reason: string | null };

/** The second person's word. Its days count from now on; its sum must be what was asked for. */
export async function decidePlan(tx: Tx, actor: Actor, input: Decided): Promise<Moved> {
  const plan = await lockPlan(tx, actor, { ...input, from: ['WAITING'] });
  return input.accept ? approve(tx, actor, plan) : refuse(tx, actor, plan, input.reason);
}

/** A plan that waits has its terms. */
type Agreed = { [K in keyof LockedPlan]: NonNullable<LockedPlan[K]> };

async function approve(tx: Tx, actor: Actor, plan: LockedPlan): Promise<Moved> {
  const terms = plan as Agreed;
  const acceptDays = (terms.rules as PlanRules).acceptDays;
  const schedule = await scheduleToday(tx, actor, { ...terms, acceptDays });
  const moved = await first<Moved>(
    tx,
    sql`update billing.payment_plans p set state = 'PROPOSED', approved_by = ${actor.userId}, approved_by_name = ${actor.name},
        approved_at = ${actor.now}, accept_by = ${schedule.acceptBy}::date, version = p.version + 1
      where p.id = ${plan.id} and (select sum(open_minor) from (${chosenBills(actor, terms)}) c) = p.sum_minor
      returning p.id, p.number, p.state`,
  );
  if (!moved) throw fail(errors.sum_moved, { amount: terms.sumMinor });
  await begin(tx, actor, plan.id, { ...terms, schedule });
  await audit(tx, actor, {
    action: 'payment-plan.approve',
    object: 'payment-plan',
    objectId: plan.id,
    before: { state: plan.state },
    after: { state: 'PROPOSED', sumMinor: terms.sumMinor },
  });
  await tellHouseholds(tx, actor, 'proposed', [plan]);
  return moved;
}

async function refuse(tx: Tx, actor: Actor, plan: LockedPlan, reason: string | null): Promise<Moved> {
  if (reason === null) throw fail(errors.reason_missing);
  await execute(
    tx,
    sql`update billing.payment_plans set state = 'REFUSED', end_reason = ${reason}, ended_at = ${actor.now}, ended_on = ${actor.today},
        ended_by_name = ${actor.name}, version = version + 1 where id = ${plan.id}`,
  );
  await audit(tx, actor, {
    action: 'payment-plan.refuse',
    object: 'payment-plan',
    objectId: plan.id,
    before: { state: plan.state },
    after: { state: 'REFUSED' },
    reason,
  });
  await tellOffice(tx, actor, plan.id, 'payment_plans.second_refused');
  if (plan.isAsked) await tellHouseholds(tx, actor, 'refused', [plan]);
  return { id: plan.id, number: plan.number, state: 'REFUSED' };
}
