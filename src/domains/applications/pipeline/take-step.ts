/**
 * The two ends of every transition. beginStep: lock, look, refuse. finishStep: change the state and its clocks,
 * note it in timeline and audit, tell the applicant. What is between is the step's own work.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { changedBy } from '#platform/changed-by.ts';
import { execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { addDays, daysBetween } from '#shared/dates.ts';
import { commonErrors, type ErrorParams, fail } from '#shared/errors.ts';
import type { AuditWord } from '#shared/words.ts';
import {
  type Action,
  type Refusal,
  refusalOf,
  STATES,
  type State,
  TRANSITIONS,
} from '../application.rules.ts';
import { errors, type StateAnswer } from '../contract.ts';
import { slaHoursOf } from '../settings/settings.rules.ts';
import type { AskedItem } from './asked-words.ts';
import { lockFacts, type Subject, whoIs } from './load-facts.ts';
import type { MessageKind } from './message-texts.ts';
import { noticeApplicant } from './notices.ts';
import { nameOpenTo } from './open-parts.ts';
import { readSettings } from './read-settings.ts';
import { tellApplicant, tellVisit } from './tell-applicant.ts';
import { addWorkingMinutes, type Office, workingMinutesBetween } from './working-time.rules.ts';

export type StepInput = {
  applicationId: string;
  version?: number | undefined;
  remark?: string | undefined;
  /** What the log keeps of a question that somebody answered. */
  details?: { despitePayment?: true };
};

/** What has happened already, and is only noted now. */
export type Happened = {
  /** Its day, if it is not today: guards compare it with the days of the application. */
  day?: string | undefined;
  /** Nobody can undo it: neither a hold nor the last day keeps it from being noted. */
  forGood?: boolean | undefined;
};

/** Locks the application and makes sure that the actor may take the action now, on the version they looked at. */
export async function beginStep(
  tx: Tx,
  actor: Actor,
  action: Action,
  input: StepInput,
  { day, forGood = false }: Happened = {},
): Promise<Subject> {
  const subject = await lockFacts(tx, actor, input.applicationId);
  const today = (forGood ? subject.expiresOn : day) ?? actor.today;
  const facts = forGood ? { ...subject, overlay: null } : subject;
  const refusal = refusalOf(action, facts, { ...whoIs(actor), today });
  if (refusal === 'not_permitted') {
    throw fail(commonErrors.not_permitted, { permission: TRANSITIONS[action].permissions[0] ?? 'system' });
  }
  if (input.version !== undefined && input.version !== subject.version) {
    throw fail(commonErrors.stale_version, await whoChanged(tx, actor, subject));
  }
  if (refusal) throw fail(errors[refusal], detailsOf(refusal, subject));
  if (TRANSITIONS[action].remark && !input.remark) throw fail(errors.remark_required);
  return subject;
}

/** What the text of a refusal names. */
function detailsOf(refusal: Refusal, { deskDeputyName, deskDeputyUntil }: Subject): ErrorParams {
  if (refusal !== 'desk_handed_over') return {};
  return { name: deskDeputyName ?? '', until: deskDeputyUntil ?? '' };
}

/** Nobody is named if it was the program or a form that is saved while it is typed; to the planning authority none of the utility's. */
async function whoChanged(tx: Tx, actor: Actor, { id, version }: Subject) {
  const made = await first<{ action: Action; role: string; name: string }>(
    tx,
    sql`select t.action, t.role, ${nameOpenTo(actor, sql`t.actor_id`, sql`t.actor_name`)} as name
      from applications.timeline t where t.application_id = ${id} and t.version = ${version}`,
  );
  return changedBy(
    actor,
    made && { isPayment: made.action === 'pay', name: made.role === 'system' ? '' : made.name },
  );
}

export type Change = {
  action: Action;
  /** Word of the audit log, as the endpoint declares it. */
  audit: AuditWord;
  to?: State;
  /** Further columns: `column = value`. */
  sets?: Sql[];
  remark?: string | undefined;
  details?: Record<string, string | number | boolean | string[]>;
  /** What else changed, for the audit log: an act that leaves the state as it is says what it did. */
  was?: Record<string, string | number | null>;
  is?: Record<string, string | number | null>;
  /** False: not for the applicant's eyes. */
  shared?: boolean;
  /** Nothing changed that a later step depends on: what others have on the screen is still the newest version. */
  keepsVersion?: boolean;
  expiresOn?: string;
  message?: MessageKind;
  /** What the message names as to be corrected. */
  asked?: readonly AskedItem[];
};

/** Writes the change. The answer's version is what the next call has to name. */
export async function finishStep(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  change: Change,
): Promise<StateAnswer> {
  const to = change.to ?? subject.state;
  const moved = change.to !== undefined && change.to !== subject.state;
  const clock = moved ? await clockOnMove(tx, actor, subject, change) : [];
  const version = change.keepsVersion ? sql`version` : sql`version + 1`;
  const sets = [sql`version = ${version}`, ...clock, ...(change.sets ?? [])];
  const { visitOn, ...answer } = await one<StateAnswer & { visitOn: string | null }>(
    tx,
    sql`update applications.applications set ${sql.join(sets)} where id = ${subject.id}
      returning id, number, state, version, visit_on as "visitOn"`,
  );
  await noteStep(tx, actor, { ...subject, version: change.keepsVersion ? null : answer.version }, change);
  await audit(tx, actor, {
    action: change.audit,
    object: 'application',
    objectId: subject.id,
    before: { state: subject.state, ...change.was },
    after: { state: to, ...change.details, ...change.is },
    reason: change.remark,
  });
  if (change.message) {
    await tellApplicant(tx, actor, subject, {
      kind: change.message,
      remark: change.remark,
      expiresOn: change.expiresOn,
      asked: change.asked,
    });
    await noticeApplicant(tx, actor, answer, change.message, change.remark);
  }
  const isStopped = to === 'RECORRECTION' || STATES[to].phase === 'closed' || STOPS.includes(change.action);
  await tellVisit(tx, actor, answer, { before: subject.visitOn, after: visitOn, isStopped });
  return answer;
}

