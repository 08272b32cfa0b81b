/**
 * Looks at the open case of a connection after money, a hold or an order of it moved, and once a day: what is paid ends it, cancels the order to
 * disconnect, or sends somebody to connect again. It may be done any number of times. Locks: connection, payments of the orders, orders, case.
 */
import { lockConnections } from '#domains/billing/invoices/actions/settle-invoices.ts';
import { lockChargePayments } from '#domains/payments/refunds/lock-charge-payments.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { type Clock, today } from '#platform/clock.ts';
import { all, type Db, execute, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { addJob, type JobContext } from '#platform/jobs.ts';
import { NO_LADDER } from '../../ladder/ladder.rules.ts';
import { ladderOn } from '../../ladder/queries.ts';
import type { CaseEvent, Closing } from '../case.rules.ts';
import { isOpen, type Looked, type Told } from '../looked.ts';
import { closeCases, type Ladder, standingOf } from '../steps.ts';
import { tellCases } from '../tell-household.ts';
import { CANCELLED_TEXT, CHEQUE_WAITS, OPEN_AGAIN } from '../work-texts.ts';
import { endOrder } from './end-order-of-case.ts';
import { openReconnection } from './open-reconnection.ts';
import { reopenCase } from './reopen-case.ts';

export const LOOK_JOB = 'collections:look-at-case';

export async function lookAtCase(db: Db, clock: Clock, connectionId: string, told: Told): Promise<void> {
  const actor = systemActor(clock.now(), today(clock), LOOK_JOB);
  await transaction(db, (tx) => look(tx, actor, connectionId, told));
}

type Run = Pick<JobContext, 'signal' | 'log'>;

/**
 * Cases in which somebody is sent, or was: nothing that moved is missed, also if its job was. Each is looked at alone. If that fails, its own
 * job tries again, and raises the alarm if it goes on failing; the other cases and the ladder do not wait for it.
 */
export async function lookAtOrders(db: Db, clock: Clock, told: Told, { signal, log }: Run): Promise<void> {
  const cases = await all<{ connectionId: string }>(
    db,
    sql`select connection_id as "connectionId" from collections.cases where state in ('ORDERED', 'DISCONNECTED', 'RECONNECTING') order by id`,
  );
  for (const { connectionId } of cases) {
    if (signal.aborted) return;
    try {
      await lookAtCase(db, clock, connectionId, told);
    } catch (error) {
      log.error({ err: error, connectionId }, 'a case of late bills could not be looked at');
      await addJob(db, LOOK_JOB, { connectionId });
    }
  }
}

const work = (column: 'order_id' | 'reconnection_id') =>
  sql`(select jsonb_build_object('id', o.id, 'state', o.state, 'version', o.version, 'paidMinor', o.paid_minor, 'isStarted', o.started_at is not null)
    from work_orders.orders o where o.id = k.${sql.ref(column)})`;

export async function look(tx: Tx, actor: Actor, connectionId: string, told: Told): Promise<void> {
  await lockConnections(tx, sql`select ${connectionId}::uuid`);
  const orders = sql`select unnest(array[k.order_id, k.reconnection_id]) from collections.cases k
    where k.connection_id = ${connectionId} and k.state <> 'CLOSED'`;
  await lockChargePayments(tx, orders);
  await execute(
    tx,
    sql`select from work_orders.orders where id in (${orders}) order by id for no key update`,
  );
  const found = await first<Looked>(
    tx,
    sql`select k.id, k.connection_id as "connectionId", k.state, k.state_on as "stateOn", k.due_minor as "dueMinor", k.approved_by as "approvedBy",
        k.approved_by_name as "approvedByName", k.disconnected_on as "disconnectedOn", ${work('order_id')} as "order", ${work('reconnection_id')} as reconnection
      from collections.cases k where k.connection_id = ${connectionId} and k.state <> 'CLOSED' for update of k`,
  );
  if (!found) {
    // Its orders are locked before it: what was paid meanwhile is another look.
    if (await reopenCase(tx, actor, connectionId)) await addJob(tx, LOOK_JOB, { connectionId });
    return;
  }
  const ladder = await ladderOn(tx, actor.today);
  if (found.state === 'REMINDED' || found.state === 'NOTICED')
    return closeCases(tx, actor, { day: actor.today, ladder, connectionIds: [connectionId] });
  await lookAtSent(tx, actor, { found, ladder, told });
}

type Sent = { found: Looked; ladder: Ladder | null; told: Told };
type Standing = {
  dueMinor: number;
  because: Closing | null;
  isPlanToBegin: boolean;
  /** What would be late again if no bank paid the cheques; enough of it to disconnect. */
  chequeMinor: number;
  isByCheque: boolean;
};

async function lookAtSent(tx: Tx, actor: Actor, { found, ladder, told }: Sent): Promise<void> {
  const standing = await one<Standing>(tx, standingOf(actor.today, ladder, found.connectionId) as never);
  // Also if the order was done while the connection was being closed: nothing is asked at a closed one.
  if (standing.because === 'connection_closed')
    return closeSent(tx, actor, { found, because: 'connection_closed', told });
  if (found.state === 'ORDERED') return lookAtOrder(tx, actor, { found, standing, told });
  if (found.state === 'DISCONNECTED') return lookAtDisconnected(tx, actor, { found, standing, ladder, told });
  return lookAtReconnection(tx, actor, { found, standing, ladder, told });
}

type Look = { found: Looked; standing: Standing; told: Told };

/** An order that somebody else ended: a person approves again. What is not asked any more ends the order, at once. */
async function lookAtOrder(tx: Tx, actor: Actor, { found, standing, told }: Look): Promise<void> {
  const { order } = found;
  if (order && (order.state === 'CANCELLED' || order.state === 'REJECTED')) {
    await move(tx, actor, found, { to: 'NOTICED', event: 'order_ended', orderId: order.id });
    return closeCases(tx, actor, {
      ...{ day: actor.today, ladder: await ladderOn(tx, actor.today), connectionIds: [found.connectionId] },
    });
  }
  if (standing.because === null || !order || !isOpen(order)) return;
  if (isUnsure(standing)) return waitForCheque(tx, actor, { found, standing, told });
  await endOrder(tx, actor, { order, remark: CANCELLED_TEXT[standing.because] ?? '', told });
  await note(tx, actor, found, { event: 'order_cancelled', orderId: order.id });
  await closeSent(tx, actor, { found, because: standing.because, told });
  await tellCases(tx, actor, { ids: [found.id], what: 'cancelled' });
}

/** It is paid only if the bank pays a cheque. */
const isUnsure = ({ because, isByCheque }: Standing): boolean =>
  isByCheque && because !== 'exempt' && because !== 'connection_closed';

/** Nobody comes while the bank has a cheque. If it comes back, a person looks and decides again. */
async function waitForCheque(tx: Tx, actor: Actor, { found, told }: Look): Promise<void> {
  const { order } = found;
  if (!order) return;
  await endOrder(tx, actor, { order, remark: CHEQUE_WAITS, told });
  await move(tx, actor, found, { to: 'NOTICED', event: 'cheque_waits', orderId: order.id });
  await tellCases(tx, actor, { ids: [found.id], what: 'waiting' });
}

/**
 * A household that owes nothing late any more, or is exempt, gets water again. Less than the least amount is not enough, nor is a plan that it
 * has not accepted or whose first payment is open, nor a cheque that the bank has not paid.
 */
async function lookAtDisconnected(
  tx: Tx,
  actor: Actor,
  { found, standing, ladder, told }: Look & { ladder: Ladder | null },
): Promise<void> {
  const isPaid = standing.dueMinor === 0 && !standing.isPlanToBegin;
  const isClear = (isPaid && standing.chequeMinor === 0) || standing.because === 'exempt';
  if (isPaid && !isClear) return tellCases(tx, actor, { ids: [found.id], what: 'waiting' });
  // Somebody ended the order to reconnect today: not another one at once.
  if (!isClear || (found.reconnection && found.stateOn === actor.today && !isOpen(found.reconnection)))
    return;
  if (found.order && isOpen(found.order))
    await endOrder(tx, actor, { order: found.order, remark: CANCELLED_TEXT.paid ?? '', told });
  const order = await openReconnection(tx, actor, {
    found,
    feeMinor: ladder?.rules.reconnectionFeeMinor ?? NO_LADDER.reconnectionFeeMinor,
    atBank: told.atBank,
  });
  await move(tx, actor, found, { to: 'RECONNECTING', event: 'reconnection_ordered', orderId: order.id });
  await tellCases(tx, actor, { ids: [found.id], what: 'reconnecting' });
}

/**
 * What was late when somebody was sent to connect is open again, because money was taken back or a hold ended: an order for which nobody has paid and
 * nobody is on the way is cancelled. Bills that became late since do not matter: the water was earned.
 */
async function lookAtReconnection(
  tx: Tx,
  actor: Actor,
  { found, standing, ladder, told }: Look & { ladder: Ladder | null },
): Promise<void> {
  const { reconnection: order } = found;
  if (!order) return;
  if (order.state === 'CANCELLED' || order.state === 'REJECTED')
    return move(tx, actor, found, { to: 'DISCONNECTED', event: 'reconnection_ended', orderId: order.id });
  const asked = standingOf(actor.today, ladder, found.connectionId, found.stateOn);
  const what = openAgain(await one<Standing>(tx, asked as never));
  if (!what || !isOpen(order) || order.isStarted || order.paidMinor > 0) return;
  await endOrder(tx, actor, { order, remark: OPEN_AGAIN[what], told });
  await move(tx, actor, found, {
    ...{ to: 'DISCONNECTED', event: 'reconnection_ended', orderId: order.id, isForgotten: true },
    // All that is late by now is to be paid for the water.
    ...(what === 'openAgain' ? { dueMinor: standing.dueMinor } : {}),
  });
  await tellCases(tx, actor, { ids: [found.id], what });
}

/** What keeps a household without water that had earned it, as it is told; null: nothing. */
function openAgain(standing: Standing): keyof typeof OPEN_AGAIN | null {
  if (standing.because === null) return 'openAgain';
  if (isUnsure(standing)) return 'waiting';
  return standing.because === 'held' && standing.isPlanToBegin ? 'planOpenAgain' : null;
}

type Noted = { event: CaseEvent; orderId?: string; remark?: string };

async function note(tx: Tx, actor: Actor, { id }: Pick<Looked, 'id'>, noted: Noted): Promise<void> {
  await execute(
    tx,
    sql`insert into collections.case_events (case_id, at, day, event, due_minor, remark, order_id, actor_id, actor_name)
      select id, ${actor.now}, ${actor.today}, ${noted.event}, due_minor, ${noted.remark ?? null}, ${noted.orderId ?? null}::uuid,
        ${actor.userId}::uuid, ${actor.name} from collections.cases where id = ${id}`,
  );
}

type Move = Noted & {
  to: 'NOTICED' | 'DISCONNECTED' | 'RECONNECTING';
  orderId: string;
  isForgotten?: true;
  /** What is asked from now on, if it is another sum. */
  dueMinor?: number;
};

/** `isForgotten`: the order to reconnect is not the last one of the case, so that another one may come on the same day. */
async function move(
  tx: Tx,
  actor: Actor,
  found: Looked,
  { to, isForgotten, dueMinor, ...noted }: Move,
): Promise<void> {
  const sets = {
    NOTICED: sql`, order_id = null, approved_by = null, approved_by_name = null, approved_at = null`,
    RECONNECTING: sql`, reconnection_id = ${noted.orderId}`,
    DISCONNECTED: isForgotten ? sql`, reconnection_id = null` : sql``,
  };
  await execute(
    tx,
    sql`update collections.cases set state = ${to}, state_on = ${actor.today}, due_minor = coalesce(${dueMinor ?? null}::bigint, due_minor),
      version = version + 1 ${sets[to]} where id = ${found.id}`,
  );
  await note(tx, actor, found, noted);
}

type Close = { found: Looked; because: Closing; told: Told };

/** Nobody is sent to a closed connection. A paid fee of a reconnection is left to people: it may be owed for another reason. */
async function closeSent(tx: Tx, actor: Actor, { found, because, told }: Close): Promise<void> {
  for (const order of because === 'connection_closed' ? [found.order, found.reconnection] : [])
    if (order && isOpen(order) && (order.paidMinor === 0 || order.id === found.order?.id))
      await endOrder(tx, actor, { order, remark: CANCELLED_TEXT[because] ?? '', told });
  await execute(
    tx,
    sql`update collections.cases set state = 'CLOSED', state_on = ${actor.today}, closed_on = ${actor.today}, closed_because = ${because},
      version = version + 1 where id = ${found.id}`,
  );
  await note(tx, actor, found, { event: 'closed', remark: because });
}
