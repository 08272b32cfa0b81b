/**
 * A bank's own call: stored first, then processed at once; a job finds those whose process died in between. The
 * call proves nothing but that it is time to ask the bank. A repetition finds its row and does nothing.
 */
import { createHash } from 'node:crypto';
import type { Actor } from '#platform/actor.ts';
import { all, execute, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { addJob } from '#platform/jobs.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { GatewayName } from '#shared/gateway-names.ts';
import type { AlarmKind } from '../alarms/alarm.rules.ts';
import { raiseAlarm } from './alarms.ts';
import { checkOrder, type GatewayContext } from './check-order.ts';
import { eachAlone } from './each-alone.ts';
import type { Callback } from './gateway.ts';
import { misfitOf } from './misfit.ts';

export const PROCESS_INBOX_JOB = 'payments:process-inbox';

export async function receiveCallback(
  context: GatewayContext,
  actor: Actor,
  call: { gateway: GatewayName; message: string; signature: string },
): Promise<{ stored: true }> {
  const { database } = context;
  const gateway = (await context.gateways()).find(({ name }) => name === call.gateway);
  // One that is not set up here, or that sends no calls.
  if (!gateway?.readCallback) throw fail(commonErrors.not_found);
  const known = gateway.readCallback(call.message, call.signature);
  const stored = await transaction(database.db, (tx) => store(tx, actor, { ...call, known }));
  if (stored.state === 'WAITING') await processCall(context, actor, stored.id);
  return { stored: true };
}

/** Of the first call without a signature. */
const KEPT_CHARACTERS = 500;

/**
 * A call without the bank's signature is kept as an alarm and goes no further. Anybody may send such calls: all of a day are
 * one row with their number, and one alarm.
 */
async function store(
  tx: Tx,
  actor: Actor,
  { known, ...call }: { gateway: string; message: string; signature: string; known: Callback | undefined },
) {
  const identity = known ? `${call.message}\n${call.signature}` : `without a signature, ${actor.today}`;
  const digest = createHash('sha256').update(identity).digest();
  const body = known ? call.message : call.message.slice(0, KEPT_CHARACTERS);
  const row = await one<{ id: string; state: string; deliveries: number }>(
    tx,
    sql`insert into payments.inbox (gateway, digest, body, claim, state, received_at)
      values (${call.gateway}, ${digest}, ${body}, ${known ? JSON.stringify(known) : null}::jsonb,
        ${known ? 'WAITING' : 'ALARM'}, ${actor.now})
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
  const { db } = context.database;
  const { body, claim, gateway, paymentId } = await one<Kept>(
    db,
    sql`select body, claim, gateway, payment_id as "paymentId" from payments.inbox where id = ${id}`,
  );
  // What a browser brought back claims nothing: it says which payment to ask about. Of a call, the signature was checked before the row
  // became WAITING; those of before this column hold the claim as their message.
  const misfit = paymentId
    ? await checkOrder(context, actor, paymentId).then(() => undefined)
    : await processClaim(context, actor, { gateway, claim: claim ?? (JSON.parse(body) as Callback) });
  await transaction(db, async (tx) => {
    if (misfit) await raiseAlarm(tx, actor, { kind: misfit.kind, inboxId: id, details: { ...misfit.claim } });
    await execute(
      tx,
      sql`update payments.inbox set state = ${misfit ? 'ALARM' : 'DONE'}, done_at = ${actor.now}
      where id = ${id} and state = 'WAITING'`,
    );
  });
}

type Kept = { body: string; claim: Callback | null; gateway: string; paymentId: string | null };

/** What does not fit of a claim; if all fits, the bank is asked. */
async function processClaim(
  context: GatewayContext,
  actor: Actor,
  { gateway, claim }: { gateway: string; claim: Callback },
): Promise<{ kind: AlarmKind; claim: Callback } | undefined> {
  const payment = await first<{ id: string; orderId: string; amountMinor: number }>(
    context.database.db,
    sql`select p.id, o.order_id as "orderId", p.amount_minor as "amountMinor" from payments.orders o
      join payments.payments p on p.id = o.payment_id where o.gateway = ${gateway} and o.order_id = ${claim.orderId}`,
  );
  const merchantId = (await context.gateways()).find(({ name }) => name === gateway)?.merchantId ?? '';
  const kind = misfitOf(claim, payment && { ...payment, merchantId });
  if (kind) return { kind, claim };
  if (payment) await checkOrder(context, actor, payment.id);
  return undefined;
}

/** Of one payment: a browser that is sent back again and again brings the same, and a stranger does not know the payment. */
const RETURNS_OF_PAYMENT = 20;
const RETURN_CHARACTERS = 10_000;

/**
 * What the payer's browser brings back from the bank, which anybody can write. It is kept before the bank is asked, so that the
 * question is asked also if the process ends in between.
 */
export async function receiveReturn(
  context: GatewayContext,
  actor: Actor,
  { paymentId, form }: { paymentId: string; form: Record<string, unknown> },
): Promise<void> {
  const body = new URLSearchParams(
    Object.entries(form).map(([name, value]): [string, string] => [name, String(value)]),
  )
    .toString()
    .slice(0, RETURN_CHARACTERS);
  const digest = createHash('sha256').update(`back with ${paymentId}\n${body}`).digest();
  const kept = await first<{ id: string }>(
    context.database.db,
    sql`insert into payments.inbox (gateway, digest, body, state, received_at, payment_id)
      select o.gateway, ${digest}, ${body}, 'WAITING', ${actor.now}, o.payment_id from payments.orders o
      where o.payment_id = ${paymentId}
        and (select count(*) from payments.inbox i where i.payment_id = o.payment_id) < ${RETURNS_OF_PAYMENT}
      on conflict on constraint inbox_digest_key do update set deliveries = inbox.deliveries + 1
      returning id`,
  );
  if (kept) await processCall(context, actor, kept.id);
  else await checkOrder(context, actor, paymentId);
}
