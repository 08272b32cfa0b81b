/** Work at the place: a ticket asks for it, or for more of it, and goes on when it ends. */
import type { z } from 'zod';
import { holdConnection } from '#domains/work-orders/lock-order.ts';
import type { OrderEnded, OrderReopened } from '#domains/work-orders/points.ts';
import { createOrder } from '#domains/work-orders/steps/actions/create-order.ts';
import { reopenOrder } from '#domains/work-orders/steps/actions/end-order.ts';
import { type Actor, may } from '#platform/actor.ts';
import { first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, lockTicket } from '../../lock-ticket.ts';
import { mayAnswer } from '../../queries.ts';
import { tellAgent, tellConsumer } from '../../tell-people.ts';
import { TRANSITIONS } from '../../ticket.rules.ts';
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
  const { priority } = subject;
  const made = await createOrder(tx, actor, { ...order, connectionNumber }, { ticketId, priority });
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

/** The order is locked first, after its connection, as by everybody whose step ends it. */
export async function reopenOrderOfTicket(
  tx: Tx,
  actor: Actor,
  { ticketId, version, orderId, orderVersion, remark }: z.output<(typeof reopenCall)['body']>,
): Promise<StepAnswer> {
  refuseWithout(actor, 'work-orders:review');
  await holdConnection(tx, orderId);
  const order = await first<{ number: string }>(
    tx,
    sql`select o.number from work_orders.orders o where o.id = ${orderId} and o.ticket_id = ${ticketId} for no key update of o`,
  );
  const subject = await beginStep(tx, actor, 'order', { ticketId, version });
  if (!order) throw fail(errors.order_unknown);
  // The ticket takes this step itself.
  await reopenOrder(tx, actor, { orderId, version: orderVersion, remark }, async () => undefined);
  const answer = await finishStep(tx, actor, subject, {
    action: 'order',
    after: { orderNumber: order.number },
    reason: remark,
  });
  await tellConsumer(tx, actor, { ...subject, ...answer }, { what: 'again' });
  return answer;
}

const ticketOf = (tx: Tx, orderId: string) =>
  first<{ id: string }>(
    tx,
    sql`select ticket_id as id from work_orders.orders where id = ${orderId} and ticket_id is not null`,
  );
/** Who ends work or opens it again need not answer tickets: the program takes the ticket's step, in their name. */
const program = (actor: Actor): Actor => ({ ...actor, kind: 'system', permissions: new Set<Permission>() });

/**
 * The work of a ticket is opened again: its agent waits for it again, and the consumer is told; also of a ticket that was ended, however
 * long ago, because the work is done again. A ticket that nobody has goes to those who assign, as one that its consumer opens again.
 */
export const followReopened: OrderReopened = async (tx, actor, order) => {
  const ticket = await ticketOf(tx, order.id);
  if (!ticket) return;
  const subject = await lockTicket(tx, program(actor), ticket.id);
  const isEnded = subject.endedAt !== null;
  const hasAgent = await mayGoOn(tx, subject.agentId);
  const moves = TRANSITIONS['field-again'].from.includes(subject.state) && (hasAgent || isEnded);
  const forgotten = [sql`stars = null`, sql`stars_remark = null`];
  const freed: Sql[] = [
    ...[sql`former_agent_id = coalesce(agent_id, former_agent_id)`, sql`agent_id = null`],
    ...[sql`agent_name = null`, sql`reopened = reopened + 1`],
  ];
  const answer = moves
    ? await finishStep(tx, program(actor), subject, {
        action: hasAgent ? 'field-again' : 'reopen',
        sets: [...(isEnded ? forgotten : []), ...(hasAgent ? [] : freed)],
        after: { orderNumber: order.number },
        reason: order.remark,
      })
    : subject;
  const occasion = `${order.id}:${answer.version}`;
  await tellAgent(
    tx,
    actor,
    { ...subject, agentId: hasAgent ? subject.agentId : null },
    { kind: 'support.field_again', occasion },
  );
  await tellConsumer(tx, actor, { ...subject, version: answer.version }, { what: 'again' });
};

/** Their account is there, and may answer. */
async function mayGoOn(tx: Tx, agentId: string | null): Promise<boolean> {
  const found = await first(
    tx,
    sql`select from identity.users u join roles.roles r on r.id = u.role_id where u.id = ${agentId}::uuid and ${mayAnswer}`,
  );
  return found !== undefined;
}

/** The work of a ticket has ended: its agent goes on. Also if it was rejected or cancelled, and if another order of the ticket is open. */
export const followOrder: OrderEnded = async (tx, actor, order) => {
  const ticket = await ticketOf(tx, order.id);
  if (!ticket) return;
  const subject = await lockTicket(tx, program(actor), ticket.id);
  if (subject.state !== 'WAITING_FIELD') return;
  const answer = await finishStep(tx, program(actor), subject, {
    action: 'field-done',
    after: { orderNumber: order.number, orderState: order.state },
  });
  await tellAgent(tx, actor, subject, {
    kind: 'support.field_done',
    occasion: `${subject.id}:${answer.version}`,
  });
};
