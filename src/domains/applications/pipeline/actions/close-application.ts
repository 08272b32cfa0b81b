/** Ways to end an application before it is connected, and the way back. */
import { releaseMeter, reserveMeter } from '#domains/meters/actions/reserve-meter.ts';
import type { Actor } from '#platform/actor.ts';
import { first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import type { State } from '../../application.rules.ts';
import type { StateAnswer } from '../../contract.ts';
import { cancelNote } from '../../demand-note/actions/approve-survey.ts';
import { issueDemandNote } from '../../demand-note/actions/issue-demand-note.ts';
import { ensurePlotFree } from '../../intake/actions/ensure-plot-free.ts';
import { openDesk } from '../../noc/actions/open-desk.ts';
import type { Subject } from '../load-facts.ts';
import { noticeMeterGone } from '../notices.ts';
import { readSettings } from '../read-settings.ts';
import { beginStep, finishStep, type StepInput } from '../take-step.ts';

const ENDS = {
  reject: { to: 'REJECTED', message: 'rejected', audit: 'application.reject' },
  withdraw: { to: 'WITHDRAWN', message: undefined, audit: 'application.withdraw' },
  expire: { to: 'EXPIRED', message: 'expired', audit: 'application.expire' },
} as const;

/** The reserved meter goes back into stock, an unpaid demand note is cancelled. */
export async function closeApplication(
  tx: Tx,
  actor: Actor,
  action: keyof typeof ENDS,
  input: StepInput,
): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, action, input);
  await releaseMeter(tx, actor, { applicationId: subject.id });
  const was = await cancelNote(tx, actor, subject, input.remark ?? action);
  const { to, message, audit } = ENDS[action];
  return finishStep(tx, actor, subject, {
    action,
    audit,
    to,
    remark: input.remark,
    ...(input.details ? { details: input.details } : {}),
    sets: [sql`assignee_id = null`],
    was,
    ...(message ? { message } : {}),
  });
}

/**
 * Back to the state before: the meter is reserved again if it is still there, a demand note is issued again. One that waits for its
 * payment after its last day stays as it is, with as many days as a new note.
 */
export async function reopenApplication(tx: Tx, actor: Actor, input: StepInput): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'reopen', input);
  if (subject.state === 'READY_TO_PAY') return giveDaysAgain(tx, actor, subject, input);
  const to = subject.originState;
  if (!to) throw new Error(`application ${subject.id} does not know its state before`);
  await plotStillFree(tx, actor, subject);
  const { sets, isGone } = await reserveAgain(tx, actor, subject);
  if (to === 'WAITING_FOR_REVIEW') await openDesk(tx, actor, subject.id);
  const expiresOn = await newLastDay(tx, actor, subject, to);
  const answer = await finishStep(tx, actor, subject, {
    action: 'reopen',
    audit: 'application.reopen',
    to,
    remark: input.remark,
    sets,
    ...(expiresOn ? { expiresOn } : {}),
    message: to === 'READY_TO_PAY' ? 'pay' : 'reopened',
  });
  if (isGone) await noticeMeterGone(tx, actor, answer);
  return answer;
}

/** What was paid of the note stays with it. */
async function giveDaysAgain(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  { remark }: StepInput,
): Promise<StateAnswer> {
  const expiresOn = addDays(actor.today, (await readSettings(tx)).validityDays);
  return finishStep(tx, actor, subject, {
    action: 'reopen',
    audit: 'application.reopen',
    remark,
    was: { expiresOn: subject.expiresOn },
    is: { expiresOn },
    sets: [sql`expires_on = ${expiresOn}::date`],
    expiresOn,
    message: 'pay',
  });
}

async function newLastDay(tx: Tx, actor: Actor, subject: Subject, to: State): Promise<string | undefined> {
  if (to === 'READY_TO_PAY') return (await issueDemandNote(tx, actor, subject)).dueOn;
  if (to === 'RECORRECTION') return addDays(actor.today, (await readSettings(tx)).correctionDays);
  return undefined;
}

/** Somebody may have applied for the plot meanwhile. */
async function plotStillFree(tx: Tx, actor: Actor, subject: Subject): Promise<void> {
  const plot = await first<{ roadId: string; plotNumber: string }>(
    tx,
    sql`select road_id as "roadId", plot_number as "plotNumber"
      from applications.applications where id = ${subject.id} and plot_override is null`,
  );
  if (plot) await ensurePlotFree(tx, actor, { applicationId: subject.id, ...plot });
}

async function reserveAgain(
  tx: Tx,
  actor: Actor,
  subject: Subject,
): Promise<{ sets: Sql[]; isGone: boolean }> {
  if (!subject.meterId) return { sets: [], isGone: false };
  const kept = await reserveMeter(tx, actor, {
    meterId: subject.meterId,
    holder: { applicationId: subject.id },
  });
  // Somebody else has it now: another one is chosen (change-meter) before there is a demand note or an installation.
  return kept ? { sets: [], isGone: false } : { sets: [sql`meter_id = null`], isGone: true };
}
