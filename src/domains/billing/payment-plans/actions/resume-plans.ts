/** Plans that were paid go on if their money is taken back, as if it had never been there: the days in between were days of the plan. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { holdAgain } from '../../collection-holds/actions/hold-collection.ts';
import type { PlanState } from '../plan.rules.ts';
import { changedOwner, openOf } from '../standing.ts';
import { tellHouseholds, tellOffice } from '../tell-people.ts';

type Resumed = { id: string; state: PlanState; version: number };

/**
 * In the transaction that takes money back, before `followPlans`. A connection has one plan at a time: with another one by now, the old plan
 * is broken and its bills are collected. The caller has locked the connections.
 * @param connections select of id
 */
export async function resumePlans(tx: Tx, actor: Actor, connections: Sql): Promise<void> {
  const resumed = await all<Resumed>(
    tx,
    sql`select p.id, p.version + 1 as version, case
        when exists (select from billing.payment_plans o where o.connection_id = p.connection_id
          and (o.ended_at is null or o.state = 'COMPLETED' and o.id > p.id and ${openOf('o')} > 0)) then 'BROKEN'
        when p.accepted_at is null then 'PROPOSED' else 'ACTIVE' end as state
      from billing.payment_plans p
      where p.state = 'COMPLETED' and p.connection_id in (${connections}) and ${openOf('p')} > 0 and not ${changedOwner('p')}
      order by p.id for update of p`,
  );
  for (const { id, state, version } of resumed) {
    const isBroken = state === 'BROKEN';
    const ends = isBroken
      ? sql`ended_because = 'MONEY_BACK', ended_at = ${actor.now}, ended_on = ${actor.today}, ended_by_name = ${actor.name}, end_left_minor = ${openOf('p')}`
      : sql`ended_at = null, ended_on = null, ended_by_name = null, end_left_minor = null`;
    await execute(
      tx,
      sql`update billing.payment_plans p set state = ${state}, version = ${version}, ${ends} where p.id = ${id}`,
    );
    if (!isBroken) await holdAgain(tx, actor, { cause: 'payment_plan', causeId: id });
    await audit(tx, actor, {
      ...{ action: 'payment-plan.resume', object: 'payment-plan', objectId: id },
      ...{ before: { state: 'COMPLETED' }, after: { state, because: isBroken ? 'MONEY_BACK' : null } },
    });
    await tellHouseholds(tx, actor, isBroken ? 'broken' : 'resumed', [{ id, of: String(version) }]);
    if (isBroken) await tellOffice(tx, actor, id, 'payment_plans.broken_office');
  }
}
