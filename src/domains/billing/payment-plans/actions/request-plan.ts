/** A household asks to pay what is late in instalments. Nothing is held by that: the office answers with a plan, or with a reason. */

import { isConsumer } from '#domains/consumers/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { lockConnections } from '../../invoices/actions/settle-invoices.ts';
import { noteOwn } from '../../own-requests.ts';
import { errors } from '../contract.ts';
import { openBills } from '../late-bills.ts';
import type { PlanState } from '../plan.rules.ts';
import { tellOffice } from '../tell-people.ts';
import { planRulesOn } from '../terms.ts';

type Asked = { connectionId: string; words: string; instalments: number | null };

type Plan = { id: string; number: string; state: PlanState };

export async function requestPlan(
  tx: Tx,
  actor: Actor,
  { connectionId, words, instalments }: Asked,
): Promise<Plan> {
  const rules = await planRulesOn(tx, actor.today);
  if (!rules.on) throw fail(errors.off);
  if (instalments !== null && instalments > rules.mostInstalments)
    throw fail(errors.too_many, { most: rules.mostInstalments });
  const isOwn = isConsumer(sql`c.consumer_id`, actor.consumerId);
  await lockConnections(
    tx,
    sql`select c.id from meters.connections c where c.id = ${connectionId} and ${isOwn}`,
  );
  const late = await first<{ isLate: boolean }>(
    tx,
    sql`select exists (select from (${openBills(sql`c.id`, actor.today)}) o where o.is_late) as "isLate"
      from meters.connections c where c.id = ${connectionId} and ${isOwn}`,
  );
  if (!late) throw fail(commonErrors.not_found);
  if (!late.isLate) throw fail(errors.nothing_late);
  const counted = sql`select p.opened_on from billing.payment_plans p
    where p.connection_id = ${connectionId} and p.asked_words is not null and p.state = 'DECLINED'`;
  const insert = (isFree: Sql) =>
    sql<Plan>`insert into billing.payment_plans (number, connection_id, consumer_id, state, opened_by, opened_by_name, opened_at, opened_on,
        asked_words, asked_instalments)
      select platform.human_number(${NUMBER_KINDS.paymentPlan}, platform.take_numbers('payment-plan')), ${connectionId}, ${actor.consumerId},
        'REQUESTED', ${actor.userId}, ${actor.name}, ${actor.now}, ${actor.today}, ${words}, ${instalments}
      where ${isFree} returning id, number, state`;
  const plan = await noteOwn<Plan>(tx, actor, { counted, insert, refusal: errors.asked_often });
  await audit(tx, actor, {
    action: 'payment-plan.request',
    object: 'payment-plan',
    objectId: plan.id,
    after: { connectionId, words, instalments },
  });
  await tellOffice(tx, actor, plan.id, 'payment_plans.asked');
  return plan;
}
