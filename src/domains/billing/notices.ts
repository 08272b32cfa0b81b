/** The bell about bills and bill runs, in the transaction of what happened. */
import { account, holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { notify, notifyEach } from '#platform/messages/inbox.ts';
import { type Told, toldRows } from './invoices/advances-left.ts';
import { allTaken, takenDue } from './invoices/taken-over.ts';

/**
 * Tells the accounts of consumers about their new bills. Most consumers have no account, so it starts from those.
 * @param bills a select of `id`, invoices
 */
export function noticeBills(tx: Tx, actor: Actor, bills: Sql): Promise<void> {
  return notifyEach(
    tx,
    actor,
    'billing.bill_issued',
    sql`select u.id as user_id, i.id::text as occasion, '/billing/invoice-list/' || i.id as path,
      jsonb_build_object('number', i.number, 'minor', i.total_minor - ${takenDue(sql`i.id`)}, 'due', i.due_on) as params
    from billing.invoices i join identity.users u on u.consumer_id = i.consumer_id and u.status = 'active'
    where i.id in (${bills}) and (i.total_minor = 0 or i.total_minor > ${takenDue(sql`i.id`)})`,
  );
}

/** A bill takes the place of what a new owner had taken over: they read what they pay, its owner that they do not pay it. */
export async function noticeTakenAgain(tx: Tx, actor: Actor, bills: readonly string[]): Promise<void> {
  if (bills.length === 0) return;
  const rows = sql`billing.taken_over_bills t join billing.invoices i on i.id = t.invoice_id and i.id = any(${bills}::uuid[])
    and billing.is_taken_over(i.id)`;
  await notifyEach(
    tx,
    actor,
    'billing.taken_again',
    sql`select u.id as user_id, i.id::text as occasion, '/pay' as path,
      jsonb_build_object('number', i.number, 'month', i.period, 'minor', t.amount_minor) as params
    from ${rows} join consumers.consumers k on k.id = t.consumer_id
    join identity.users u on u.consumer_id = coalesce(k.merged_into, k.id) and u.status = 'active'`,
  );
  await notifyEach(
    tx,
    actor,
    'billing.again_of_taker',
    sql`select u.id as user_id, i.id::text as occasion, '/billing/invoice-list/' || i.id as path,
      jsonb_build_object('number', i.number, 'month', i.period, 'minor', t.amount_minor) as params
    from ${rows} join identity.users u on u.consumer_id = i.consumer_id and u.status = 'active'`,
  );
}

/** What of a credit note (`id`) or of a cancelled bill is of who took the bill over: they have it back, or owe it less. */
export type CreditShare = {
  id: string;
  invoiceId: string;
  takerId: string;
  movedMinor: number;
  loweredMinor: number;
  isCancelled: boolean;
};

/** Tells the accounts of consumers what was credited of their bills. @param credits credit notes, with what of them is theirs */
export function noticeCredits(
  tx: Tx,
  actor: Actor,
  credits: readonly { id: string; amountMinor: number }[],
): Promise<void> {
  return notifyEach(
    tx,
    actor,
    'billing.bill_credited',
    sql`select u.id as user_id, a.id::text as occasion, '/billing/invoice-list/' || i.id as path,
      jsonb_build_object('number', i.number, 'minor', k."amountMinor") as params
    from json_to_recordset(${JSON.stringify(credits)}::json) as k (id uuid, "amountMinor" bigint)
    join billing.adjustments a on a.id = k.id join billing.invoices i on i.id = a.invoice_id
    join identity.users u on u.consumer_id = i.consumer_id and u.status = 'active'`,
  );
}

/**
 * Who took bills over reads what of them is taken off: an advance of the connection that they have, or less to pay. The earlier owner reads
 * that it is not theirs; of a cancelled bill they are told anyway.
 */
export async function noticeTakenCredits(
  tx: Tx,
  actor: Actor,
  shares: readonly CreditShare[],
): Promise<void> {
  const rows = sql`json_to_recordset(${JSON.stringify(shares)}::json)
    as s (id uuid, "invoiceId" uuid, "takerId" uuid, "movedMinor" bigint, "loweredMinor" bigint, "isCancelled" boolean)`;
  const ofTaker = sql`join consumers.consumers k on k.id = s."takerId"
    join identity.users u on u.consumer_id = coalesce(k.merged_into, k.id) and u.status = 'active'`;
  await notifyEach(
    tx,
    actor,
    'billing.taken_credited',
    sql`select u.id as user_id, s.id::text as occasion, '/billing/billing-list' as path,
      jsonb_build_object('number', n.number, 'minor', s."movedMinor") as params
    from ${rows} join billing.invoices i on i.id = s."invoiceId" join meters.connections n on n.follows_id = i.connection_id ${ofTaker}
    where s."movedMinor" > 0`,
  );
  await notifyEach(
    tx,
    actor,
    'billing.taken_lowered',
    sql`select u.id as user_id, s.id::text as occasion, '/pay' as path,
      jsonb_build_object('number', i.number, 'minor', s."loweredMinor") as params
    from ${rows} join billing.invoices i on i.id = s."invoiceId" ${ofTaker} where s."loweredMinor" > 0`,
  );
  await notifyEach(
    tx,
    actor,
    'billing.credit_of_taker',
    sql`select u.id as user_id, s.id::text as occasion, '/billing/invoice-list/' || i.id as path,
      jsonb_build_object('number', i.number, 'minor', s."movedMinor" + s."loweredMinor") as params
    from ${rows} join billing.invoices i on i.id = s."invoiceId"
    join identity.users u on u.consumer_id = i.consumer_id and u.status = 'active' where not s."isCancelled"`,
  );
}

/**
 * Tells the accounts of consumers that their bills are cancelled.
 * @param bills a select of `id`, invoices
 */
export async function noticeCancelled(tx: Tx, actor: Actor, bills: Sql): Promise<void> {
  const notices = (
    isOfTaker: Sql,
  ) => sql`select u.id as user_id, i.id::text as occasion, '/billing/invoice-list/' || i.id as path,
      jsonb_build_object('number', i.number, 'minor', i.total_minor) as params
    from billing.invoices i join identity.users u on u.consumer_id = i.consumer_id and u.status = 'active'
    where i.id in (${bills}) and ${isOfTaker}`;
  await notifyEach(tx, actor, 'billing.bill_cancelled', notices(sql`not ${allTaken('i')}`));
  await notifyEach(tx, actor, 'billing.cancelled_of_taker', notices(allTaken('i')));
}

/** Who planned the run of a bill that somebody else cancels learns of it. */
export function noticeOwnerOfBill(tx: Tx, actor: Actor, invoiceId: string): Promise<void> {
  return notifyEach(
    tx,
    actor,
    'billing.own_bill_cancelled',
    sql`select u.id as user_id, i.id::text as occasion, '/billing/invoice-list/' || i.id as path,
      jsonb_build_object('number', i.number, 'month', i.period) as params
    from billing.invoices i join billing.bill_runs r on r.id = i.run_id
    join identity.users u on u.id = r.planned_by and u.status = 'active'
    where i.id = ${invoiceId} and r.planned_by is distinct from ${actor.userId}::uuid`,
  );
}

type Run = {
  id: string;
  period: string;
  version: number;
  planned_by: string | null;
  tariffVersionId: string | null;
};

/** A calculated run waits for its second person; a posted one is told to who planned it. */
export async function noticeRun(tx: Tx, actor: Actor, run: Run, action: string): Promise<void> {
  const about = {
    occasion: `${run.id}:${run.version}`,
    path: `/bill-run/${run.id}`,
    params: { month: run.period },
  };
  if (action === 'finish-calculation') {
    // Who planned it may not approve it.
    const approvers = sql`select id from (${holdersOf('bill-runs:approve')}) u where id is distinct from ${run.planned_by}::uuid`;
    const kind = run.tariffVersionId ? 'billing.corrections_review' : 'billing.run_review';
    await notify(tx, actor, approvers, { kind, ...about });
  } else {
    const kind = run.tariffVersionId ? 'billing.corrections_posted' : 'billing.run_posted';
    await notify(tx, actor, account(run.planned_by), { kind, ...about });
  }
}

/** Who planned the run learns that somebody else gave it up, or did not approve it. */
export async function noticeGivenUp(
  tx: Tx,
  actor: Actor,
  run: Pick<Run, 'id' | 'period' | 'planned_by'>,
  reason: string,
): Promise<void> {
  await notify(tx, actor, account(run.planned_by), {
    kind: 'billing.run_given_up',
    occasion: run.id,
    path: `/bill-run/${run.id}`,
    params: { month: run.period, name: actor.name, reason },
  });
}

/** The reversal of a run waits for a second person. */
export async function noticeReversal(
  tx: Tx,
  actor: Actor,
  run: Pick<Run, 'id' | 'period' | 'version'>,
): Promise<void> {
  await notify(tx, actor, holdersOf('bill-runs:reverse'), {
    kind: 'billing.reversal_waiting',
    occasion: `${run.id}:${run.version}:${actor.now.toISOString()}`,
    path: `/bill-run/${run.id}`,
    params: { month: run.period },
  });
}

/** Who asked to reverse the run learns why it was refused. */
export async function noticeReversalRefused(
  tx: Tx,
  actor: Actor,
  run: Pick<Run, 'id' | 'period'>,
  refused: { reversalId: string; to: string | null; reason: string },
): Promise<void> {
  await notify(tx, actor, account(refused.to), {
    kind: 'billing.reversal_refused',
    occasion: refused.reversalId,
    path: `/bill-run/${run.id}`,
    params: { month: run.period, name: actor.name, reason: refused.reason },
  });
}

/** Who planned the run learns that it was reversed, and who asked for the reversal. */
export async function noticeReversed(
  tx: Tx,
  actor: Actor,
  run: Pick<Run, 'id' | 'period' | 'planned_by'>,
): Promise<void> {
  const people = sql`select distinct id from identity.users where status = 'active' and (id = ${run.planned_by}::uuid
    or id = (select requested_by from billing.bill_run_reversals where run_id = ${run.id} and state = 'DONE'))`;
  await notify(tx, actor, people, {
    kind: 'billing.run_reversed',
    occasion: run.id,
    path: `/bill-run/${run.id}`,
    params: { month: run.period },
  });
}

/** A correction waits for a second person. */
export async function noticeCorrection(
  tx: Tx,
  actor: Actor,
  correction: { id: string; invoiceId: string; kind: 'ADJUST' | 'CANCEL' },
): Promise<void> {
  const { id, invoiceId, kind } = correction;
  const invoice = await first<{ number: string }>(
    tx,
    sql`select number from billing.invoices where id = ${invoiceId}`,
  );
  await notify(tx, actor, holdersOf(kind === 'ADJUST' ? 'invoices:adjust' : 'invoices:cancel'), {
    kind: 'billing.correction_waiting',
    occasion: id,
    path: `/billing/invoice-list/${invoiceId}`,
    params: { number: invoice?.number ?? '' },
  });
}

/** Who asked for a correction learns that it is made, or why it was refused. */
export async function noticeCorrectionDecided(
  tx: Tx,
  actor: Actor,
  { id, invoiceId, requestedBy }: { id: string; invoiceId: string; requestedBy: string | null },
  refusal: string | undefined,
): Promise<void> {
  const invoice = await first<{ number: string }>(
    tx,
    sql`select number from billing.invoices where id = ${invoiceId}`,
  );
  const params = { number: invoice?.number ?? '', name: actor.name };
  await notify(tx, actor, account(requestedBy), {
    kind: refusal === undefined ? 'billing.correction_made' : 'billing.correction_refused',
    occasion: id,
    path: `/billing/invoice-list/${invoiceId}`,
    params: refusal === undefined ? params : { ...params, reason: refusal },
  });
}

/** Those who may open refunds learn with one notice of all advances that are left after the final bills of a run. */
export async function noticeAdvancesLeft(
  tx: Tx,
  actor: Actor,
  run: Pick<Run, 'id' | 'period'>,
  told: readonly Told[],
): Promise<void> {
  if (told.length === 0) return;
  await notify(tx, actor, holdersOf('payments:refund'), {
    kind: 'billing.advances_left',
    occasion: run.id,
    path: '/billing/billing-list?page=1&advanceLeft=true',
    params: {
      count: told.length,
      minor: told.reduce((sum, { advanceMinor }) => sum + advanceMinor, 0),
      month: run.period,
    },
  });
}

/** The same of an advance that came after the final bill of a closed connection. */
export function noticeAdvanceRose(tx: Tx, actor: Actor, told: readonly Told[]): Promise<void> {
  return notifyEach(
    tx,
    actor,
    'billing.advance_rose',
    sql`select u.id as user_id, l.telling::text as occasion,
      '/billing/billing-list?page=1&advanceLeft=true&search=' || l.number as path,
      jsonb_build_object('number', l.number, 'minor', l.advance_minor) as params
    from (${toldRows(told)}) l cross join (${holdersOf('payments:refund')}) u`,
  );
}

/** Each consumer is told of their own bill. */
export function noticeOwnAdvances(tx: Tx, actor: Actor, told: readonly Told[]): Promise<void> {
  return notifyEach(
    tx,
    actor,
    'billing.own_advance_left',
    sql`select u.id as user_id, l.telling::text as occasion,
      '/billing/invoice-list' || coalesce('/' || l.invoice_id, '') as path,
      jsonb_build_object('number', l.number, 'minor', l.advance_minor) as params
    from (${toldRows(told)}) l join identity.users u on u.consumer_id = l.consumer_id and u.status = 'active'`,
  );
}
