/** What a payment is for: a connection's bills, a demand note, a work order's charge or an ownership change's fee that the actor may pay. */
import { errors as noteErrors } from '#domains/applications/contract.ts';
import { takenOverOf, takerOf } from '#domains/billing/invoices/taken-over.ts';
import { isConsumer } from '#domains/consumers/queries.ts';
import { errors as meterErrors } from '#domains/meters/contract.ts';
import { lockRightToPay } from '#domains/meters/sharing/actions/lock-right.ts';
import { seesRequest } from '#domains/ownership/lock-request.ts';
import type { Actor } from '#platform/actor.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from './contract.ts';
import type { PaymentSource } from './payment.rules.ts';

export type Target = {
  source: PaymentSource;
  consumerId: string | null;
  /** Who pays for a connection that is shared with them, or bills of it that they took over. */
  payerId?: string;
  /** Not more than this: bills of an earlier owner that the payer has taken over. */
  mostMinor?: number;
  connectionId?: string;
  applicationId?: string;
  demandNoteId?: string;
  workOrderId?: string;
  ownershipRequestId?: string;
  /** Whose wallet: the one that is recharged, or the one that pays. */
  walletOf?: string;
  /** The link by which somebody who is not signed in pays. */
  linkId?: string;
};

/**
 * A connection, as what is paid: any one for staff, of consumers their own or one that is shared with the right to pay.
 * @param of.takenOver the office takes money of who took its bills over; a consumer of whom that is true need not say it
 */
export async function connectionTarget(
  tx: Tx,
  actor: Actor,
  connectionId: string,
  of: { takenOver?: boolean | undefined } = {},
): Promise<Target> {
  const connection = await first<{ consumerId: string; isOwn: boolean }>(
    tx,
    sql`select p.consumer_id as "consumerId", ${isOwn(actor)} as "isOwn" from meters.connections p
      where p.id = ${connectionId}`,
  );
  if (!connection) throw fail(commonErrors.not_found);
  const { consumerId } = connection;
  if (of.takenOver && actor.kind !== 'consumer') {
    const taker = await takerOf(tx, connectionId);
    if (!taker) throw fail(errors.not_due);
    return {
      source: 'INVOICE',
      connectionId,
      consumerId,
      payerId: taker.takerId,
      mostMinor: taker.openMinor,
    };
  }
  if (connection.isOwn) return { source: 'INVOICE', connectionId, consumerId };
  const right = await lockRightToPay(tx, actor, connectionId);
  const payerId = String(actor.consumerId);
  const taken = right ? undefined : await takenOverOf(tx, actor, connectionId);
  if (taken) return { source: 'INVOICE', connectionId, consumerId, payerId, mostMinor: taken.openMinor };
  if (!right) throw fail(commonErrors.not_found);
  if (!right.mayPay) throw fail(meterErrors.access_without_paying);
  return { source: 'INVOICE', connectionId, consumerId, payerId };
}

/** Nothing above what the taken-over bills need is taken: an advance would be the earlier owner's. @param mostMinor of the target */
export function refuseAboveTaken(mostMinor: number | undefined, amountMinor: number): void {
  if (mostMinor === undefined || amountMinor <= mostMinor) return;
  throw mostMinor === 0 ? fail(errors.not_due) : fail(errors.above_taken, { amount: mostMinor });
}

/** The bills of a connection that were taken over, also if nothing of them is open any more: what counter money for them was for. */
export async function takenTarget(tx: Tx, connectionId: string): Promise<Target> {
  const found = await one<{ consumerId: string; payerId: string }>(
    tx,
    sql`select c.consumer_id as "consumerId", coalesce(u.merged_into, u.id) as "payerId"
      from billing.taken_over_bills t join meters.connections c on c.id = t.connection_id
      join consumers.consumers u on u.id = t.consumer_id
      where t.connection_id = ${connectionId} limit 1`,
  );
  return { source: 'INVOICE', connectionId, ...found };
}

/** Of what is paid, `p`. */
const isOwn = (actor: Actor): Sql =>
  actor.kind === 'consumer' ? isConsumer(sql`p.consumer_id`, actor.consumerId) : sql`true`;

/** The demand note in force of an application that the actor may see, as what is paid. */
export async function noteTarget(tx: Tx, actor: Actor, applicationId: string): Promise<Target> {
  const note = await first<{ id: string; consumerId: string | null }>(
    tx,
    sql`select n.id, p.consumer_id as "consumerId"
      from applications.applications p join applications.demand_notes n on n.application_id = p.id and n.cancelled_at is null
      where p.id = ${applicationId} and p.deleted_at is null and ${isOwn(actor)}`,
  );
  if (!note)
    throw fail(
      (await hadNote(tx, actor, applicationId)) ? noteErrors.note_cancelled : commonErrors.not_found,
    );
  return {
    source: 'APPLICATION_SURVEY',
    applicationId,
    demandNoteId: note.id,
    consumerId: note.consumerId,
  };
}

