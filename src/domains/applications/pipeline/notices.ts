/** The bell of those whom a step of an application concerns, in the step's transaction. */
import { account, accountOf, holdersOf, membersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { type Sql, sql, type Tx } from '#platform/database/db.ts';
import { notify, notifyEach } from '#platform/messages/inbox.ts';
import type { NoticeKind } from '#shared/words.ts';
import { STATES } from '../application.rules.ts';
import { inForceAt, officerAt } from '../noc/deputies.ts';
import type { Level } from './escalation.rules.ts';
import type { MessageKind } from './message-texts.ts';

/** What an applicant's account is told beside the SMS; a payment has a notice of its own, reminders are SMS only. */
const APPLICANT_KINDS: Partial<Record<MessageKind, NoticeKind>> = {
  submitted: 'applications.submitted',
  correct: 'applications.correct',
  letter: 'applications.letter',
  visit: 'applications.visit',
  visitMoved: 'applications.visit',
  visitOff: 'applications.visit_off',
  pay: 'applications.pay',
  takenBack: 'applications.taken_back',
  takenBackToWallet: 'applications.taken_back',
  noteCancelled: 'applications.note_cancelled',
  connected: 'applications.connected',
  rejected: 'applications.rejected',
  deleted: 'applications.deleted',
  expired: 'applications.expired',
  reopened: 'applications.reopened',
  held: 'applications.held_back',
  resumed: 'applications.resumed',
};

type Subject = { id: string; number: string | null; version: number };

/** Tells the applicant's account what the application now asks of them or has come to. */
export async function noticeApplicant(
  tx: Tx,
  actor: Actor,
  { id, number, version }: Subject,
  message: MessageKind,
  remark = '',
): Promise<void> {
  const kind = APPLICANT_KINDS[message];
  if (!kind) return;
  const consumer = sql`(select consumer_id from applications.applications where id = ${id})`;
  await notify(tx, actor, accountOf(consumer), {
    kind,
    occasion: `${id}:${version}`,
    // A deleted one has no page any more: the notice has the reason, and leads to the list of the others.
    ...(message === 'deleted'
      ? { path: '/customer/new-connections', params: { number: number ?? '', remark } }
      : { path: `/customer/new-connections/${id}`, params: { number: number ?? '' } }),
  });
}

/** Tells the applicant's account that a desk wrote something for them. */
export function noticeRemark(tx: Tx, actor: Actor, { id, number, version }: Subject): Promise<void> {
  const consumer = sql`(select consumer_id from applications.applications where id = ${id})`;
  return notify(tx, actor, accountOf(consumer), {
    kind: 'applications.remark',
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

/** Tells who writes the letters that an application which was opened again needs another meter. */
export function noticeMeterGone(tx: Tx, actor: Actor, { id, number, version }: Subject): Promise<void> {
  return notify(tx, actor, holdersOf('applications:letter'), {
    kind: 'applications.meter_gone',
    occasion: `${id}:${version}`,
    path: `/all-new-connections/${id}`,
    params: { number: number ?? '' },
  });
}

/** Tells who put an application on hold that the day has come on which somebody should look at it; a leaver's, all who may. */
export function noticeHeld(tx: Tx, actor: Actor): Promise<void> {
  return notifyEach(
    tx,
    actor,
    'applications.look_again',
    sql`select u.id as user_id, a.id || ':' || a.overlay_until as occasion, ${pageOfHolder} as path,
        jsonb_build_object('number', a.number) as params
      from applications.applications a
      left join lateral (${lastHolder}) holder on true
      join identity.users u on u.id = holder.id or (holder.id is null and u.id in (${holdersOf('applications:hold')}))
      where a.overlay_until <= ${actor.today}::date and a.deleted_at is null`,
  );
}

/** A desk of the authority has a page of its own. */
const pageOfHolder = sql`case when exists (select from roles.roles role join applications.desks desk on desk.role_code = role.code
  where role.id = u.role_id) then '/noc-from-rajuk?id=' else '/all-new-connections/' end || a.id`;

/** Who put an application `a` on hold at last, if they have their account still. */
const lastHolder = sql`select p.id from applications.timeline t join identity.users p on p.id = t.actor_id and p.status = 'active'
  where t.application_id = a.id and t.action in ('hold', 'suspend') order by t.id desc limit 1`;

/** Tells who put an application on hold that a bank's money has come for it all the same; a leaver's, all who may. */
export function noticePaidOnHold(
  tx: Tx,
  actor: Actor,
  { id, version }: Subject,
  amountMinor: number,
): Promise<void> {
  return notifyEach(
    tx,
    actor,
    'applications.paid_on_hold',
    sql`select u.id as user_id, ${`${id}:${version}`}::text as occasion, '/all-new-connections/' || a.id as path,
        jsonb_build_object('number', a.number, 'minor', ${amountMinor}::bigint) as params
      from applications.applications a left join lateral (${lastHolder}) holder on true
      join identity.users u on u.id = holder.id or (holder.id is null and u.id in (${holdersOf('applications:hold')}))
      where a.id = ${id}`,
  );
}

/** Tells the household, and who may give new days, that a demand note is over of which a part is paid. */
export function noticeRestOver(tx: Tx, actor: Actor, id: string): Promise<void> {
  return notifyEach(
    tx,
    actor,
    'applications.rest_over',
    sql`select u.id as user_id, a.id || ':' || a.expires_on as occasion,
        case when u.consumer_id is null then '/all-new-connections/' else '/customer/new-connections/' end || a.id as path,
        jsonb_build_object('number', a.number, 'minor', n.total_minor - n.settled_minor) as params
      from applications.applications a
      join applications.demand_notes n on n.application_id = a.id and n.cancelled_at is null
      join identity.users u on u.id in (${holdersOf('applications:reopen')}) or u.id in (${accountOf(sql`a.consumer_id`)})
      where a.id = ${id}`,
  );
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

/** Reminds the deputy or the officer of the desk that has the application; if the desk has neither, all of its role. @param since a day */
export function noticeReminder(
  tx: Tx,
  actor: Actor,
  { id, number, version }: Subject,
  since: string,
): Promise<void> {
  const holders = sql`select h.user_id as id from (${deskHolders(actor)}) h where h.application_id = ${id}`;
  return notify(tx, actor, holders, {
    kind: 'applications.desk_reminder',
    occasion: `${id}:${version}`,
    path: `/noc-from-rajuk?id=${id}`,
    params: { number: number ?? '', since },
  });
}

const LATE: Record<Level, NoticeKind> = {
  1: 'applications.soon_late',
  2: 'applications.late',
  3: 'applications.far_late',
};

/** Tells each person of a level what runs late, with one notice for all of it. @param ids of applications */
export function noticeLate(tx: Tx, actor: Actor, level: Level, ids: readonly string[]): Promise<void> {
  const late = sql`applications.applications a`;
  const these = sql`a.id = any(${ids}::uuid[])`;
  const people: Record<Level, Sql> = {
    1: sql`${workersOf(late, these)} union select h.user_id, a.id, a.number, true as desk from ${late}
      join (${deskHolders(actor)}) h on h.application_id = a.id where ${these}`,
    // Administrators hold every word; they are told when it is far beyond its time.
    2: sql`select u.id as user_id, a.id, a.number, false as desk from ${late},
      (${holdersOf('applications:assign')} except ${membersOf('admin')}) u where ${these}`,
    3: sql`select u.id as user_id, a.id, a.number, false as desk from ${late}, (${membersOf('admin')}) u where ${these}`,
  };
  return notifyEach(
    tx,
    actor,
    LATE[level],
    sql`select user_id, ${`${level}:${actor.now.toISOString()}`}::text as occasion,
      case when desk and count(*) = 1 then '/noc-from-rajuk?id=' || min(id::text)
        when desk then '/noc-from-rajuk?page=1'
        when count(*) = 1 then '/all-new-connections/' || min(id::text)
        else ${`/all-new-connections?page=1&open=true&escalation=${level}`}::text end as path,
      jsonb_build_object('number', min(number), 'count', count(*)) as params
    from (${people[level]}) as told group by user_id, desk`,
  );
}

/** Who has it, or everybody who may do its step if nobody does. */
function workersOf(late: Sql, these: Sql): Sql {
  const works = Object.entries(STATES).flatMap(([state, { work, slaHours }]) =>
    work === null || slaHours === null || state === 'WAITING_FOR_REVIEW' ? [] : [{ state, work }],
  );
  const free = sql.join(
    works.map(
      ({ state, work }) => sql`select u.id as user_id, a.id, a.number, false as desk from ${late},
        (${holdersOf(work)} except ${membersOf('admin')}) u where ${these} and a.state = ${state}
          and not exists (select from identity.users p where p.id = a.assignee_id and p.status = 'active')`,
    ),
    sql` union `,
  );
  return sql`select p.id as user_id, a.id, a.number, false as desk from ${late}
      join identity.users p on p.id = a.assignee_id and p.status = 'active'
      where ${these} and a.state <> 'WAITING_FOR_REVIEW' union ${free}`;
}

/** Of each application at the authority: the officer to whom it was forwarded, the deputy or the officer of the desk that has it; if there is none, all of its role. */
export const deskHolders = (actor: Actor): Sql =>
  sql`select s.application_id, u.id as user_id from applications.noc_steps s
    join applications.desks d on d.id = s.desk_id join roles.roles r on r.code = s.role_code
    left join applications.desk_delegations g on g.desk_id = d.id and ${inForceAt(actor)}
    cross join lateral (select ${officerAt} as id) o
    join identity.users u on u.status = 'active' and (u.id = coalesce(g.deputy_id, o.id)
      or (g.deputy_id is null and o.id is null and u.role_id = r.id))
    where s.state = 'OPEN'`;

/** Tells who has the application at its desk that it is there: see `deskHolders`. @param again it was there before on this day */
export function noticeDesk(
  tx: Tx,
  actor: Actor,
  { id, number, again = false }: Omit<Subject, 'version'> & { again?: boolean },
  role: string,
): Promise<void> {
  const holders = sql`select h.user_id as id from (${deskHolders(actor)}) h where h.application_id = ${id}`;
  return notify(tx, actor, holders, {
    kind: 'applications.desk',
    occasion: `${id}:${role}:${again ? actor.now.toISOString() : actor.today}`,
    path: `/noc-from-rajuk?id=${id}`,
    params: { number: number ?? '' },
  });
}

/** Tells an officer that another one's application is theirs now. */
export function noticeForwarded(
  tx: Tx,
  actor: Actor,
  { id, number, version }: Subject,
  officerId: string,
): Promise<void> {
  return notify(tx, actor, account(officerId), {
    kind: 'applications.desk_forwarded',
    occasion: `${id}:${version}`,
    path: `/noc-from-rajuk?id=${id}`,
    params: { number: number ?? '' },
  });
}

/** Tells a person that they have the desk of somebody else on some days, or that these days ended earlier. */
export function noticeDeputy(
  tx: Tx,
  actor: Actor,
  kind: 'applications.deputy' | 'applications.deputy_ended',
  {
    id,
    deputyId,
    name,
    from,
    until,
  }: { id: string; deputyId: string; name: string; from: string; until: string },
): Promise<void> {
  return notify(tx, actor, account(deputyId), {
    kind,
    occasion: id,
    path: '/noc-from-rajuk',
    params: { name, from, until },
  });
}
