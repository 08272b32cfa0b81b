/** Begins a payment through the gateway: nothing is paid before the bank says so. */
import { lockConnections } from '#domains/billing/invoices/actions/settle-invoices.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors, type Payment } from '../contract.ts';
import { dueOf, openOf } from '../gateway/due/due.ts';
import { type Target, thingOf } from '../payment-target.ts';
import { getPayment } from '../queries.ts';

const ofThing = (target: Target): Sql =>
  sql`coalesce(connection_id, demand_note_id, work_order_id, ownership_request_id, wallet_of) = ${thingOf(target)}::uuid`;

/**
 * Locks what was started for a note, an order or a fee, before the thing itself: the bank's answer, the reversal and the look at a case of late bills
 * lock the payment first, and two orders of locks would wait for each other.
 */
export async function lockStarted(tx: Tx, target: Target): Promise<void> {
  await execute(
    tx,
    sql`select from payments.payments where method = 'GATEWAY' and state in ('CREATED', 'PROCESSING') and ${ofThing(target)}
      order by id for update`,
  );
}

/** Those at the bank, or on the way to it, that are for the same as another payment. */
const ofTheSame = (target: Target): Sql => sql`method = 'GATEWAY' and ${ofThing(target)}
  and taken_over = payments.pays_taken_over(${target.connectionId ?? null}::uuid, ${target.payerId ?? null}::uuid)`;

/** An older payment that never reached the bank gives way. */
async function giveWay(tx: Tx, actor: Actor, target: Target): Promise<void> {
  await execute(
    tx,
    sql`update payments.payments set state = 'EXPIRED', decided_at = ${actor.now} where state = 'CREATED' and ${ofTheSame(target)}`,
  );
}

/** For money that is paid at once instead: one at the bank does not give way. The caller holds the lock of what is paid, so that none is started meanwhile. */
export async function refuseRunning(tx: Tx, actor: Actor, target: Target): Promise<void> {
  await giveWay(tx, actor, target);
  const running = await first(
    tx,
    sql`select from payments.payments where state = 'PROCESSING' and set_aside_at is null and ${ofTheSame(target)}`,
  );
  if (running) throw fail(errors.other_running);
}

/** What the page of a connection showed as due; undefined: it did not say. */
export type Seen = { dueMinor: number | undefined; isTakenOver: boolean };

const dueNow = ({ connectionId, payerId }: Target, { isTakenOver }: Seen): Sql =>
  dueOf(sql`${connectionId ?? null}::uuid`, isTakenOver ? sql`${payerId ?? null}::uuid` : undefined);

/** Of a household's own money that is paid at once. The connection is locked, so that what is compared is what the money pays. */
export async function refuseMoved(tx: Tx, target: Target, seen: Seen): Promise<void> {
  if (seen.dueMinor === undefined) return;
  await lockConnections(tx, sql`select ${target.connectionId ?? null}::uuid`);
  const { open } = await one<{ open: number }>(tx, sql`select ${dueNow(target, seen)} as open`);
  if (open !== seen.dueMinor) throw fail(errors.due_moved, { open });
}

/** One payment at a time per target and debt: an older one that never reached the bank gives way, one at the bank does not. */
export async function begin(tx: Tx, actor: Actor, target: Target, amountMinor: number): Promise<Payment> {
  await giveWay(tx, actor, target);
  const id = await insertStarted(tx, actor, target, { amountMinor, asSeen: sql`true` });
  return getPayment(tx, actor, String(id));
}

/**
 * The same for a connection, if that much is due as its page showed. Without it the sum of a bill that was paid since then would be meant to be
 * paid ahead. What is compared is what is kept as open when the payment was started: one statement reads both.
 */
export async function beginAsSeen(
  tx: Tx,
  actor: Actor,
  target: Target,
  { amountMinor, seen }: { amountMinor: number; seen: Seen },
): Promise<Payment> {
  await giveWay(tx, actor, target);
  // Money that the counter is just recording is waited for.
  await lockConnections(tx, sql`select ${target.connectionId ?? null}::uuid`);
  const due = dueNow(target, seen);
  const asSeen = seen.dueMinor === undefined ? sql`true` : sql`${due} = ${seen.dueMinor}::bigint`;
  const id = await insertStarted(tx, actor, target, { amountMinor, asSeen });
  if (!id) throw fail(errors.due_moved, await one<{ open: number }>(tx, sql`select ${due} as open`));
  return getPayment(tx, actor, id);
}

/** Undefined: the condition does not hold. */
async function insertStarted(
  tx: Tx,
  actor: Actor,
  target: Target,
  { amountMinor, asSeen }: { amountMinor: number; asSeen: Sql },
): Promise<string | undefined> {
  const started = await first<{ id: string }>(
    tx,
    sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, connection_id,
        application_id, demand_note_id, work_order_id, ownership_request_id, payer_id, wallet_of, link_id, created_by, created_at,
        begun_open_minor)
      select ${target.source}, 'GATEWAY', 'CREATED', ${amountMinor}, ${target.consumerId}, ${target.connectionId ?? null},
        ${target.applicationId ?? null}, ${target.demandNoteId ?? null}, ${target.workOrderId ?? null},
        ${target.ownershipRequestId ?? null}, ${target.payerId ?? null}, ${target.walletOf ?? null}, ${target.linkId ?? null}, ${actor.userId}, ${actor.now},
        case when ${target.connectionId ?? null}::uuid is not null then ${openOf(sql`${target.connectionId ?? null}::uuid`)} end
      where ${asSeen} returning id`,
  );
  if (!started) return undefined;
  await audit(tx, actor, {
    ...{ action: 'payment.begin', object: 'payment', objectId: started.id },
    after: { state: 'CREATED', ...target, amountMinor, method: 'GATEWAY' },
  });
  return started.id;
}
