/** Work at the place: a ticket asks for it, or for more of it, and goes on when it ends. */
import type { z } from 'zod';
import type { OrderEnded } from '#domains/work-orders/points.ts';
import { createOrder } from '#domains/work-orders/steps/actions/create-order.ts';
import { reopenOrder } from '#domains/work-orders/steps/actions/end-order.ts';
import { type Actor, may } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, lockTicket } from '../../lock-ticket.ts';
import { tellAgent } from '../../tell-people.ts';
import type {
  orderFromTicket as orderCall,
  reopenOrderOfTicket as reopenCall,
  StepAnswer,
} from '../contract.ts';

type Order = z.output<(typeof orderCall)['body']>;

/** Without a place of its own the work is at the connection of the ticket. */
export async function orderFromTicket(
  tx: Tx,
  actor: Actor,
  { ticketId, version, ...order }: Order,
): Promise<StepAnswer & { orderId: string; orderNumber: string }> {
  refuseWithout(actor, 'work-orders:create');
  const subject = await beginStep(tx, actor, 'order', { ticketId, version });
  const hasPlace = order.connectionNumber !== null || order.roadId !== null;
  const connectionNumber = hasPlace ? order.connectionNumber : await numberOf(tx, subject.connectionId);
  const made = await createOrder(tx, actor, { ...order, connectionNumber }, { ticketId });
  const answer = await finishStep(tx, actor, subject, {
    action: 'order',
    after: { orderNumber: made.number },
  });
  return { ...answer, orderId: made.id, orderNumber: made.number };
}

/** Who answers tickets has to be allowed the other domain's step too. */
function refuseWithout(actor: Actor, permission: Permission): void {
  if (!may(actor, permission)) throw fail(commonErrors.not_permitted, { permission });
}

async function numberOf(tx: Tx, connectionId: string | null): Promise<string | null> {
  const found = await first<{ number: string }>(
    tx,
    sql`select number from meters.connections where id = ${connectionId}::uuid`,
  );
  return found?.number ?? null;
}

/** The order is locked first, as by everybody whose step ends it. */
export async function reopenOrderOfTicket(
  tx: Tx,
  actor: Actor,
  { ticketId, version, orderId, orderVersion, remark }: z.output<(typeof reopenCall)['body']>,
): Promise<StepAnswer> {
  refuseWithout(actor, 'work-orders:review');
  const order = await first<{ number: string }>(
    tx,
    sql`select o.number from work_orders.orders o where o.id = ${orderId} and o.ticket_id = ${ticketId} for no key update of o`,
  );
  const subject = await beginStep(tx, actor, 'order', { ticketId, version });
  if (!order) throw fail(errors.order_unknown);
  await reopenOrder(tx, actor, { orderId, version: orderVersion, remark });
  return finishStep(tx, actor, subject, {
    action: 'order',
    after: { orderNumber: order.number },
    reason: remark,
  });
}

/** The work of a ticket has ended: its agent goes on. Also if it was rejected or cancelled, and if another order of the ticket is open. */
export const followOrder: OrderEnded = async (tx, actor, order) => {
  const ticket = await first<{ id: string }>(
    tx,
    sql`select ticket_id as id from work_orders.orders where id = ${order.id} and ticket_id is not null`,
  );
  if (!ticket) return;
  // Who ends work need not answer tickets: the program takes this step, in their name.
  const program = { ...actor, kind: 'system' as const, permissions: new Set<Permission>() };
  const subject = await lockTicket(tx, program, ticket.id);
  if (subject.state !== 'WAITING_FIELD') return;
  const answer = await finishStep(tx, program, subject, {
    action: 'field-done',
    after: { orderNumber: order.number, orderState: order.state },
  });
  await tellAgent(tx, actor, subject, {
    kind: 'support.field_done',
    occasion: `${subject.id}:${answer.version}`,
  });
};
