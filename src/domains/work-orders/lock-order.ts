/** A work order as the steps see it, locked until the end of the transaction. Order of locks: the order → the store → number series. */

import { dueOf } from '#domains/applications/calendar/running-clock.rules.ts';
import { readSettings } from '#domains/applications/pipeline/read-settings.ts';
import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { changedBy, type Made } from '#platform/changed-by.ts';
import { execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { AuditWord } from '#shared/words.ts';
import { errors } from './contract.ts';
import { type Deadline, goneOn, type Stopped } from './deadline.rules.ts';
import type { StepAnswer } from './steps/contract.ts';
import {
  CASE_CATEGORIES,
  DAYS_TO_RATE,
  DAYS_TO_REOPEN_REQUEST,
  type Facts,
  type OrderAction,
  type OrderState,
  type Priority,
  refusalOf,
  TRANSITIONS,
} from './work-order.rules.ts';

export type Subject = {
  id: string;
  number: string;
  state: OrderState;
  categoryId: string;
  description: string;
  phone: string | null;
  priority: Priority;
  /** From when its time runs: asked for, or opened again as a request. */
  runsFrom: string;
  /** Of its category, until it is due. */
  hours: number;
  stoppedAt: string | null;
  pauseUntil: string | null;
  /** How long its clock was stopped in all, before the present stop. */
  stopped: Stopped;
  consumerId: string | null;
  crewId: string | null;
  crewName: string | null;
  assignedAt: string | null;
  arrivedAt: string | null;
  closedAt: string | null;
  isChargeable: boolean;
  reopened: number;
  facts: OtherFacts;
  contactName: string | null;
  labourMinor: number | null;
  estimateMinor: number | null;
  chargeMinor: number | null;
  vatMinor: number;
  paidMinor: number;
  /** What the rules of late bills ask for it at least. */
  feeMinor: number | null;
  /** Its charge was, and counts no more. */
  isWaived: boolean;
  version: number;
};

/** What decides about the steps, beside the state and the money: the column `facts`. */
export type OtherFacts = Omit<Facts, 'state' | 'paidMinor'>;

/** Orders that somebody has with others, not as the leader. */
const asMember = (userId: Sql): Sql =>
  sql`o.id = any (array(select m.order_id from work_orders.crew_members m
    where m.user_id = ${userId}::uuid and m.left_at is null and not m.is_leader))`;
/** Somebody leads the crew of the order `o`, or comes along. */
export const isInCrew = (userId: string | null): Sql =>
  sql`(o.crew_id = ${userId}::uuid or ${asMember(sql`${userId}`)})`;
/** The order `o` is somebody's: as the leader of its crew or as one of the others. No filter tells a household whose it is. */
export const hasInCrew = (actor: Actor, userId: string | null): Sql =>
  actor.kind === 'consumer' ? sql`false` : isInCrew(userId);
export const isReviewedBy = (actor: Actor, userId: string): Sql =>
  actor.kind === 'consumer' ? sql`false` : sql`o.reviewer_id = ${userId}::uuid`;

/** Sees what others have, too. */
export const seesAllOrders = (actor: Actor): boolean =>
  actor.kind === 'system' || (actor.kind === 'staff' && may(actor, 'work-orders:view-all'));

/** Staff see what they have or asked for, unless they may see all: a word that is taken away never shows more. */
export const seesOrder = (actor: Actor): Sql => {
  if (actor.kind === 'consumer')
    return sql`o.consumer_id = any (consumers.known_as(${actor.consumerId}::uuid))`;
  return seesAllOrders(actor)
    ? sql`true`
    : sql`(${hasInCrew(actor, actor.userId)} or o.asked_by = ${actor.userId}::uuid)`;
};

/** Nothing is open of what the order `o` costs who asked. */
export const isSettled = sql`(o.charge_minor is null or o.paid_minor = o.charge_minor or o.waived_by is not null)`;

const people = (actor: Actor, from: Sql): Sql =>
  actor.kind === 'consumer' ? sql`'[]'::jsonb` : sql`coalesce((select jsonb_agg(id) from (${from}) p), '[]')`;
const RATING = (
  actor: Actor,
): Sql => sql`case when o.state <> 'CLOSED' or not (select k.asks_rating from work_orders.categories k where k.id = o.category_id) then 'NONE'
  when exists (select from work_orders.ratings r where r.order_id = o.id and r.closing = o.reopened) then 'DONE'
  when o.closed_at < ${actor.now}::timestamptz - make_interval(hours => ${sql.lit(DAYS_TO_RATE * 24)}) then 'OVER' else 'OPEN' end`;

/** The order `o` is work of a case of late bills. */
const isOfCase = sql`exists (select from work_orders.categories k
  where k.id = o.category_id and k.code = any(${CASE_CATEGORIES}::text[]))`;

/** The case of the order `o` has gone on since it was done: to do it again would cut off a household that has paid. */
const isUndone = sql`(o.state in ('COMPLETED', 'CLOSED') and ${isOfCase} and exists (select from meters.connections c
  where c.id = o.connection_id and (c.status = 'disconnected') <> ((select k.code from work_orders.categories k where k.id = o.category_id) = 'DISCONNECTION')))`;

/**
 * What was accepted once, or paid, is no request any more; and nobody has work at a connection that is closed or somebody else's. What a case
 * of late bills let go of stays ended: the case sends somebody again by another order (decision 0060).
 */
const REQUEST = (
  actor: Actor,
): Sql => sql`case when o.state not in ('REJECTED', 'CANCELLED') or o.started_at is not null or ${isOfCase}
    or exists (select from work_orders.timeline t where t.order_id = o.id and t.action in ('accept', 'withdraw-paid'))
    or (o.connection_id is not null and not exists (select from meters.connections c where c.id = o.connection_id and c.status <> 'closed'
      and (o.consumer_id is null or c.consumer_id = any (consumers.known_as(o.consumer_id))))) then 'NONE'
  when o.state_since < ${actor.now}::timestamptz - make_interval(hours => ${sql.lit(DAYS_TO_REOPEN_REQUEST * 24)}) then 'OVER' else 'OPEN' end`;

/** Of the order `o`, as one value. Of a consumer nothing depends on who is in the crew. */
export const otherFacts = (
  actor: Actor,
  request: Sql = REQUEST(actor),
): Sql => sql`jsonb_build_object('askedBy', o.asked_by, 'isSettled', ${isSettled},
  'isStarted', o.started_at is not null, 'isPaused', o.paused_at is not null, 'isUndone', ${isUndone}, 'rating', ${RATING(actor)},
  'isOfHousehold', o.asked_as = 'CONSUMER', 'request', ${request},
  'crew', ${people(
    actor,
    sql`select o.crew_id as id where o.crew_id is not null
    union select m.user_id from work_orders.crew_members m where m.order_id = o.id and m.left_at is null`,
  )},
  'workers', ${people(
    actor,
    sql`select distinct m.user_id as id from work_orders.crew_members m
    where m.order_id = o.id and m.worked_at is not null`,
  )})`;

/**
 * The connection of an order is held until the end of the step, before the order is locked: an end of it, or a change of owner, that is
 * being accepted comes before the step or after it.
 * @returns whether it has another owner since the work was asked for
 */
export async function holdConnection(tx: Tx, orderId: string): Promise<boolean> {
  const connection = await first<{ changedHands: boolean }>(
    tx,
    sql`select exists (select from meters.connections s where s.follows_id = c.id) as "changedHands"
      from work_orders.orders o join meters.connections c on c.id = o.connection_id
      where o.id = ${orderId} for share of c`,
  );
  return connection?.changedHands ?? false;
}

/** Payments, photos and more refer to the order: who writes one of them does not wait for who holds this lock. */
export async function lockOrder(tx: Tx, actor: Actor, id: string): Promise<Subject> {
  // In a statement of its own: what one that waits reads beside the row, like its crew, is of before it waited.
  await execute(tx, sql`select from work_orders.orders where id = ${id} for no key update`);
  const subject = await first<Subject>(
    tx,
    sql`select o.id, o.number, o.state, o.category_id as "categoryId", o.description, o.phone, o.priority,
        coalesce((select max(t.at) from work_orders.timeline t where t.order_id = o.id and t.action = 'reopen-request'),
          o.asked_at) as "runsFrom", o.stopped_at as "stoppedAt", o.pause_until as "pauseUntil",
        jsonb_build_object('ms', extract(epoch from o.paused_for) * 1000, 'minutes', o.paused_minutes) as stopped,
        (select k.hours from work_orders.categories k where k.id = o.category_id) as hours,
        o.consumer_id as "consumerId", o.crew_id as "crewId", o.crew_name as "crewName", o.assigned_at as "assignedAt",
        o.arrived_at as "arrivedAt", o.closed_at as "closedAt", o.estimate_minor as "estimateMinor", o.charge_minor as "chargeMinor", o.vat_minor as "vatMinor",
        o.contact_name as "contactName", o.reopened, ${otherFacts(actor)} as facts,
        (select k.chargeable from work_orders.categories k where k.id = o.category_id) as "isChargeable",
        o.paid_minor as "paidMinor", o.waived_by is not null as "isWaived", o.labour_minor as "labourMinor", o.fee_minor as "feeMinor", o.version
      from work_orders.orders o where o.id = ${id} and ${seesOrder(actor)}`,
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
  const { state, paidMinor, facts } = subject;
  const refusal = refusalOf(action, { ...facts, state, paidMinor }, actor);
  if (refusal === 'not_permitted') {
    throw fail(commonErrors.not_permitted, { permission: TRANSITIONS[action].permission });
  }
  if (input.version !== undefined && input.version !== subject.version)
    throw fail(commonErrors.stale_version, await whoChanged(tx, actor, subject));
  if (refusal) throw fail(errors[refusal]);
  return subject;
}

async function whoChanged(tx: Tx, actor: Actor, { id, version }: Subject) {
  const made = await first<Made>(
    tx,
    sql`select t.action = 'pay' as "isPayment", t.actor_name as name
      from work_orders.timeline t where t.order_id = ${id} and t.version = ${version}`,
  );
  return changedBy(actor, made);
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
  reply: 'work-order.reply',
  'reopen-request': 'work-order.reopen-request',
  cancel: 'work-order.cancel',
  pause: 'work-order.pause',
  resume: 'work-order.resume',
  rate: 'work-order.rate',
};

/** What was estimated, with its charge and what was waived, counts no more. */
export const NO_ESTIMATE: readonly Sql[] = [
  ...[sql`labour_minor = null`, sql`estimate_minor = null`, sql`charge_minor = null`, sql`vat_minor = 0`],
  ...[sql`waived_by = null`, sql`waived_by_name = null`, sql`waived_reason = null`],
];

export const HOLD_ENDS: readonly Sql[] = [
  ...[sql`paused_at = null`, sql`pause_until = null`, sql`pause_reason = null`],
  ...[sql`paused_by = null`, sql`paused_by_name = null`],
];

/** The columns of a deadline. */
export const deadlineSets = ({ dueAt, clock }: Deadline): Sql[] => [
  sql`due_at = ${dueAt}`,
  sql`due_from = ${clock?.from ?? null}::timestamptz`,
  sql`due_minutes = ${clock?.minutes ?? null}::int`,
  sql`due_day = ${clock?.day ?? null}::int`,
];

/**
 * After a step that may have let the clock of a locked order go on: the deadline is later by as long as the clock was stopped. If a hold
 * has its own end, what comes after it is no part of it.
 * @param before the order as it was before the step
 */
export async function runClock(
  tx: Tx,
  actor: Actor,
  before: Pick<Subject, 'id' | 'stoppedAt' | 'pauseUntil'>,
): Promise<void> {
  if (before.stoppedAt === null) return;
  const order = await first<{
    dueAt: string;
    priority: Priority;
    from: string | null;
    minutes: number;
    day: number;
  }>(
    tx,
    sql`select due_at as "dueAt", priority, due_minutes as minutes, due_day as day,
        case when exists (select from applications.calendar_moves m where m.done_at is null) then due_from end as "from"
      from work_orders.orders where id = ${before.id} and stopped_at is null`,
  );
  if (!order) return;
  const { office } = await readSettings(tx);
  const until = before.pauseUntil === null ? Number.POSITIVE_INFINITY : Date.parse(before.pauseUntil);
  const stop = {
    from: new Date(before.stoppedAt),
    to: new Date(Math.min(actor.now.getTime(), until)),
  };
  const { from, minutes, day } = order;
  // The calendar has changed and this deadline was not reckoned again yet.
  const due = from === null ? new Date(order.dueAt) : dueOf({ from: new Date(from), minutes, day }, office);
  const { stopped, ...deadline } = goneOn({ ...order, dueAt: due }, stop, office);
  await execute(
    tx,
    sql`update work_orders.orders set ${sql.join(deadlineSets(deadline))}, paused_minutes = paused_minutes + ${stopped.minutes}::int,
        paused_for = paused_for + make_interval(secs => ${stopped.ms / 1000}::float8) where id = ${before.id}`,
  );
}

/** Writes the new state, the deadline, what happened and the log. An order that leaves its state is not on hold any more. */
export async function finishStep(
  tx: Tx,
  actor: Actor,
  subject: Pick<Subject, 'id' | 'number' | 'state' | 'stoppedAt' | 'pauseUntil'>,
  { action, sets = [], remark, before = {}, after = {} }: Step,
): Promise<StepAnswer> {
  const to = TRANSITIONS[action].to ?? subject.state;
  const moved = to === subject.state ? [] : [sql`state = ${to}`, sql`state_since = ${actor.now}`];
  const couldBeHeld = TRANSITIONS.pause.from.includes(subject.state);
  const ended = couldBeHeld && (moved.length > 0 || action === 'resume') ? HOLD_ENDS : [];
  const answer = await one<StepAnswer>(
    tx,
    sql`update work_orders.orders set ${sql.join([sql`version = version + 1`, sql`stepped_at = ${actor.now}`, ...moved, ...ended, ...sets])}
      where id = ${subject.id} returning id, state, version`,
  );
  await runClock(tx, actor, subject);
  await noteEvent(tx, actor, {
    orderId: subject.id,
    action,
    from: subject.state,
    to,
    remark,
    version: answer.version,
  });
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
  /** That this step made. */
  version?: number;
};

/** Appends to what happened. */
export async function noteEvent(tx: Tx, actor: Actor, event: Event): Promise<void> {
  await execute(
    tx,
    sql`insert into work_orders.timeline (order_id, at, action, from_state, to_state, actor_name, by_office, remark, version)
      values (${event.orderId}, ${actor.now}, ${event.action}, ${event.from}, ${event.to}, ${actor.name},
        ${actor.kind !== 'consumer'}, ${event.remark ?? null},
        ${actor.kind === 'system' && event.action !== 'pay' ? null : (event.version ?? null)})`,
  );
}
