/**
 * What becomes of a bill ends its leak, in the same transaction. If the bill is cancelled, or all of it is credited, nothing is asked any more.
 * If its use is corrected after the credit of a leak, that correction took the place of the credit, and the household may ask again.
 */
import { type Actor, systemActor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Clock, today } from '#platform/clock.ts';
import { all, type Db, execute, first, type Sql, sql, type Tx, transaction } from '#platform/database/db.ts';
import { collectAgain } from '../../collection-holds/actions/hold-collection.ts';
import { lockConnections } from '../../invoices/actions/settle-invoices.ts';
import { isOver, leakNow, readingsWaiting } from '../facts.ts';
import { type LeakState, leakRules } from '../leak.rules.ts';
import { tellEnded } from '../tell-people.ts';
import { holdLeaks } from './hold-leak.ts';

export const EXPIRE_JOB = 'billing:expire-leaks';

type Ended = { id: string; state: LeakState; before: LeakState };

/** The connections are locked. @param connections select of id */
export async function endLeaksOf(tx: Tx, actor: Actor, connections: Sql): Promise<void> {
  const ended = await all<Ended>(
    tx,
    sql`update billing.leaks k set version = k.version + 1, state = case when k.ended_at is null then 'ENDED' else 'REPLACED' end,
        ended_at = coalesce(k.ended_at, ${actor.now}), ended_on = coalesce(k.ended_on, ${actor.today})
      from (
        select o.id, o.state, i.cancelled_on is not null as is_cancelled,
          i.total_minor + coalesce((select sum(a.amount_minor) from billing.adjustments a
            where a.invoice_id = i.id and a.amount_minor < 0), 0) <= 0 as is_gone,
          exists (select from billing.adjustments n join billing.adjustments a on a.invoice_id = n.invoice_id and a.id > n.id
            where n.correction_id = o.correction_id and a.usage_after_litres <> n.usage_after_litres) as is_corrected
        from billing.leaks o join billing.invoices i on i.id = o.invoice_id
        where o.connection_id in (${connections}) and o.state in ('OPEN', 'WAITING', 'CREDITED')
      ) f
      where f.id = k.id and (f.is_cancelled or case when f.state = 'CREDITED' then f.is_corrected else f.is_gone end)
      returning k.id, k.state, f.state as before`,
  );
  for (const { id } of ended) await collectAgain(tx, actor, id);
  await audit(
    tx,
    actor,
    ...ended.map(({ id, state, before }) => ({
      ...{
        action: state === 'ENDED' ? ('leak.end' as const) : ('leak.replace' as const),
        object: 'leak' as const,
      },
      ...{ objectId: id, before: { state: before }, after: { state } },
    })),
  );
  await tellEnded(
    tx,
    actor,
    ended.map(({ id }) => id),
  );
  await holdLeaks(tx, actor, sql`k.connection_id in (${connections})`);
}

/**
 * No reading showed usual use in time. Only that ends a request by itself: the household is told so, and it has to be true. One that could be
 * credited, and one that something else hinders, waits for the office, however late that is. Each is ended under the lock of its connection:
 * who decides comes before it or after it.
 */
export async function expireLeaks(db: Db, clock: Clock): Promise<void> {
  const actor = systemActor(clock.now(), today(clock), EXPIRE_JOB);
  const late = await all<{ id: string }>(
    db,
    sql`select k.id from billing.leaks k where ${isLate(actor)} order by k.connection_id, k.id`,
  );
  for (const { id } of late) await transaction(db, (tx) => expire(tx, actor, id));
}

/** A reading after the repair that nobody looked at yet may be the one that shows it. */
const isLate = (actor: Actor): Sql => sql`(${isOver(actor)} and not exists (${readingsWaiting('k')}))`;

async function expire(tx: Tx, actor: Actor, id: string): Promise<void> {
  await lockConnections(tx, sql`select connection_id from billing.leaks where id = ${id}`);
  const leak = await first<{ invoiceId: string; repairedOn: string; rules: unknown }>(
    tx,
    sql`select k.invoice_id as "invoiceId", k.repaired_on as "repairedOn", k.rules from billing.leaks k
      where k.id = ${id} and ${isLate(actor)} for update`,
  );
  if (!leak) return;
  const { obstacle } = await leakNow(tx, { ...leak, rules: leakRules.parse(leak.rules) });
  if (obstacle !== 'not_back') return;
  await execute(
    tx,
    sql`update billing.leaks set state = 'EXPIRED', ended_at = ${actor.now}, ended_on = ${actor.today}, version = version + 1 where id = ${id}`,
  );
  await collectAgain(tx, actor, id);
  await audit(tx, actor, {
    action: 'leak.expire',
    object: 'leak',
    objectId: id,
    before: { state: 'OPEN' },
    after: { state: 'EXPIRED' },
  });
  await tellEnded(tx, actor, [id]);
}
