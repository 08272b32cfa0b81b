/** The bell of those whom a step of an application concerns, in the step's transaction. */
import { account, accountOf, membersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import type { NoticeKind } from '#shared/words.ts';
import type { MessageKind } from './message-texts.ts';

/** What an applicant's account is told beside the SMS; a payment has a notice of its own, reminders are SMS only. */
const APPLICANT_KINDS: Partial<Record<MessageKind, NoticeKind>> = {
  submitted: 'applications.submitted',
  correct: 'applications.correct',
  letter: 'applications.letter',
  pay: 'applications.pay',
  takenBack: 'applications.taken_back',
  connected: 'applications.connected',
  rejected: 'applications.rejected',
  expired: 'applications.expired',
  reopened: 'applications.reopened',
};

type Subject = { id: string; number: string | null; version: number };

/** Tells the applicant's account what the application now asks of them or has come to. */
export async function noticeApplicant(
  tx: Tx,
  actor: Actor,
  { id, number, version }: Subject,
  message: MessageKind,
): Promise<void> {
  const kind = APPLICANT_KINDS[message];
  if (!kind) return;
  const consumer = sql`(select consumer_id from applications.applications where id = ${id})`;
  await notify(tx, actor, accountOf(consumer), {
    kind,
    occasion: `${id}:${version}`,
    path: `/customer/new-connections/${id}`,
    params: { number: number ?? '' },
  });
}

/** Tells somebody that the work of the present state is theirs. */
export function noticeAssignee(tx: Tx, actor: Actor, subject: Subject, userId: string): Promise<void> {
  return notify(tx, actor, account(userId), {
    kind: 'applications.assigned',
    occasion: `${subject.id}:${subject.version}`,
    path: `/all-new-connections/${subject.id}`,
    params: { number: subject.number ?? '' },
  });
}

/** Tells the successor of somebody who leaves how much is theirs now. */
export function noticeSuccessor(
  tx: Tx,
  actor: Actor,
  people: { from: string; to: string },
  handed: { count: number; name: string },
): Promise<void> {
  if (handed.count === 0) return Promise.resolve();
  return notify(tx, actor, account(people.to), {
    kind: 'applications.handed_over',
    occasion: `${people.from}:${actor.now.toISOString()}`,
    path: '/all-new-connections?page=1&assignee=me',
    params: handed,
  });
}

/** Tells the person who has the application that the applicant corrected it. */
export function noticeCorrected(tx: Tx, actor: Actor, { id, number, version }: Subject): Promise<void> {
  const assignee = sql`select assignee_id as id from applications.applications where id = ${id}`;
  return notify(tx, actor, assignee, {
    kind: 'applications.corrected',
    occasion: `${id}:${version}`,
    path: `/all-new-connections/${id}`,
    params: { number: number ?? '' },
  });
}

/** Tells who made the survey that it was sent back. */
export function noticeSurveyor(tx: Tx, actor: Actor, { id, number, version }: Subject): Promise<void> {
  const surveyor = sql`select surveyor_id as id from applications.surveys where application_id = ${id} and state <> 'REVISED'`;
  return notify(tx, actor, surveyor, {
    kind: 'applications.survey_returned',
    occasion: `${id}:${version}`,
    path: `/all-new-connections/${id}?tab=survey`,
    params: { number: number ?? '' },
  });
}

/** Tells the desk of the planning authority that an application is on it. */
export function noticeDesk(
  tx: Tx,
  actor: Actor,
  { id, number }: Omit<Subject, 'version'>,
  role: string,
): Promise<void> {
  return notify(tx, actor, membersOf(role), {
    kind: 'applications.desk',
    occasion: `${id}:${role}:${actor.today}`,
    path: `/noc-from-rajuk?id=${id}`,
    params: { number: number ?? '' },
  });
}
