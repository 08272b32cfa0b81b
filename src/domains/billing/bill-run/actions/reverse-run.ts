/**
 * A posted run that should not have been is reversed as a whole: its bills are cancelled, their journals get their exact
 * opposites, what advances had paid is given back, its readings can be corrected, and the month can be run again. Late
 * surcharges on these bills are cancelled with them.
 * One person asks, another decides, as for the cancellation of one bill, or refuses with a reason; who asked may take the request
 * back. Nothing of it may be paid, corrected or built on.
 */
import { reverseJournals } from '#domains/ledger/actions/post-journal.ts';
import { unmarkAllBilled } from '#domains/meters/actions/mark-billed.ts';
import { closeGate, passGate } from '#domains/meters/readings/actions/lock-readings.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { mayAloneForRun } from '../../corrections/second-person.ts';
import { endDisputesOf } from '../../disputes/actions/end-disputes.ts';
import { lockConnections } from '../../invoices/actions/settle-invoices.ts';
import { tellTakersOfCancelled } from '../../invoices/actions/tell-credits.ts';
import { applyAdvances, moveAdvances } from '../../invoices/actions/use-advances.ts';
import { sendCancelled } from '../../invoices/message-texts.ts';
import { endLeaksOf } from '../../leaks/actions/end-leaks.ts';
import { noticeCancelled, noticeReversal, noticeReversalRefused, noticeReversed } from '../../notices.ts';
import { followPlans } from '../../payment-plans/actions/end-plans.ts';
import { reviseRebates } from '../../rebates/actions/revise-rebates.ts';
import { getLimits } from '../../settings/queries.ts';
import { nextRunState } from '../bill-run.rules.ts';
import { type BillRun, errors } from '../contract.ts';
import { refuseClosedMonth } from '../issue-day.ts';
import { livingBills, reversedBills, runObstacles } from '../obstacles.ts';
import { findRun } from '../queries.ts';
import { type LockedRun, lockRun, moveRun } from './lock-run.ts';

type CancelledBill = { id: string; readingId: string | null };

/** Bills whose numbers the refusal names. */
const NAMED_IN_REFUSAL = 3;

type Asked = { reason: string; openReadings: boolean };

export async function reverseRun(
  tx: Tx,
  actor: Actor,
  input: Asked & { id: string; version: number },
): Promise<BillRun> {
  const run = await lockRun(tx, input.id);
  if (run.version !== input.version) throw fail(commonErrors.stale_version);
  if (!nextRunState(run.state, 'reverse', run.tariffVersionId !== null))
    throw fail(errors.run_state, { state: run.state });
  const { total } = await one<{ total: number }>(
    tx,
    sql`select coalesce(sum(total_minor), 0)::bigint as total from (${reversedBills(run.id)}) b`,
  );
  // The locks in the order of posting (see reverse): the memory of what one person did alone is kept per connection.
  const limitMinor = (await getLimits(tx)).limits.cancelAloneUpToMinor;
  if (limitMinor !== null) {
    await lockGate(tx, input.openReadings);
    await lockConnections(tx, sql`select connection_id from billing.invoices where run_id = ${run.id}`);
  }
  const twoPerson = !(await mayAloneForRun(tx, actor, { bills: reversedBills(run.id), limitMinor }));
  await execute(
    tx,
    sql`insert into billing.bill_run_reversals (run_id, state, reason, open_readings, two_person, requested_by, requested_at, decided_by, decided_at)
      values (${run.id}, ${twoPerson ? 'REQUESTED' : 'DONE'}, ${input.reason}, ${input.openReadings}, ${twoPerson}, ${actor.userId}, ${actor.now},
        ${twoPerson ? null : actor.userId}, ${twoPerson ? null : actor.now})`,
  );
  if (twoPerson) {
    await refuseClosedMonth(tx, run.issuedOn);
    await refuseBlocked(tx, run);
    await noticeReversal(tx, actor, run);
  } else await reverse(tx, actor, run, input);
  await audit(tx, actor, {
    action: twoPerson ? 'bill-run.ask-reversal' : 'bill-run.reverse',
    object: 'bill-run',
    objectId: run.id,
    after: {
      state: twoPerson ? 'REQUESTED' : 'DONE',
      totalMinor: total,
      openReadings: input.openReadings,
    },
    reason: input.reason,
  });
  return findRun(tx, run.id);
}

type Decision = { id: string; reversalId: string; accept: boolean; remark?: string | undefined };

/** The second person's word; the database refuses the one who asked. */
export async function decideReversal(tx: Tx, actor: Actor, input: Decision): Promise<BillRun> {
  const { accept, remark, reversalId } = input;
  if (!accept && !remark) throw fail(errors.reversal_reason);
  const run = await lockRun(tx, input.id);
  const asked = await first<Asked & { askedBy: string | null }>(
    tx,
    sql`update billing.bill_run_reversals set state = ${accept ? 'DONE' : 'REFUSED'}, decided_by = ${actor.userId},
        decided_at = ${actor.now}, answer = ${accept ? null : (remark ?? null)}
      where ${waiting(run, reversalId)} returning reason, open_readings as "openReadings", requested_by as "askedBy"`,
  );
  if (!asked) throw fail(errors.reversal_decided);
  if (accept) await reverse(tx, actor, run, asked);
  else await noticeReversalRefused(tx, actor, run, { reversalId, to: asked.askedBy, reason: remark ?? '' });
  await audit(tx, actor, {
    action: accept ? 'bill-run.approve-reversal' : 'bill-run.refuse-reversal',
    object: 'bill-run',
    objectId: run.id,
    after: { state: accept ? 'DONE' : 'REFUSED' },
    reason: accept ? asked.reason : remark,
  });
  return findRun(tx, run.id);
}

