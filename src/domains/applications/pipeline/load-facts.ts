/** One application as the transition table's guards see it. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, execute, first, PLANNED_ONCE, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Facts, Who } from '../application.rules.ts';
import { missingDocuments, neededKinds, returnedDocuments } from '../missing-documents.ts';
import { openChecks } from '../noc/checks/checks.ts';
import { inForceAt, officerAt } from '../noc/deputies.ts';
import { hasWorker, visibleTo } from './visible.ts';

/** The facts, and what every step needs beside them. */
export type Subject = Facts & {
  id: string;
  number: string | null;
  version: number;
  consumerId: string | null;
  createdBy: string | null;
  applicantName: string;
  applicantPhone: string;
  meterId: string | null;
  dueAt: string | null;
  /** The instant and the minutes of work that it is reckoned from. */
  dueFrom: string | null;
  dueMinutes: number | null;
  /** The calendar has changed, and not every deadline was reckoned again. */
  isCalendarMoving: boolean;
  pausedMinutes: number | null;
  overlayOn: string | null;
  visitOn: string | null;
  surveyId: string | null;
  noteId: string | null;
  deskOfficerName: string | null;
  deskDeputyName: string | null;
  /** The last day on which the deputy has the desk. */
  deskDeputyUntil: string | null;
  /** What its desk still has to check before it can approve. */
  openChecks: number;
};

/**
 * Papers in the reviewer's hands: returned ones that no correction asks for yet, and not looked at those that are needed if each is
 * checked, and those that have to be looked at again because what they prove was corrected (review/actions/look-again.ts).
 */
const checks: Sql = sql`${returnedDocuments} as "returnedDocuments",
  (select count(*)::int from applications.documents d
    where d.application_id = a.id and d.state = 'SUBMITTED' and (d.checked_at is not null
      or (d.kind = any(${neededKinds})
        and coalesce((select (e.value ->> 'checkEachDocument')::boolean from settings.entries e where e.key = 'applications'), false)))
  ) as "uncheckedDocuments"`;

// Consumers may not read people and the authority's desks, and nothing of theirs depends on them.
const desks = (own: boolean): Sql =>
  own
    ? sql`null::text as "deskRole", null::uuid as "deskOfficerId", null::date as "remindFrom", null::uuid as "deskDeputyId",
        null::text as "deskOfficerName", null::text as "deskDeputyName", null::date as "deskDeputyUntil",
        0 as "openChecks", '{}'::text[] as "inChainOf", '{}'::text[] as "decidedBy"`
    : sql`desk.role_code as "deskRole", desk.officer_id as "deskOfficerId", desk.remind_from as "remindFrom",
        desk.deputy_id as "deskDeputyId", desk.officer_name as "deskOfficerName", desk.deputy_name as "deskDeputyName",
        desk.last_day as "deskDeputyUntil", ${openChecks(sql`desk.desk_id`)} as "openChecks",
        array(select c.decided_by::text from applications.noc_steps c
          where c.application_id = a.id and c.state = 'APPROVED' and c.decided_by is not null) as "decidedBy",
        array(select c.role_code from applications.noc_steps c where c.application_id = a.id) as "inChainOf"`;
const deskTables = (actor: Actor, own: boolean): Sql =>
  own
    ? sql``
    : sql`left join lateral (select s.desk_id, s.role_code, s.remind_from, ${officerAt} as officer_id, g.deputy_id, g.officer_name, g.last_day,
          p.name as deputy_name
        from applications.noc_steps s join applications.desks d on d.id = s.desk_id
        left join applications.desk_delegations g on g.desk_id = d.id and ${inForceAt(actor)}
        left join identity.users p on p.id = g.deputy_id
        where s.application_id = a.id and s.state = 'OPEN') desk on true`;

/** Only a step needs it. */
const clock = (reading: boolean): Sql =>
  reading
    ? sql`null::timestamptz as "dueFrom", null::int as "dueMinutes", false as "isCalendarMoving"`
    : sql`a.due_from as "dueFrom", a.due_minutes as "dueMinutes",
        exists (select from applications.calendar_moves m where m.done_at is null) as "isCalendarMoving"`;

