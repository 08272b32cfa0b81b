/**
 * A bank's own call: stored first, then processed at once; a job finds those whose process died in between. The
 * call proves nothing but that it is time to ask the bank. If the bank gives no outcome then, it is asked again a minute later. A
 * repetition finds its row, and asks only about a payment that is not paid.
 */
import { createHash } from 'node:crypto';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, execute, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { addJob, eachAlone } from '#platform/jobs.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { GatewayName } from '#shared/gateway-names.ts';
import type { AlarmKind } from '../alarms/alarm.rules.ts';
import { raiseAlarm } from './alarms.ts';
import { checkOrder, type GatewayContext } from './check-order.ts';
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
  const isAgain = stored.state === 'DONE' && known && (await isUnpaid(database.db, call.gateway, known));
  if (stored.state === 'WAITING' || isAgain) await processCall(context, actor, stored.id);
  return { stored: true };
}

/** The bank repeats a call that we have worked through, perhaps because it did not answer when it was asked. */
async function isUnpaid(db: Db, gateway: string, { orderId }: Callback): Promise<boolean> {
  const found = await first(
    db,
    sql`select from payments.orders o join payments.payments p on p.id = o.payment_id
      where o.gateway = ${gateway} and o.order_id = ${orderId} and p.state not in ('APPROVED', 'REVERSED')`,
  );
  return found !== undefined;
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

/** So many calls are tried in one round. */
const ROUND = 100;

/**
 * Processes what waits; for the job. Those that were tried least come first: calls that fail each time keep no later one waiting.
 * @param actorNow who processes them, at this moment: a bank that does not answer makes a round long
 * @param signal the program stops: the rest waits for the next round
 */
export async function processInbox(
  context: GatewayContext,
  actorNow: () => Actor,
  signal?: AbortSignal,
): Promise<void> {
  const waiting = await all<{ id: string }>(
    context.database.db,
    sql`update payments.inbox set tries = tries + 1 where id in (
        select id from payments.inbox where state = 'WAITING' order by tries, received_at limit ${ROUND}) returning id`,
  );
  await eachAlone(waiting, async ({ id }) => {
    if (!signal?.aborted) await processCall(context, actorNow(), id);
  });
}

async function processCall(context: GatewayContext, actor: Actor, id: string): Promise<void> {
  const { db } = context.database;
  const { body, claim, gateway, paymentId } = await one<Kept>(
    db,
    sql`select body, claim, gateway, payment_id as "paymentId" from payments.inbox where id = ${id}`,
  );
  // What a browser brought back claims nothing: it says which payment to ask about. Of a call, the signature was checked before the row
  // became WAITING; those of before this column hold the claim as their message.
  const { misfit, unanswered }: Found = paymentId
    ? await checkOrder(context, actor, paymentId).then(() => ({}))
    : await processClaim(context, actor, { gateway, claim: claim ?? (JSON.parse(body) as Callback) });
  await transaction(db, async (tx) => {
    if (unanswered) await askSoon(tx, actor, unanswered);
    if (misfit) await raiseAlarm(tx, actor, { kind: misfit.kind, inboxId: id, details: { ...misfit.claim } });
    await execute(
      tx,
      sql`update payments.inbox set state = ${misfit ? 'ALARM' : 'DONE'}, done_at = ${actor.now}
      where id = ${id} and state = 'WAITING'`,
    );
  });
}

type Kept = { body: string; claim: Callback | null; gateway: string; paymentId: string | null };

/** What the bank says if it has decided nothing, or does not say what. */
const NO_OUTCOME: readonly Awaited<ReturnType<typeof checkOrder>>[] = [
  'NO_ANSWER',
  'PENDING',
  'UNKNOWN_ORDER',
];

type Found = {
  misfit?: { kind: AlarmKind; claim: Callback } | undefined;
  /** The payment that the call is about, if the bank was asked and gave no outcome. */
  unanswered?: string | undefined;
};

/** What does not fit of a claim; if all fits, the bank is asked. */
async function processClaim(
  context: GatewayContext,
  actor: Actor,
  { gateway, claim }: { gateway: string; claim: Callback },
): Promise<Found> {
  const payment = await first<{ id: string; orderId: string; amountMinor: number }>(
    context.database.db,
    sql`select p.id, o.order_id as "orderId", p.amount_minor as "amountMinor" from payments.orders o
      join payments.payments p on p.id = o.payment_id where o.gateway = ${gateway} and o.order_id = ${claim.orderId}`,
  );
  const merchantId = (await context.gateways()).find(({ name }) => name === gateway)?.merchantId ?? '';
  const kind = misfitOf(claim, payment && { ...payment, merchantId });
  if (kind) return { misfit: { kind, claim } };
  if (!payment) return {};
  const status = await checkOrder(context, actor, payment.id);
  return NO_OUTCOME.includes(status) ? { unanswered: payment.id } : {};
}

const SOON_SECONDS = 60;

/**
 * The bank has something to tell about it: the janitor asks in a minute, also about a payment that it would ask about later, or not any more.
 * This question is none of its schedule: it takes none of it away.
 */
async function askSoon(tx: Tx, actor: Actor, paymentId: string): Promise<void> {
  const soon = new Date(actor.now.getTime() + SOON_SECONDS * 1000);
  await execute(
    tx,
    sql`update payments.orders o set next_check_at = ${soon},
        checks = case when p.state in ('CREATED', 'PROCESSING') then greatest(o.checks - 1, 0) else 0 end
      from payments.payments p where p.id = o.payment_id and o.payment_id = ${paymentId}
        and coalesce(o.next_check_at, 'infinity') > ${soon}::timestamptz`,
  );
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
