/** The columns of a list's row, over applications.applications `a`. Consumers may not read people and desks. */
import type { Actor } from '#platform/actor.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { missingDocuments } from '../missing-documents.ts';
import { shownSurveyState } from '../survey/queries.ts';
import { opensMoney, opensUtility, openTo } from './open-parts.ts';
import { isRowInHand } from './waits-for.ts';

const staffColumns = (
  actor: Actor,
): Sql => sql`${openTo(opensUtility(actor), sql`holder.name`)} as "assigneeName",
  desk.role_code as "deskRole", desk.opened_at as "deskSince"`;
const staffTables = sql`left join identity.users person on person.id = a.assignee_id
  left join lateral (select person.id, person.name where ${isRowInHand}) holder on true
  left join applications.noc_steps desk on desk.application_id = a.id and desk.state = 'OPEN'`;
/** Of an application `a` in a list that joins none of this: who has it now, by name. */
export const nameInHand: Sql = sql`(select person.name from identity.users person
  left join applications.surveys survey on survey.application_id = a.id and survey.state <> 'REVISED'
  left join applications.installations installed on installed.application_id = a.id
  where person.id = a.assignee_id and ${isRowInHand})`;
const noStaff = sql`null::text as "assigneeName", null::text as "deskRole", null::timestamptz as "deskSince"`;

/** Of an application `a`: what lists and papers in Bengali say, if it was written. */
export const applicantNameBn: Sql = sql`nullif(a.applicant ->> 'nameBn', '')`;

/** What the step that ended it was done for. */
const closedReason: Sql = sql`case when a.closed_state is not null then (select t.remark from applications.timeline t
  where t.application_id = a.id and t.to_state = a.state and t.from_state <> t.to_state and t.shared
  order by t.at desc, t.id desc limit 1) end`;

/** `select` list of an ApplicationItem. */
export function itemColumns(actor: Actor): Sql {
  const ofUtility = (column: Sql) => openTo(opensUtility(actor), column);
  const ofMoney = (column: Sql) => openTo(opensMoney(actor), column);
  const ofSurvey = (column: Sql) => openTo(opensUtility(actor) && actor.kind !== 'consumer', column);
  const isTheirs = opensUtility(actor) ? sql`true` : sql`a.state in ('WAITING_FOR_REVIEW', 'RECORRECTION')`;
  return sql`a.id, a.number, a.state, a.overlay,
    case a.state when 'RECORRECTION' then a.asked_state else a.closed_state end as "originState",
    a.archived_at is not null as archived, a.source,
    coalesce(a.applicant ->> 'name', '') as "applicantName", ${applicantNameBn} as "applicantNameBn",
    coalesce(a.applicant ->> 'phone', '') as "applicantPhone",
    ${ofUtility(sql`a.consumer_id`)} as "consumerId", ${ofUtility(sql`consumer.number`)} as "consumerNumber",
    sector.number as "sectorNumber", sector.name as "sectorName", sector.name_bn as "sectorNameBn",
    road.number as "roadNumber", a.plot_number as "plotNumber", a.building ->> 'category' as category,
    (a.building ->> 'pipeSizeMm')::numeric::int as "pipeSizeMm", a.created_at as "createdAt",
    a.submitted_at as "submittedAt", a.state_since as "stateSince", case when ${isTheirs} then a.due_at end as "dueAt",
    coalesce(${isTheirs} and a.due_at < ${actor.now}::timestamptz, false) as overdue,
    ${actor.kind === 'consumer' ? sql`0` : sql`case when ${isTheirs} and a.due_at is not null then a.escalation else 0 end`} as escalation,
    case when ${isTheirs} and (a.overlay is null or ${actor.kind !== 'consumer'}::boolean) then a.expires_on end as "expiresOn",
    ${actor.kind === 'consumer' ? sql`null::uuid` : ofUtility(sql`holder.id`)} as "assigneeId", ${missingDocuments} as "missingDocuments", a.noc_number as "nocNumber",
    ${actor.kind === 'consumer' ? noStaff : staffColumns(actor)},
    ${ofUtility(sql`a.customer_number`)} as "customerNumber", ${ofUtility(sql`dma.number`)} as "dmaNumber",
    ${ofUtility(sql`meter.number`)} as "meterNumber", ${ofUtility(sql`meter.size_mm`)} as "meterSizeMm",
    ${ofUtility(actor.kind === 'consumer' ? sql`survey.state` : shownSurveyState('survey'))} as "surveyState",
    ${ofUtility(sql`a.visit_on`)} as "visitOn", ${ofUtility(closedReason)} as "closedReason",
    ${ofSurvey(sql`survey.type`)} as "surveyType", ${ofSurvey(sql`survey.visited_on`)} as "visitedOn",
    ${ofSurvey(sql`trim_scale(survey.distance_m)::text`)} as "distanceM",
    ${ofSurvey(sql`nullif(survey.road_type, '')`)} as "roadType",
    ${ofUtility(sql`nullif(a.plumber ->> 'name', '')`)} as "plumberName",
    ${ofUtility(sql`installed.installed_on`)} as "installedOn",
    ${ofUtility(sql`installed.opening_litres`)}::bigint as "openingLitres",
    ${ofUtility(sql`installed.seal_number`)} as "sealNumber",
    ${ofMoney(sql`note.id`)} as "demandNoteId", ${ofMoney(sql`note.number`)} as "demandNoteNumber",
    ${ofMoney(sql`note.total_minor`)} as "totalMinor",
    ${ofMoney(sql`coalesce(note.settled_minor, 0)`)}::bigint as "paidMinor",
    ${ofMoney(sql`note.issued_on`)} as "issuedOn", ${ofUtility(sql`a.connection_id`)} as "connectionId", a.version`;
}

/** `from` list to itemColumns. @param rows applications to show, with all their columns */
export function itemTables(actor: Actor, rows: Sql = sql`applications.applications`): Sql {
  return sql`${rows} a
    left join consumers.consumers consumer on consumer.id = a.consumer_id
    left join settings.roads road on road.id = a.road_id
    left join settings.sectors sector on sector.id = road.sector_id
    left join settings.dmas dma on dma.id = a.dma_id
    left join meters.meters meter on meter.id = a.meter_id
    left join applications.surveys survey on survey.application_id = a.id and survey.state <> 'REVISED'
    left join applications.installations installed on installed.application_id = a.id
    left join applications.demand_notes note on note.application_id = a.id and note.cancelled_at is null
    ${actor.kind === 'consumer' ? sql`` : staffTables}`;
}
