/** A work order as the steps see it, locked until the end of the transaction. Order of locks: the order → the store → number series. */
import { accountOf } from '#domains/identity/notices/receivers.ts';
import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { AuditWord, NoticeKind } from '#shared/words.ts';
import { errors } from './contract.ts';
import type { StepAnswer } from './steps/contract.ts';
import { type OrderAction, type OrderState, refusalOf, TRANSITIONS } from './work-order.rules.ts';

export type Subject = {
  id: string;
  number: string;
  state: OrderState;
  categoryId: string;
  description: string;
  phone: string | null;
  priority: string;
  askedBy: string;
  consumerId: string | null;
  crewId: string | null;
  crewName: string | null;
  assignedAt: string | null;
  arrivedAt: string | null;
  closedAt: string | null;
  isStarted: boolean;
  isChargeable: boolean;
  contactName: string | null;
  estimateMinor: number | null;
  chargeMinor: number | null;
  vatMinor: number;
  paidMinor: number;
  isSettled: boolean;
  version: number;
};

/** Who does the work only, and neither reviews nor assigns it, sees what is theirs. */
export const seesOrder = (actor: Actor): Sql => {
  if (actor.kind === 'consumer')
    return sql`o.consumer_id = any (consumers.known_as(${actor.consumerId}::uuid))`;
  const seesAll =
    actor.kind !== 'staff' || may(actor, 'work-orders:review') || may(actor, 'work-orders:assign');
  return !seesAll && may(actor, 'work-orders:work')
    ? sql`(o.crew_id = ${actor.userId}::uuid or o.asked_by = ${actor.userId}::uuid)`
    : sql`true`;
};

/** Nothing is open of what the order `o` costs who asked. */
export const isSettled = sql`(o.charge_minor is null or o.paid_minor = o.charge_minor or o.waived_by is not null)`;

/** Payments, photos and more refer to the order: who writes one of them does not wait for who holds this lock. */
export async function lockOrder(tx: Tx, actor: Actor, id: string): Promise<Subject> {
  const subject = await first<Subject>(
    tx,
    sql`select o.id, o.number, o.state, o.category_id as "categoryId", o.description, o.phone, o.priority, o.asked_by as "askedBy",
        o.consumer_id as "consumerId", o.crew_id as "crewId", o.crew_name as "crewName", o.assigned_at as "assignedAt",
        o.arrived_at as "arrivedAt", o.closed_at as "closedAt", o.estimate_minor as "estimateMinor", o.charge_minor as "chargeMinor", o.vat_minor as "vatMinor",
        o.started_at is not null as "isStarted", o.contact_name as "contactName",
        (select k.chargeable from work_orders.categories k where k.id = o.category_id) as "isChargeable",
        o.paid_minor as "paidMinor", ${isSettled} as "isSettled", o.version
      from work_orders.orders o where o.id = ${id} and ${seesOrder(actor)} for no key update of o`,
  );
  if (!subject) throw fail(commonErrors.not_found);
  return subject;
}

/** Locks the order and makes sure that the actor may take the action now, on the version they looked at. */
export async function beginStep(
  tx: Tx,
  actor: Actor,
  action: OrderAction,
  input: { orderId: string; version?: number },
): Promise<Subject> {
  const subject = await lockOrder(tx, actor, input.orderId);
  const refusal = refusalOf(action, subject, actor);
  if (refusal === 'not_permitted') {
    throw fail(commonErrors.not_permitted, { permission: TRANSITIONS[action].permission });
  }
  if (input.version !== undefined && input.version !== subject.version)
    throw fail(commonErrors.stale_version);
  if (refusal) throw fail(errors[refusal]);
  return subject;
}

type Step = {
  action: OrderAction;
  sets?: Sql[];
  remark?: string | undefined;
  /** What the log gets beside the states. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

const AUDIT: Record<OrderAction, AuditWord> = {
  edit: 'work-order.edit',
  photo: 'work-order.photo',
  take: 'work-order.take',
  estimate: 'work-order.estimate',
  waive: 'work-order.waive',
  pay: 'work-order.pay',
  'take-back': 'work-order.take-back',
  'withdraw-paid': 'work-order.withdraw-paid',
  accept: 'work-order.accept',
  return: 'work-order.return',
  reject: 'work-order.reject',
  assign: 'work-order.assign',
  unassign: 'work-order.unassign',
  arrive: 'work-order.arrive',
  complete: 'work-order.complete',
  verify: 'work-order.verify',
  reopen: 'work-order.reopen',
  cancel: 'work-order.cancel',
};

/** Writes the new state, what happened and the log. */
export async function finishStep(
  tx: Tx,
  actor: Actor,
  subject: Pick<Subject, 'id' | 'number' | 'state'>,
  { action, sets = [], remark, before = {}, after = {} }: Step,
): Promise<StepAnswer> {
  const to = TRANSITIONS[action].to ?? subject.state;
  const moved = to === subject.state ? [] : [sql`state = ${to}`, sql`state_since = ${actor.now}`];
  const answer = await one<StepAnswer>(
    tx,
    sql`update work_orders.orders set ${sql.join([sql`version = version + 1`, ...moved, ...sets])}
      where id = ${subject.id} returning id, state, version`,
  );
  await noteEvent(tx, actor, { orderId: subject.id, action, from: subject.state, to, remark });
  await audit(tx, actor, {
    action: AUDIT[action],
    object: 'work_order',
    objectId: subject.id,
    before: { state: subject.state, ...before },
    after: { state: to, number: subject.number, ...after },
    ...(remark ? { reason: remark } : {}),
  });
  return answer;
}

type Event = {
  orderId: string;
  action: OrderAction | 'create';
  from: OrderState | null;
  to: OrderState;
  remark?: string | undefined;
};

/** Appends to what happened. */
export async function noteEvent(tx: Tx, actor: Actor, event: Event): Promise<void> {
  await execute(
    tx,
    sql`insert into work_orders.timeline (order_id, at, action, from_state, to_state, actor_name, by_office, remark)
      values (${event.orderId}, ${actor.now}, ${event.action}, ${event.from}, ${event.to}, ${actor.name},
        ${actor.kind !== 'consumer'}, ${event.remark ?? null})`,
  );
}

/** The bell of the household that the order is about, if it has an account. */
export async function tellConsumer(
  tx: Tx,
  actor: Actor,
  { id, number, consumerId }: Pick<Subject, 'id' | 'number' | 'consumerId'>,
  { version }: StepAnswer,
  kind: NoticeKind,
): Promise<void> {
  if (!consumerId) return;
  // The order keeps naming an entry of the register that became one with another.
  const entry = sql`(select coalesce(c.merged_into, c.id) from consumers.consumers c where c.id = ${consumerId}::uuid)`;
  await notify(tx, actor, accountOf(entry), {
    kind,
    occasion: `${id}:${version}`,
    path: `/work-order-list/${id}`,
    params: { number },
  });
}