/** Nobody works on it any more for now. */
const STOPS: readonly Action[] = ['hold', 'suspend'];

type Noted = Pick<Subject, 'id' | 'state'> & { version: number | null };

/** Appends to the timeline. @param subject with the version that the step made; null if it made none */
async function noteStep(tx: Tx, actor: Actor, subject: Noted, change: Change): Promise<void> {
  await execute(
    tx,
    sql`insert into applications.timeline
    (application_id, at, action, from_state, to_state, actor_id, actor_name, role, remark, shared, details, version)
    values (${subject.id}, ${actor.now}, ${change.action}, ${subject.state}, ${change.to ?? subject.state},
      ${actor.userId}, ${actor.name}, ${actor.role}, ${change.remark ?? null}, ${change.shared ?? true},
      ${JSON.stringify(change.details ?? {})}::jsonb, ${subject.version})`,
  );
}

async function clockOnMove(tx: Tx, actor: Actor, subject: Subject, change: Change): Promise<Sql[]> {
  const to = change.to ?? subject.state;
  const settings = await readSettings(tx);
  const { office } = settings;
  const { phase } = STATES[to];
  const slaHours = slaHoursOf(settings, to);
  const closing = phase === 'closed';
  const sets = [
    sql`state = ${to}`,
    sql`state_since = ${actor.now}`,
    sql`expires_on = ${change.expiresOn ?? null}::date`,
    sql`escalation = 0`,
    sql`told_level = 0`,
    // A visit is planned for the work of one state.
    sql`visit_on = null`,
    sql`closed_state = ${closing ? subject.state : null}`,
    sql`closed_on = ${closing ? actor.today : null}::date`,
    // Being closed ends a hold.
    ...(closing ? clearOverlay() : []),
  ];
  if (to === 'RECORRECTION') return [...sets, ...pauseClock(actor, subject, office)];
  // Reopened corrections keep their waiting minutes for the state that asked.
  const resumed = subject.state === 'RECORRECTION' && !closing && subject.pausedMinutes !== null;
  const minutes = resumed ? subject.pausedMinutes : slaHours === null ? null : slaHours * 60;
  // A bank's money moves an application on under its hold: the clock of the next step begins when it goes on.
  const isHeld = subject.overlay !== null && !closing;
  return [
    ...sets,
    ...runningFor(minutes === null || isHeld ? null : { from: actor.now, minutes }, office),
    ...(closing ? [] : [sql`paused_minutes = ${isHeld ? minutes : null}::int`]),
  ];
}

/** Stops the state's clock: its left working minutes are kept, negative ones of a state that is late. */
export function pauseClock(actor: Actor, subject: Subject, office: Office): Sql[] {
  if (subject.dueAt === null) return [];
  const { dueFrom: from, dueMinutes: minutes, isCalendarMoving } = subject;
  // The calendar has changed and this deadline was not reckoned again yet.
  const isBehind = isCalendarMoving && from !== null && minutes !== null;
  const dueAt = isBehind ? addWorkingMinutes(new Date(from), minutes, office) : new Date(subject.dueAt);
  const left = workingMinutesBetween(actor.now, dueAt, office);
  return [...runningFor(null, office), sql`paused_minutes = ${left}`];
}

/** The deadline and what it is reckoned from; null: no clock runs. */
function runningFor(clock: { from: Date; minutes: number } | null, office: Office): Sql[] {
  return [
    sql`due_at = ${clock && addWorkingMinutes(clock.from, clock.minutes, office)}::timestamptz`,
    sql`due_from = ${clock?.from ?? null}::timestamptz`,
    sql`due_minutes = ${clock?.minutes ?? null}::int`,
  ];
}

/** Lets the clocks run on after an overlay: the state's by its left minutes, the applicant's by the days held. */
export function runClock(actor: Actor, subject: Subject, office: Office): Sql[] {
  const waiting = subject.pausedMinutes !== null && subject.state !== 'RECORRECTION';
  const held = subject.overlayOn === null ? 0 : daysBetween(subject.overlayOn, actor.today);
  return [
    ...(waiting
      ? [
          ...runningFor({ from: actor.now, minutes: subject.pausedMinutes ?? 0 }, office),
          sql`paused_minutes = null`,
        ]
      : []),
    ...(subject.expiresOn === null ? [] : [sql`expires_on = ${addDays(subject.expiresOn, held)}`]),
  ];
}

export function clearOverlay(): Sql[] {
  return [
    ...[sql`overlay = null`, sql`overlay_reason = null`, sql`overlay_on = null`, sql`overlay_until = null`],
    ...[sql`overlay_by = null`, sql`overlay_own = false`],
  ];
}
