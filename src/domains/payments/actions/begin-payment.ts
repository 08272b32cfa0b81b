/** Begins a payment through the gateway: nothing is paid before the bank says so. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors, type Payment } from '../contract.ts';
import { openOf } from '../gateway/due/due.ts';
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

/** One payment at a time per target and debt: an older one that never reached the bank gives way, one at the bank does not. */
export async function begin(tx: Tx, actor: Actor, target: Target, amountMinor: number): Promise<Payment> {
  await giveWay(tx, actor, target);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, connection_id,
        application_id, demand_note_id, work_order_id, ownership_request_id, payer_id, wallet_of, link_id, created_by, created_at,
        begun_open_minor)
      values (${target.source}, 'GATEWAY', 'CREATED', ${amountMinor}, ${target.consumerId}, ${target.connectionId ?? null},
        ${target.applicationId ?? null}, ${target.demandNoteId ?? null}, ${target.workOrderId ?? null},
        ${target.ownershipRequestId ?? null}, ${target.payerId ?? null}, ${target.walletOf ?? null}, ${target.linkId ?? null}, ${actor.userId}, ${actor.now},
        case when ${target.connectionId ?? null}::uuid is not null then ${openOf(sql`${target.connectionId ?? null}::uuid`)} end) returning id`,
  );
  await audit(tx, actor, {
    ...{ action: 'payment.begin', object: 'payment', objectId: id },
    after: { state: 'CREATED', ...target, amountMinor, method: 'GATEWAY' },
  });
  return getPayment(tx, actor, id);
}