/** Who asked takes the request back: the run stays posted, and somebody may ask again. */
export async function withdrawReversal(
  tx: Tx,
  actor: Actor,
  input: { id: string; reversalId: string; reason: string },
): Promise<BillRun> {
  const run = await lockRun(tx, input.id);
  const asked = waiting(run, input.reversalId);
  const withdrawn = await first(
    tx,
    sql`update billing.bill_run_reversals set state = 'WITHDRAWN', decided_by = ${actor.userId}, decided_at = ${actor.now},
        answer = ${input.reason}
      where ${asked} and requested_by = ${actor.userId} returning id`,
  );
  if (!withdrawn) {
    const waits = await first(tx, sql`select from billing.bill_run_reversals where ${asked}`);
    throw fail(waits ? errors.reversal_not_own : errors.reversal_decided);
  }
  await audit(tx, actor, {
    action: 'bill-run.withdraw-reversal',
    object: 'bill-run',
    objectId: run.id,
    after: { state: 'WITHDRAWN' },
    reason: input.reason,
  });
  return findRun(tx, run.id);
}

/** The request that the person saw, as long as nobody has decided. */
const waiting = ({ id }: LockedRun, reversalId: string): Sql =>
  sql`id = ${reversalId} and run_id = ${id} and state = 'REQUESTED'`;

/** Nobody approves a later reading while earlier ones are opened. */
const lockGate = (tx: Tx, opens: boolean) => (opens ? execute(tx, closeGate) : passGate(tx));

/** The locks of posting: the gate of readings, connections by id, then the bills; the run is locked by the caller. */
async function reverse(tx: Tx, actor: Actor, run: LockedRun, asked: Asked): Promise<void> {
  const { reason } = asked;
  await moveRun(tx, run, 'reverse');
  await lockGate(tx, asked.openReadings);
  await lockConnections(tx, sql`select connection_id from billing.invoices where run_id = ${run.id}`);
  await refuseClosedMonth(tx, run.issuedOn);
  const bills = await cancelBills(tx, actor, run, reason);
  const cancelled = sql`select unnest(${bills.map(({ id }) => id)}::uuid[])`;
  const businessDate = actor.today;
  const uses = sql`select id as invoice_id, -settled_minor as amount_minor from billing.invoices
    where id in (${cancelled}) and settled_minor > 0`;
  await moveAdvances(tx, actor, { uses, businessDate });
  const posted = sql`select id from billing.invoices where id in (${cancelled}) and total_minor > 0`;
  await reverseJournals(tx, actor, { kind: 'INVOICE', of: posted, businessDate, reason });
  const readings = bills.flatMap(({ readingId }) => (readingId ? [readingId] : []));
  const unmarked = await unmarkAllBilled(tx, {
    period: run.period,
    ids: sql`select unnest(${readings}::uuid[])`,
    open: asked.openReadings,
  });
  if (unmarked !== readings.length) {
    throw new Error(`run ${run.id} billed ${readings.length} readings, but only ${unmarked} are billed`);
  }
  const connections = sql`select distinct connection_id as id from billing.invoices where id in (${cancelled})`;
  await endDisputesOf(tx, actor, { connections });
  await endLeaksOf(tx, actor, connections);
  await followPlans(tx, actor, connections);
  await reviseRebates(tx, actor, { connections });
  await applyAdvances(tx, actor, { connections, businessDate });
  await noticeCancelled(tx, actor, cancelled);
  await tellTakersOfCancelled(tx, actor, cancelled, []);
  await noticeReversed(tx, actor, run);
  await sendCancelled(tx, sql`select id, false as paid from (${cancelled}) b (id)`);
}

/** Cancels all bills with their surcharges in the statement that looks for obstacles, or none. */
async function cancelBills(tx: Tx, actor: Actor, run: LockedRun, reason: string): Promise<CancelledBill[]> {
  const rows = await all<CancelledBill>(
    tx,
    sql`with bills as materialized (${livingBills(run.id)})
    update billing.invoices i set cancelled_on = ${actor.today}, cancel_reason = ${reason}, version = version + 1
    from (${reversedBills(run.id)}) r where r.id = i.id and not exists (select from bills where cardinality(obstacles) > 0)
    returning i.id, i.reading_id as "readingId"`,
  );
  if (rows.length === 0) await refuseBlocked(tx, run);
  return rows;
}

/** Names the first bills; the run's page lists what rests on each (obstacles.ts). */
async function refuseBlocked(tx: Tx, run: LockedRun): Promise<void> {
  const { total, items } = await runObstacles(tx, run.id);
  if (total === 0) return;
  const numbers = items.slice(0, NAMED_IN_REFUSAL).map(({ number }) => number);
  throw fail(errors.run_blocked, { count: total, numbers: numbers.join(', ') });
}
