/** Ends alarms: with a remark if the bank answered no, by the bank's own right answer, by two people. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { lockPayment } from '../../queries.ts';
import type { AlarmSolution } from '../alarm.rules.ts';
import type { Alarm } from '../contract.ts';
import { getAlarm } from '../queries.ts';

/** The database refuses it if money may have been taken (alarms_money_check). */
export async function noteAlarm(tx: Tx, actor: Actor, input: { id: string; remark: string }): Promise<Alarm> {
  const { paymentId } = await getAlarm(tx, actor, input.id);
  if (paymentId) await lockPayment(tx, paymentId);
  if (!(await solve(tx, actor, { ...input, solution: 'NOTED' }))) throw fail(errors.alarm_solved);
  if (paymentId) await endWithoutMoney(tx, actor, paymentId);
  return getAlarm(tx, actor, input.id);
}

type Solving = {
  id: string;
  solution: AlarmSolution;
  remark?: string;
  amountMinor?: number;
  /** Of somebody who asked to end it without money. */
  proposalId?: string;
};

/**
 * The caller holds the lock of the alarm's payment.
 * @param solving.amountMinor must still be what the bank has and the books do not, if the bank says how much it has
 * @param solving.proposalId the bank's answer must be that of the moment when it was asked
 * @returns false if it is not, or if the alarm is solved
 */
export async function solve(tx: Tx, actor: Actor, solving: Solving): Promise<boolean> {
  const { id, solution, remark = null, amountMinor = null, proposalId = null } = solving;
  const solved = await first<{ kind: string }>(
    tx,
    sql`update payments.alarms set state = 'SOLVED', solution = ${solution}, remark = ${remark},
        solved_by = ${actor.userId}, solved_at = ${actor.now}
      where id = ${id} and state <> 'SOLVED' and (${amountMinor}::bigint is null or bank_minor is null
        or bank_minor - payments.booked_minor(payment_id) = ${amountMinor}::bigint)
        and (${proposalId}::uuid is null or bank_minor is not distinct from (
          select q.seen_bank_minor from payments.proposals q where q.id = ${proposalId}::uuid))
      returning kind`,
  );
  if (!solved) return false;
  await audit(tx, actor, {
    action: 'alarm.solve',
    object: 'alarm',
    objectId: id,
    after: { solution, kind: solved.kind, ...(amountMinor === null ? {} : { amountMinor }) },
    ...(remark ? { reason: remark } : {}),
  });
  return true;
}

/**
 * The bank says what the books have: nothing is left to look at. Of what its settlement file has, only the file says so.
 */
export async function solveCameRight(tx: Tx, actor: Actor, paymentId: string): Promise<void> {
  const open = await all<{ id: string }>(
    tx,
    sql`select id from payments.alarms where payment_id = ${paymentId} and state <> 'SOLVED'
        and (kind not like 'FILE\\_%' or bank_minor = payments.booked_minor(payment_id)) order by id for update`,
  );
  for (const { id } of open) await solve(tx, actor, { id, solution: 'CAME_RIGHT' });
  await solveBeside(tx, actor, { paymentId, solution: 'CAME_RIGHT' });
}

/**
 * If one alarm of a payment ends, the others about the same money end with it: those that the bank's own calls raised,
 * those that name no amount, and those whose amount the books now have.
 */
export async function solveBeside(
  tx: Tx,
  actor: Actor,
  { paymentId, solution }: { paymentId: string; solution: AlarmSolution },
): Promise<void> {
  const beside = await all<{ id: string }>(
    tx,
    sql`select a.id from payments.alarms a
      where a.state <> 'SOLVED' and (a.payment_id = ${paymentId} or (a.inbox_id is not null and a.details ->> 'orderId' =
          (select order_id from payments.orders where payment_id = ${paymentId})))
        and (a.bank_minor is null or a.bank_minor = payments.booked_minor(${paymentId}))
      order by a.id for update of a`,
  );
  for (const { id } of beside) await solve(tx, actor, { id, solution });
}

/** Nothing more is expected of a payment whose last alarm ended without money. If the bank says "paid" later, it is told. */
export async function endWithoutMoney(tx: Tx, actor: Actor, paymentId: string): Promise<void> {
  await execute(
    tx,
    sql`update payments.payments p set state = 'DECLINED', decided_at = ${actor.now}
      where p.id = ${paymentId} and p.state = 'PROCESSING'
        and not exists (select from payments.alarms a where a.payment_id = p.id and a.state <> 'SOLVED')`,
  );
}
