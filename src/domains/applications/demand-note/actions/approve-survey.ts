/** The engineer approves a survey, which issues the demand note, or revises it, which cancels the note. */
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import type { StateAnswer } from '../../contract.ts';
import type { Subject } from '../../pipeline/load-facts.ts';
import { noticeSurveyor } from '../../pipeline/notices.ts';
import { beginStep, finishStep, type StepInput } from '../../pipeline/take-step.ts';
import { copySurvey } from '../../survey/actions/save-survey.ts';
import { issueDemandNote } from './issue-demand-note.ts';

/** @property totalMinor what the person saw: without it nobody has agreed to the sum */
type Approval = StepInput & { totalMinor?: number | undefined };

export async function approveSurvey(tx: Tx, actor: Actor, input: Approval): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'approve-survey', input);
  await execute(
    tx,
    sql`update applications.surveys set state = 'APPROVED', approved_at = ${actor.now}, approved_by = ${actor.userId}
    where id = ${subject.surveyId}`,
  );
  const note = await issueDemandNote(tx, actor, subject, { totalMinor: input.totalMinor });
  return finishStep(tx, actor, subject, {
    action: 'approve-survey',
    audit: 'application.approve-survey',
    to: 'READY_TO_PAY',
    remark: input.remark,
    details: { demandNoteNumber: note.number, totalMinor: note.totalMinor },
    expiresOn: note.dueOn,
    message: 'pay',
  });
}

export async function reviseSurvey(tx: Tx, actor: Actor, input: StepInput): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'revise-survey', input);
  const was = await cancelNote(tx, actor, subject, input.remark ?? '');
  if (subject.surveyId) await copySurvey(tx, actor, subject.surveyId, input.remark ?? '');
  const answer = await finishStep(tx, actor, subject, {
    action: 'revise-survey',
    audit: 'application.revise-survey',
    to: 'READY_TO_SURVEY',
    remark: input.remark,
    ...(input.details ? { details: input.details } : {}),
    was,
    message: 'noteCancelled',
  });
  await noticeSurveyor(tx, actor, answer);
  return answer;
}

/**
 * An unpaid note is nobody's debt any more; its number stays visible as cancelled.
 * @returns for the log
 */
export async function cancelNote(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  reason: string,
): Promise<{ demandNoteNumber?: string; totalMinor?: number }> {
  if (!subject.noteId) return {};
  return one(
    tx,
    sql`update applications.demand_notes set cancelled_at = ${actor.now}, cancel_reason = ${reason}
    where id = ${subject.noteId} returning number as "demandNoteNumber", total_minor as "totalMinor"`,
  );
}
