/** Ends alarms: with a remark when they are about no money, by the bank's own right answer, by two people. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { AlarmSolution } from '../alarm.rules.ts';
import type { Alarm } from '../contract.ts';
import { getAlarm } from '../queries.ts';

/** The database refuses it when a bank took money that no book has (alarms_money_check). */
export async function noteAlarm(tx: Tx, actor: Actor, input: { id: string; remark: string }): Promise<Alarm> {
  await getAlarm(tx, actor, input.id);
  if (!(await solve(tx, actor, { ...input, solution: 'NOTED' }))) throw fail(errors.alarm_solved);
  return getAlarm(tx, actor, input.id);
}

type Solving = { id: string; solution: AlarmSolution; remark?: string; bankMinor?: number };

/** @param solving.bankMinor must still be what the bank says it took. False if it is not, or if the alarm is solved. */
export async function solve(tx: Tx, actor: Actor, solving: Solving): Promise<boolean> {
  const { id, solution, remark = null, bankMinor } = solving;
  const solved = await first<{ kind: string }>(
    tx,
    sql`update payments.alarms set state = 'SOLVED', solution = ${solution}, remark = ${remark},
        solved_by = ${actor.userId}, solved_at = ${actor.now}
      where id = ${id} and state <> 'SOLVED' and (${bankMinor ?? null}::bigint is null or bank_minor = ${bankMinor ?? null}::bigint)
      returning kind`,
  );
  if (!solved) return false;
  await audit(tx, actor, {
    action: 'alarm.solve',
    object: 'alarm',
    objectId: id,
    after: { solution, kind: solved.kind, ...(bankMinor === undefined ? {} : { amountMinor: bankMinor }) },
    ...(remark ? { reason: remark } : {}),
  });
  return true;
}

/** The bank says now what was ordered, and the payment was booked: nothing is left to look at. */
export async function solveCameRight(tx: Tx, actor: Actor, paymentId: string): Promise<void> {
  const open = await all<{ id: string }>(
    tx,
    sql`select id from payments.alarms where payment_id = ${paymentId} and state <> 'SOLVED' order by id for update`,
  );
  for (const { id } of open) await solve(tx, actor, { id, solution: 'CAME_RIGHT' });
  await solveBeside(tx, actor, { paymentId, solution: 'CAME_RIGHT' });
}

/** The alarms that the bank's own calls raised about the order of a payment end with the alarm of the payment. */
export async function solveBeside(
  tx: Tx,
  actor: Actor,
  { paymentId, solution }: { paymentId: string; solution: AlarmSolution },
): Promise<void> {
  const beside = await all<{ id: string }>(
    tx,
    sql`select a.id from payments.alarms a join payments.orders o on o.order_id = a.details ->> 'orderId'
      where o.payment_id = ${paymentId} and a.inbox_id is not null and a.state <> 'SOLVED' order by a.id for update of a`,
  );
  for (const { id } of beside) await solve(tx, actor, { id, solution });
}
