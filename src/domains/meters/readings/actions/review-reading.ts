/** A reviewer approves a reading, asks for it to be taken again, or opens an approved one again. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { lowerEstimates } from '../../estimates/actions/lower-estimates.ts';
import type { EstimatesLowered } from '../../points.ts';
import type { Reading } from '../contract.ts';
import { getReading, lockReading, needsTwo, openBefore, restsOnUnconfirmed } from '../queries.ts';
import { APPROVED_STATES, approvalRefusal, isBelowEstimate, OPEN_STATES } from '../reading.rules.ts';
import { closeGate, lockConnectionOf } from './lock-readings.ts';
import { recheckFollowing } from './recheck-readings.ts';
import { reopenFrom } from './reopen-readings.ts';

type Review = {
  id: string;
  version: number;
  action: 'approve' | 'reread' | 'reopen';
  reason?: string | undefined;
};

const AUDIT = { approve: 'reading.approve', reread: 'reading.reread', reopen: 'reading.reopen' } as const;

/** @param lowered told of billed estimates that an approved reading makes lower */
export async function reviewReading(
  tx: Tx,
  actor: Actor,
  input: Review,
  lowered: EstimatesLowered,
): Promise<Reading> {
  // Opening waits until nobody approves: a later reading is approved before, or sees that this one is open. An approval can make
  // the estimates before it again, with their bills.
  if (input.action === 'reopen') await execute(tx, closeGate);
  else await lockConnectionOf(tx, input.id);
  const reading = await lockReading(tx, actor, input.id);
  if (reading.version !== input.version) throw fail(commonErrors.stale_version);
  if (input.action === 'reread') await askAgain(tx, actor, reading, input.reason);
  else if (input.action === 'reopen') await reopen(tx, reading, input.reason);
  else await approve(tx, actor, reading, input.reason, lowered);
  await audit(tx, actor, {
    action: AUDIT[input.action],
    object: 'reading',
    objectId: input.id,
    before: { state: reading.state, flags: reading.flags },
    after: { action: input.action },
    reason: input.reason,
  });
  return getReading(tx, actor, input.id);
}

type Locked = Awaited<ReturnType<typeof lockReading>>;

async function approve(
  tx: Tx,
  actor: Actor,
  reading: Locked,
  reason: string | undefined,
  lowered: EstimatesLowered,
): Promise<void> {
  const refusal = approvalRefusal(reading, actor, reason);
  if (refusal) throw fail(errors[refusal]);
  const earlier = await first<{ period: string }>(
    tx,
    sql`select e.period from meters.readings e where ${openBefore(sql`${reading.connection_id}::uuid`, sql`${reading.period}::date`)}
      order by e.period limit 1`,
  );
  if (earlier) throw fail(errors.earlier_reading_open, { period: earlier.period });
  const unconfirmed = await first(
    tx,
    sql`select from meters.readings r where r.id = ${reading.id} and r.period = ${reading.period}::date and ${restsOnUnconfirmed}`,
  );
  if (unconfirmed) throw fail(errors.final_unconfirmed);
  const isFirstOfTwo = reading.first_approved_by === null && (await needsTwo(tx, reading));
  if (!isFirstOfTwo && isBelowEstimate(reading)) {
    const { id, connection_id: connectionId, period, taken_by: takenBy } = reading;
    await lowerEstimates(tx, actor, { id, connectionId, period, takenBy }, lowered);
  }
  const approval = isFirstOfTwo
    ? sql`update meters.readings set first_approved_by = ${actor.userId}, review_reason = ${reason ?? null},
        version = version + 1, changed_at = clock_timestamp() where id = ${reading.id}`
    : sql`update meters.readings set state = case when source = 'ESTIMATE' then 'ESTIMATED' else 'APPROVED' end, reviewed_by = ${actor.userId}, reviewed_at = ${actor.now},
        first_approved_by = ${reading.first_approved_by}::uuid, review_reason = coalesce(${reason ?? null}, review_reason), version = version + 1, changed_at = clock_timestamp()
      where id = ${reading.id}`;
  await execute(tx, approval);
}

/** It and what was measured after it wait for approval again. */
async function reopen(tx: Tx, reading: Locked, reason: string | undefined): Promise<void> {
  if (!APPROVED_STATES.includes(reading.state)) throw fail(errors.reading_not_approved);
  if (!reason) throw fail(errors.reason_required);
  const from = sql`select ${reading.connection_id}::uuid as connection_id, ${reading.period}::date as period`;
  await reopenFrom(tx, from, reason);
}

/** The reading does not count any more: its meter is among the unread ones until it is taken again. */
async function askAgain(tx: Tx, actor: Actor, reading: Locked, reason: string | undefined): Promise<void> {
  if (!OPEN_STATES.includes(reading.state)) throw fail(errors.reading_not_open);
  if (!reason) throw fail(errors.reason_required);
  await execute(
    tx,
    sql`update meters.readings set state = 'REREAD', reviewed_by = ${actor.userId}, reviewed_at = ${actor.now},
    first_approved_by = null, review_reason = ${reason}, version = version + 1, changed_at = clock_timestamp()
    where id = ${reading.id}`,
  );
  await recheckFollowing(
    tx,
    actor,
    sql`select ${reading.connection_id}::uuid as connection_id, ${reading.period}::date as period`,
  );
}
