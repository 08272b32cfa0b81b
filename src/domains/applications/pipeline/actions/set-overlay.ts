/** Hold, suspend, resume: overlays over a state. The clocks stop under them. */
import { type Actor, may } from '#platform/actor.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { dueOf, ofDays } from '../../calendar/running-clock.rules.ts';
import { errors, type StateAnswer } from '../../contract.ts';
import { readSettings } from '../read-settings.ts';
import { beginStep, clearOverlay, finishStep, pauseClock, runClock, type StepInput } from '../take-step.ts';
import { type Office, workingMinutesBetween } from '../working-time.rules.ts';

/** What waits longer is held again, so that somebody looks at it. */
const MOST_HELD_DAYS = 365;

export async function setOverlay(
  tx: Tx,
  actor: Actor,
  action: 'hold' | 'suspend',
  input: StepInput & { until?: string | undefined },
): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, action, input);
  if (input.until !== undefined && input.until <= actor.today) throw fail(errors.until_past);
  if (input.until !== undefined && input.until > addDays(actor.today, MOST_HELD_DAYS))
    throw fail(errors.until_too_far, { days: MOST_HELD_DAYS });
  const { office } = await readSettings(tx);
  return finishStep(tx, actor, subject, {
    action,
    audit: `application.${action}`,
    remark: input.remark,
    message: 'held',
    was: { overlay: null },
    is: { overlay: action === 'hold' ? 'HOLD' : 'SUSPENDED' },
    ...(input.until ? { details: { until: input.until } } : {}),
    sets: [
      sql`overlay = ${action === 'hold' ? 'HOLD' : 'SUSPENDED'}`,
      sql`overlay_reason = ${input.remark ?? ''}`,
      sql`overlay_by = ${actor.userId}::uuid`,
      sql`overlay_own = ${!may(actor, 'applications:hold')}::boolean`,
      sql`overlay_on = ${actor.today}::date`,
      sql`overlay_until = ${input.until ?? null}::date`,
      // Who goes on plans another day.
      sql`visit_on = null`,
      ...pauseClock(actor, subject, office),
    ],
  });
}

export async function resumeApplication(tx: Tx, actor: Actor, input: StepInput): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'resume', input);
  const { office } = await readSettings(tx);
  if (subject.state === 'WAITING_FOR_REVIEW') await runDeskClock(tx, actor, subject.id, office);
  return finishStep(tx, actor, subject, {
    action: 'resume',
    audit: 'application.resume',
    was: { overlay: subject.overlay },
    is: { overlay: null },
    remark: input.remark,
    message: 'resumed',
    sets: [...clearOverlay(), ...runClock(actor, subject, office)],
  });
}

/** The desk has as much of its time left as at the beginning of the hold. */
async function runDeskClock(tx: Tx, actor: Actor, applicationId: string, office: Office): Promise<void> {
  const desk = await first<{
    dueAt: string;
    heldAt: string;
    from: string | null;
    minutes: number;
    day: number;
  }>(
    tx,
    sql`select s.due_at as "dueAt", t.at as "heldAt", s.due_minutes as minutes, s.due_day as day,
        case when exists (select from applications.calendar_moves m where m.done_at is null) then s.due_from end as "from" from applications.noc_steps s
      cross join lateral (select t.at from applications.timeline t where t.application_id = s.application_id
        and t.action in ('hold', 'suspend') order by t.at desc, t.id desc limit 1) t
      where s.application_id = ${applicationId} and s.state = 'OPEN' and s.due_at is not null`,
  );
  if (!desk) return;
  const { from, minutes, day } = desk;
  // The calendar has changed and this deadline was not reckoned again yet.
  const due = from === null ? new Date(desk.dueAt) : dueOf({ from: new Date(from), minutes, day }, office);
  const clock = ofDays(actor.now, workingMinutesBetween(new Date(desk.heldAt), due, office), office);
  await execute(
    tx,
    sql`update applications.noc_steps set due_at = ${dueOf(clock, office)}, due_from = ${clock.from}, due_minutes = ${clock.minutes},
        due_day = ${clock.day} where application_id = ${applicationId} and state = 'OPEN'`,
  );
}