/** The demand note that an application had on a day, whether it is in force or not: what counter money of that day was for. */
export async function noteTargetOn(tx: Tx, applicationId: string, day: string): Promise<Target> {
  const note = await first<{ id: string; consumerId: string | null }>(
    tx,
    sql`select n.id, p.consumer_id as "consumerId"
      from applications.applications p join applications.demand_notes n on n.application_id = p.id
      where p.id = ${applicationId} and n.issued_on <= ${day}::date order by n.version_no desc limit 1`,
  );
  if (!note) throw fail(errors.paid_too_early);
  const { id: demandNoteId, consumerId } = note;
  return { source: 'APPLICATION_SURVEY', applicationId, demandNoteId, consumerId };
}

/** Who had something to pay is told that it has ended, not that it never was. */
async function hadNote(tx: Tx, actor: Actor, applicationId: string): Promise<boolean> {
  const { had } = await one<{ had: boolean }>(
    tx,
    sql`select exists (select from applications.applications p join applications.demand_notes n on n.application_id = p.id
        where p.id = ${applicationId} and p.deleted_at is null and ${isOwn(actor)}) as had`,
  );
  return had;
}

/** A work order that the actor may see, as what is paid. */
export async function orderTarget(tx: Tx, actor: Actor, workOrderId: string): Promise<Target> {
  const order = await first<{ consumerId: string | null }>(
    tx,
    sql`select p.consumer_id as "consumerId" from work_orders.orders p where p.id = ${workOrderId} and ${isOwn(actor)}`,
  );
  if (!order) throw fail(commonErrors.not_found);
  return { source: 'WORK_ORDER_SURVEY', workOrderId, consumerId: order.consumerId };
}

/**
 * A request to change an owner that the actor is a party of, as what is paid. Either owner pays; at the counter the money is of who
 * asked, and of the new owner if the office asked. One who is not in the register yet pays without an entry.
 */
export async function feeTarget(tx: Tx, actor: Actor, ownershipRequestId: string): Promise<Target> {
  const request = await first<{ consumerId: string | null }>(
    tx,
    sql`select case when r.asked_as = 'PRESENT' then r.from_consumer_id else r.to_consumer_id end as "consumerId"
      from ownership.requests r where r.id = ${ownershipRequestId} and ${seesRequest(actor)}`,
  );
  if (!request) throw fail(commonErrors.not_found);
  const consumerId = actor.kind === 'consumer' ? String(actor.consumerId) : request.consumerId;
  return { source: 'OWNERSHIP_CHANGE', ownershipRequestId, consumerId };
}

/** A wallet, as what is recharged: that of any consumer for staff, of consumers their own. */
export async function walletTarget(
  tx: Tx,
  actor: Actor,
  consumerId: string,
): Promise<Target & { walletOf: string }> {
  const consumer = await first<{ id: string }>(
    tx,
    sql`select coalesce(c.merged_into, c.id) as id from consumers.consumers c
      where c.id = ${consumerId} and ${actor.kind === 'consumer' ? isConsumer(sql`c.id`, actor.consumerId) : sql`true`} for share`,
  );
  if (!consumer) throw fail(commonErrors.not_found);
  return { source: 'WALLET_RECHARGE', consumerId: consumer.id, walletOf: consumer.id };
}

/** What the money is for, by its identifier. */
export const thingOf = (
  target: Pick<Target, 'connectionId' | 'demandNoteId' | 'workOrderId' | 'ownershipRequestId' | 'walletOf'>,
): string | null =>
  target.connectionId ??
  target.demandNoteId ??
  target.workOrderId ??
  target.ownershipRequestId ??
  target.walletOf ??
  null;

/** The day from which money can have come for it. */
export function firstDayOf(target: Target): Sql {
  const { source, connectionId, demandNoteId, workOrderId, ownershipRequestId } = target;
  // Only the days that may be earlier bound it.
  if (source === 'WALLET_RECHARGE') return sql`'-infinity'::date`;
  if (connectionId) return sql`(select connected_on from meters.connections where id = ${connectionId})`;
  if (demandNoteId) return sql`(select issued_on from applications.demand_notes where id = ${demandNoteId})`;
  const [table, id] = workOrderId
    ? [sql`work_orders.orders`, workOrderId]
    : [sql`ownership.requests`, ownershipRequestId ?? null];
  return sql`(select ${dayOfInstant(sql`asked_at`)} from ${table} where id = ${id}::uuid)`;
}
