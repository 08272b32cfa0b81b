/** Assigned work is put on hold, and goes on: by the word of somebody, or by itself at the end of the hold. */
import type { Actor } from '#platform/actor.ts';
import { startOfDay } from '#platform/database/days.ts';
import { all, type Db, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { sendByDay } from '#platform/messages/by-day.ts';
import { addDays } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep } from '../../lock-order.ts';
import { tellCrew, tellHeads } from '../../tell-crew.ts';
import { tellHousehold } from '../../tell-household.ts';
import type { StepAnswer } from '../contract.ts';

/** What waits longer is put on hold again, so that somebody looks at it. */
const MOST_HELD_DAYS = 365;
type At = { orderId: string; version: number };

/** @param input until: the day at whose beginning the work goes on; null: when somebody says so */
export async function pauseOrder(
  tx: Tx,
  actor: Actor,
  input: At & { remark: string; until: string | null },
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'pause', input);
  const { remark, until } = input;
  if (until !== null && until <= actor.today) throw fail(errors.pause_over);
  if (until !== null && until > addDays(actor.today, MOST_HELD_DAYS))
    throw fail(errors.pause_too_far, { days: MOST_HELD_DAYS });
  const answer = await finishStep(tx, actor, subject, {
    action: 'pause',
    sets: [
      ...[
        sql`paused_at = ${actor.now}`,
        sql`pause_until = ${until === null ? null : startOfDay(sql`${until}::date`)}`,
      ],
      ...[
        sql`pause_reason = ${remark}`,
        sql`paused_by = ${actor.userId}`,
        sql`paused_by_name = ${actor.name}`,
      ],
    ],
    remark,
    after: { until },
  });
  await tellCrew(tx, actor, subject, { what: 'paused', answer });
  await tellHousehold(tx, actor, subject, answer, { what: 'waits' });
  return answer;
}

export async function resumeOrder(tx: Tx, actor: Actor, input: At): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'resume', input);
  const answer = await finishStep(tx, actor, subject, { action: 'resume' });
  await tellCrew(tx, actor, subject, { what: 'resumed', answer });
  await tellHousehold(tx, actor, subject, answer, { what: 'coming' });
  return answer;
}

/** Orders whose hold is over. Each is a transaction of its own; run two times, the second finds nothing. */
export async function resumeDue(db: Db, actor: Actor, signal?: AbortSignal): Promise<{ resumed: number }> {
  const over = await all<{ id: string }>(
    db,
    sql`select id from work_orders.orders where pause_until <= ${actor.now}::timestamptz order by pause_until, id`,
  );
  let resumed = 0;
  for (const { id } of over) {
    if (signal?.aborted) break;
    resumed += await transaction(db, (tx) => resumeIfDue(tx, actor, id));
  }
  return { resumed };
}

/** Somebody may have let it go on, or put it on hold again, since the list was read. */
async function resumeIfDue(tx: Tx, actor: Actor, id: string): Promise<number> {
  const due = await first<At>(
    tx,
    sql`select id as "orderId", version from work_orders.orders
      where id = ${id} and pause_until <= ${actor.now}::timestamptz for no key update`,
  );
  if (!due) return 0;
  const subject = await beginStep(tx, actor, 'resume', due);
  const answer = await finishStep(tx, actor, subject, { action: 'resume' });
  await tellCrew(tx, actor, subject, { what: 'resumed', answer });
  await tellHeads(tx, actor, subject, { what: 'resumed', answer });
  await tellHousehold(tx, actor, subject, answer, { what: 'coming' });
  // A hold ends with the day, at midnight.
  await sendByDay(tx, actor.now);
  return 1;
}