/** @param which condition over `a` */
function factsWhere(actor: Actor, which: Sql, reading: boolean): Sql<Subject> {
  const own = reading && actor.kind === 'consumer';
  return sql<Subject>`select a.id, a.number, a.version, a.state, a.overlay,
      a.archived_at is not null as archived,
      case a.state when 'RECORRECTION' then a.asked_state else a.closed_state end as "originState",
      a.closed_on as "closedOn", a.expires_on as "expiresOn", a.assignee_id as "assigneeId",
      a.consumer_id as "consumerId", a.created_by as "createdBy",
      coalesce(a.applicant ->> 'name', '') as "applicantName",
      coalesce(a.applicant ->> 'phone', '') as "applicantPhone",
      a.noc_number as "nocNumber", a.noc_document_id is not null as "nocDocument",
      a.noc_valid_until as "nocValidUntil", a.meter_id as "meterId", exists (select from meters.meters m where m.id = a.meter_id and m.reserved_for = a.id) as "meterReserved",
      a.due_at as "dueAt", ${clock(reading)}, a.paused_minutes as "pausedMinutes", a.overlay_on as "overlayOn", a.visit_on as "visitOn",
      ${own ? sql`false` : sql`not ${hasWorker('applications:survey')}`} as "isSurveyFree",
      ${own ? sql`null::uuid` : sql`a.overlay_by`} as "heldBy", ${own ? sql`false` : sql`a.overlay_own`} as "isOwnHold",
      ${missingDocuments} as "missingDocuments", ${checks}, ${desks(own)},
      (select count(*)::int from applications.recorrections r join applications.recorrection_items i on i.recorrection_id = r.id
        where r.application_id = a.id and r.closed_at is null and i.corrected_at is null) as "openItems",
      survey.id as "surveyId", survey.state as "surveyState", survey.surveyor_id as "surveyorId",
      note.id as "noteId",
      (select coalesce(sum(n.settled_minor), 0)::bigint from applications.demand_notes n
        where n.application_id = a.id) as "paidMinor",
      (select n.refund_state from applications.demand_notes n
        where n.application_id = a.id and n.refund_state is not null) as "refundState",
      exists (select from applications.installations i
        where i.application_id = a.id and i.meter_id = a.meter_id) as "installationRecorded",
      (select i.installed_by from applications.installations i
        where i.application_id = a.id and i.meter_id = a.meter_id) as "installerId"
    from applications.applications a
    left join applications.surveys survey on survey.application_id = a.id and survey.state <> 'REVISED'
    left join applications.demand_notes note on note.application_id = a.id and note.cancelled_at is null
    ${deskTables(actor, own)}
    where ${which} and ${visibleTo(actor)}`;
}

const factsQuery = (actor: Actor, id: string, reading: boolean): Sql<Subject> =>
  sql<Subject>`${PLANNED_ONCE} ${factsWhere(actor, sql`a.id = ${id}`, reading)}`;

/** Of many at once, without locking; those that the actor does not see are left out. */
export function readManyFacts(db: Db | Tx, actor: Actor, ids: readonly string[]): Promise<Subject[]> {
  return all(db, factsWhere(actor, sql`a.id = any(${ids}::uuid[])`, true));
}

/** Reads the facts without locking, for showing what may be done. */
export async function readFacts(db: Db | Tx, actor: Actor, id: string): Promise<Subject> {
  const subject = await first(db, factsQuery(actor, id, true));
  if (!subject) throw fail(commonErrors.not_found);
  return subject;
}

/** Locks the application and reads its facts. Every writing step begins here, so that two take turns. */
export async function lockFacts(tx: Tx, actor: Actor, id: string): Promise<Subject> {
  await execute(tx, sql`select from applications.applications where id = ${id} for update`);
  const subject = await first(tx, factsQuery(actor, id, false));
  if (!subject) throw fail(commonErrors.not_found);
  return subject;
}

/** The actor as the rules know one. */
export function whoIs(actor: Actor): Who {
  const { kind, userId, role, permissions, today } = actor;
  return { kind, userId, role, permissions, today };
}
