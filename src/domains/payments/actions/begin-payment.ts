/** Begins a payment through the gateway: nothing is paid before the bank says so. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import type { Payment } from '../contract.ts';
import { type Target, thingOf } from '../payment-target.ts';
import { getPayment } from '../queries.ts';

/** One payment at a time per target and debt: an older one that never reached the bank gives way, one at the bank does not. */
export async function begin(tx: Tx, actor: Actor, target: Target, amountMinor: number): Promise<Payment> {
  await execute(
    tx,
    sql`update payments.payments set state = 'EXPIRED', decided_at = ${actor.now}
    where method = 'GATEWAY' and state = 'CREATED'
      and coalesce(connection_id, demand_note_id, work_order_id, ownership_request_id, wallet_of) = ${thingOf(target)}::uuid
      and taken_over = payments.pays_taken_over(${target.connectionId ?? null}::uuid, ${target.payerId ?? null}::uuid)`,
  );
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, connection_id,
        application_id, demand_note_id, work_order_id, ownership_request_id, payer_id, wallet_of, link_id, created_by, created_at)
      values (${target.source}, 'GATEWAY', 'CREATED', ${amountMinor}, ${target.consumerId}, ${target.connectionId ?? null},
        ${target.applicationId ?? null}, ${target.demandNoteId ?? null}, ${target.workOrderId ?? null},
        ${target.ownershipRequestId ?? null}, ${target.payerId ?? null}, ${target.walletOf ?? null}, ${target.linkId ?? null}, ${actor.userId}, ${actor.now}) returning id`,
  );
  await audit(tx, actor, {
    ...{ action: 'payment.begin', object: 'payment', objectId: id },
    after: { state: 'CREATED', ...target, amountMinor, method: 'GATEWAY' },
  });
  return getPayment(tx, actor, id);
}
