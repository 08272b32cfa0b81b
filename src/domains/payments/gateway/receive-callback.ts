/**
 * A bank's own call: stored first, then processed at once; a job finds those whose process died in between. The
 * call proves nothing but that it is time to ask the bank. A repetition finds its row and does nothing.
 */
import { createHash } from 'node:crypto';
import type { Actor } from '#platform/actor.ts';
import { all, execute, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { addJob } from '#platform/jobs.ts';
import { raiseAlarm } from './alarms.ts';
import { checkOrder, type GatewayContext } from './check-order.ts';
import { eachAlone } from './each-alone.ts';
import type { Callback, Gateway } from './gateway.ts';
import { misfitOf } from './misfit.ts';

export const PROCESS_INBOX_JOB = 'payments:process-inbox';

export async function receiveCallback(
  context: GatewayContext,
  actor: Actor,
  call: { message: string; signature: string },
): Promise<{ stored: true }> {
  const { database, gateway } = context;
  const stored = await transaction(database.db, (tx) => store(tx, actor, gateway, call));
  if (stored.state === 'WAITING') await processCall(context, actor, stored.id);
  return { stored: true };
}

/** Of the first call without a signature. */
const KEPT_CHARACTERS = 500;

/**
 * A call without the bank's signature is kept as an alarm and goes no further. Anybody may send such calls: all of a day are
 * one row with their number, and one alarm.
 */
async function store(tx: Tx, actor: Actor, gateway: Gateway, call: { message: string; signature: string }) {
  const known = gateway.readCallback(call.message, call.signature);
  const identity = known ? `${call.message}\n${call.signature}` : `without a signature, ${actor.today}`;
  const digest = createHash('sha256').update(identity).digest();
  const body = known ? call.message : call.message.slice(0, KEPT_CHARACTERS);
  const row = await one<{ id: string; state: string; deliveries: number }>(
    tx,
    sql`insert into payments.inbox (gateway, digest, body, state, received_at)
      values (${gateway.name}, ${digest}, ${body}, ${known ? 'WAITING' : 'ALARM'}, ${actor.now})
      on conflict on constraint inbox_digest_key do update set deliveries = inbox.deliveries + 1
      returning id, state, deliveries`,
  );
  if (row.deliveries === 1 && known) await addJob(tx, PROCESS_INBOX_JOB);
  if (row.deliveries === 1 && !known) {
    await raiseAlarm(tx, actor, {
      kind: 'SIGNATURE',
      inboxId: row.id,
      details: { message: body },
    });
  }
  return row;
}

/** Processes what waits; for the job. */
export async function processInbox(context: GatewayContext, actor: Actor): Promise<void> {
  const waiting = await all<{ id: string }>(
    context.database.db,
    sql`select id from payments.inbox where state = 'WAITING' order by received_at limit 100`,
  );
  await eachAlone(waiting, ({ id }) => processCall(context, actor, id));
}

async function processCall(context: GatewayContext, actor: Actor, id: string): Promise<void> {
  const { database, gateway } = context;
  const { body } = await one<{ body: string }>(
    database.db,
    sql`select body from payments.inbox where id = ${id}`,
  );
  // The signature was checked before the row became WAITING.
  const call = JSON.parse(body) as Callback;
  const payment = await first<{ id: string; orderId: string; amountMinor: number }>(
    database.db,
    sql`select p.id, o.order_id as "orderId", p.amount_minor as "amountMinor" from payments.orders o
      join payments.payments p on p.id = o.payment_id where o.gateway = ${gateway.name} and o.order_id = ${call.orderId}`,
  );
  const misfit = misfitOf(call, payment && { ...payment, merchantId: gateway.merchantId });
  if (payment && !misfit) await checkOrder(context, actor, payment.id);
  await transaction(database.db, async (tx) => {
    if (misfit) await raiseAlarm(tx, actor, { kind: misfit, inboxId: id, details: { ...call } });
    await execute(
      tx,
      sql`update payments.inbox set state = ${misfit ? 'ALARM' : 'DONE'}, done_at = ${actor.now}
      where id = ${id} and state = 'WAITING'`,
    );
  });
}
