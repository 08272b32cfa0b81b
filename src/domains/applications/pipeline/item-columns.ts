/** The columns of a list's row, over applications.applications `a`. Consumers may not read people and desks. */
import type { Actor } from '#platform/actor.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { shownSurveyState } from '../survey/queries.ts';
import { missingDocuments } from './load-facts.ts';

const staffColumns = sql`person.name as "assigneeName", desk.role_code as "deskRole", desk.opened_at as "deskSince"`;
const staffTables = sql`left join identity.users person on person.id = a.assignee_id
  left join applications.noc_steps desk on desk.application_id = a.id and desk.state = 'OPEN'`;
const noStaff = sql`null::text as "assigneeName", null::text as "deskRole", null::timestamptz as "deskSince"`;

/** Of an application `a`: what lists and papers in Bengali say, if it was written. */
export const applicantNameBn: Sql = sql`nullif(a.applicant ->> 'nameBn', '')`;

/** `select` list of an ApplicationItem. */
export function itemColumns(actor: Actor): Sql {
  return sql`a.id, a.number, a.state, a.overlay,
    case a.state when 'RECORRECTION' then a.asked_state else a.closed_state end as "originState",
    a.archived_at is not null as archived, a.source,
    coalesce(a.applicant ->> 'name', '') as "applicantName", ${applicantNameBn} as "applicantNameBn",
    coalesce(a.applicant ->> 'phone', '') as "applicantPhone",
    a.consumer_id as "consumerId", consumer.number as "consumerNumber",
    sector.number as "sectorNumber", sector.name as "sectorName", sector.name_bn as "sectorNameBn",
    road.number as "roadNumber", a.plot_number as "plotNumber", a.building ->> 'category' as category,
    (a.building ->> 'pipeSizeMm')::numeric::int as "pipeSizeMm", a.created_at as "createdAt",
    a.submitted_at as "submittedAt", a.state_since as "stateSince", a.due_at as "dueAt",
    coalesce(a.due_at < ${actor.now}::timestamptz, false) as overdue, a.expires_on as "expiresOn",
    a.assignee_id as "assigneeId", ${missingDocuments} as "missingDocuments", a.noc_number as "nocNumber",
    ${actor.kind === 'consumer' ? noStaff : staffColumns},
    a.customer_number as "customerNumber", dma.number as "dmaNumber", meter.number as "meterNumber",
    ${actor.kind === 'consumer' ? sql`survey.state` : shownSurveyState('survey')} as "surveyState", note.id as "demandNoteId", note.number as "demandNoteNumber",
    note.total_minor as "totalMinor", coalesce(note.settled_minor, 0)::bigint as "paidMinor",
    note.issued_on as "issuedOn", a.connection_id as "connectionId", a.version`;
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
    left join applications.demand_notes note on note.application_id = a.id and note.cancelled_at is null
    ${actor.kind === 'consumer' ? sql`` : staffTables}`;
}
