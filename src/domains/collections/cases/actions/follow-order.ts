/**
 * The crew has done the work of a case: the connection has no water any more, or has it again, in the same transaction, from the day of the work.
 * The case moves on the day on which the office hears of it.
 */
import {
  disconnectConnection,
  reconnectConnection,
} from '#domains/meters/closure/actions/disconnect-connection.ts';
import type { OrderDone } from '#domains/work-orders/points.ts';
import type { Actor } from '#platform/actor.ts';
import { timeZoneOf } from '#platform/database/days.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { addJob } from '#platform/jobs.ts';
import { dayOf } from '#shared/dates.ts';
import { type CaseState, canMove } from '../case.rules.ts';
import { tellCases } from '../tell-household.ts';
import { LOOK_JOB } from './look-at-case.ts';

type Case = { id: string; connectionId: string; state: CaseState; isReconnection: boolean };

/** An order that is done again after it was opened again changes nothing more. */
export const followOrder: OrderDone = async (tx, actor, order) => {
  const found = await first<Case>(
    tx,
    sql`select k.id, k.connection_id as "connectionId", k.state, k.reconnection_id = ${order.id} is true as "isReconnection"
      from collections.cases k where k.state <> 'CLOSED' and ${order.id}::uuid in (k.order_id, k.reconnection_id) for update of k`,
  );
  if (!found) return;
  const { state, isReconnection } = found;
  const done = { ...order, doneOn: dayOf(order.completedAt, await timeZoneOf(tx)) };
  if (!isReconnection && canMove(state, 'disconnected', 'crew')) await cutOff(tx, actor, found, done);
  if (isReconnection && canMove(state, 'reconnected', 'crew')) await connectAgain(tx, actor, found, done);
};

type Order = { id: string; number: string; doneOn: string };

async function cutOff(tx: Tx, actor: Actor, { id, connectionId }: Case, order: Order): Promise<void> {
  const turn = { connectionId, day: order.doneOn, reason: `Work order ${order.number}` };
  if (!(await disconnectConnection(tx, actor, turn))) return;
  await execute(
    tx,
    sql`update collections.cases set state = 'DISCONNECTED', state_on = ${actor.today}, disconnected_on = ${order.doneOn}::date, version = version + 1
      where id = ${id}`,
  );
  await note(tx, actor, id, { event: 'disconnected', orderId: order.id });
  await tellCases(tx, actor, { ids: [id], what: 'disconnected' });
  // It may have been paid while the crew was there.
  await addJob(tx, LOOK_JOB, { connectionId });
}

async function connectAgain(tx: Tx, actor: Actor, { id, connectionId }: Case, order: Order): Promise<void> {
  const turn = { connectionId, day: order.doneOn, reason: `Work order ${order.number}` };
  if (!(await reconnectConnection(tx, actor, turn))) return;
  await execute(
    tx,
    sql`update collections.cases set state = 'CLOSED', state_on = ${actor.today}, closed_on = ${actor.today}, closed_because = 'reconnected',
      version = version + 1 where id = ${id}`,
  );
  await note(tx, actor, id, { event: 'reconnected', orderId: order.id });
  await tellCases(tx, actor, { ids: [id], what: 'reconnected' });
}

async function note(
  tx: Tx,
  actor: Actor,
  caseId: string,
  noted: { event: string; orderId: string },
): Promise<void> {
  await execute(
    tx,
    sql`insert into collections.case_events (case_id, at, day, event, due_minor, order_id, actor_id, actor_name)
      select id, ${actor.now}, ${actor.today}, ${noted.event}, due_minor, ${noted.orderId}, ${actor.userId}::uuid, ${actor.name}
      from collections.cases where id = ${caseId}`,
  );
}
