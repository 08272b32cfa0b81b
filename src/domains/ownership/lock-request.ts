/**
 * A request as the steps see it, locked until the end of the transaction. Order of locks: payments of its fee → the request → its
 * connection (by meters) → consumers → number series. A payment refers to its request: under a stronger lock two payments of one
 * request would wait for each other.
 */
import type { Actor } from '#platform/actor.ts';
import { changedBy, type Made } from '#platform/changed-by.ts';
import { execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from './contract.ts';
import {
  type Cause,
  type RequestAction,
  type RequestState,
  refusalOf,
  type Side,
  TRANSITIONS,
} from './ownership.rules.ts';
import type { StepAnswer } from './steps/contract.ts';

export type Subject = {
  id: string;
  number: string;
  connectionId: string;
  fromConsumerId: string;
  toConsumerId: string | null;
  state: RequestState;
  askedBy: string;
  verifiedBy: string | null;
  readBy: string | null;
  overriddenBy: string[];
  presentAgreed: boolean;
  newAgreed: boolean;
  cause: Cause;
  name: string;
  nameBn: string | null;
  phone: string;
  email: string | null;
  nid: string | null;
  address: string;
  readOn: string | null;
  registerLitres: number | null;
  liabilityMinor: number;
  feeMinor: number;
  feeVatMinor: number;
  feePaidMinor: number;
  version: number;
  side: Side | null;
};

/**
 * Which of the two owners the actor is: of a request `r`. Both, after two entries became one: the present one. The new owner who had no
 * entry is found by the phone that the request names. (Row-level security: migration 0104.)
 */
export const sideOf = (actor: Actor): Sql =>
  actor.kind === 'consumer'
    ? sql`case when r.from_consumer_id = any (consumers.known_as(${actor.consumerId}::uuid)) then 'PRESENT'
        when r.to_consumer_id = any (consumers.known_as(${actor.consumerId}::uuid)) then 'NEW'
        when r.to_consumer_id is null and r.phone = (select own.phone from consumers.consumers own where own.id = ${actor.consumerId}::uuid)
          then 'NEW' end`
    : sql`null::text`;

/** Of a request `r`. */
export const overriddenBy: Sql = sql`array(select c.given_by::text from ownership.consents c where c.request_id = r.id and c.given_as = 'OFFICE')`;

/** Requests `r` that the actor may see. */
export const seesRequest = (actor: Actor): Sql =>
  actor.kind === 'consumer' ? sql`(${sideOf(actor)}) is not null` : sql`true`;

export async function lockRequest(tx: Tx, actor: Actor, id: string): Promise<Subject> {
  const subject = await first<Subject>(
    tx,
    sql`select r.id, r.number, r.connection_id as "connectionId", r.from_consumer_id as "fromConsumerId",
        r.to_consumer_id as "toConsumerId", r.state, r.asked_by as "askedBy", r.verified_by as "verifiedBy", r.read_by as "readBy",
        r.present_agreed as "presentAgreed", r.new_agreed as "newAgreed", r.cause, r.name, r.name_bn as "nameBn", r.phone, r.email, r.nid,
        r.address, r.read_on as "readOn", r.register_litres as "registerLitres", r.liability_minor as "liabilityMinor", r.version,
        r.fee_minor as "feeMinor", r.fee_vat_minor as "feeVatMinor", r.fee_paid_minor as "feePaidMinor",
        ${sideOf(actor)} as side, ${overriddenBy} as "overriddenBy"
      from ownership.requests r where r.id = ${id} and ${seesRequest(actor)} for no key update of r`,
  );
  if (!subject) throw fail(commonErrors.not_found);
  return subject;
}

/** Locks the request and makes sure that the actor may take the action now, on the version they looked at. */
export async function beginStep(
  tx: Tx,
  actor: Actor,
  action: RequestAction,
  input: { requestId: string; version?: number },
): Promise<Subject> {
  const subject = await lockRequest(tx, actor, input.requestId);
  const refusal = refusalOf(action, subject, actor);
  if (refusal === 'not_permitted') {
    throw fail(commonErrors.not_permitted, { permission: TRANSITIONS[action].permission ?? 'system' });
  }
  if (input.version !== undefined && input.version !== subject.version)
    throw fail(commonErrors.stale_version, await whoChanged(tx, actor, subject));
  if (refusal) throw fail(errors[refusal]);
  return subject;
}

async function whoChanged(tx: Tx, actor: Actor, { id, version }: Subject) {
  const made = await first<Made>(
    tx,
    sql`select t.action in ('pay', 'pay-late') as "isPayment", t.actor_name as name
      from ownership.timeline t where t.request_id = ${id} and t.version = ${version}`,
  );
  return changedBy(actor, made);
}

type Step = {
  action: RequestAction;
  /** Both owners have agreed to what is asked now. */
  isAgreed?: boolean;
  sets?: Sql[];
  remark?: string | undefined;
};

/** Writes the new state and what happened. */
export async function finishStep(
  tx: Tx,
  actor: Actor,
  subject: Pick<Subject, 'id' | 'state' | 'feeMinor' | 'feePaidMinor'>,
  { action, isAgreed = true, sets = [], remark }: Step,
): Promise<StepAnswer> {
  const { to: next, unagreed, unpaid } = TRANSITIONS[action];
  const isPaid = subject.feePaidMinor === subject.feeMinor;
  const paidOr = isPaid ? next : (unpaid ?? next);
  const to = (isAgreed ? paidOr : unagreed) ?? subject.state;
  const moved = to === subject.state ? [] : [sql`state = ${to}`, sql`state_since = ${actor.now}`];
  const answer = await one<StepAnswer>(
    tx,
    sql`update ownership.requests r set ${sql.join([sql`version = version + 1`, ...moved, ...sets])}
      where r.id = ${subject.id} returning r.id, r.state, r.version`,
  );
  await noteEvent(tx, actor, {
    requestId: subject.id,
    action,
    from: subject.state,
    to,
    remark,
    version: answer.version,
  });
  return answer;
}

type Event = {
  requestId: string;
  action: RequestAction | 'request' | 'correct-figure';
  from: RequestState | null;
  to: RequestState;
  remark?: string | undefined;
  /** That this step made. */
  version?: number;
};

const PAYS = new Set<Event['action']>(['pay', 'pay-late']);

/** Appends to what happened. */
export async function noteEvent(tx: Tx, actor: Actor, event: Event): Promise<void> {
  await execute(
    tx,
    sql`insert into ownership.timeline (request_id, at, action, from_state, to_state, actor_name, by_office, remark, version)
      values (${event.requestId}, ${actor.now}, ${event.action}, ${event.from}, ${event.to}, ${actor.name},
        ${actor.kind !== 'consumer'}, ${event.remark ?? null},
        ${actor.kind === 'system' && !PAYS.has(event.action) ? null : (event.version ?? null)})`,
  );
}
