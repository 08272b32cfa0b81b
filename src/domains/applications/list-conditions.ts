/** What narrows the lists of applications: the same conditions for the page, its count, its file and an act on all that match. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { betweenDays, duringDays } from '#platform/database/days.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { whether } from '#platform/database/lists.ts';
import { OPEN_STATES } from './application.rules.ts';
import type { listApplications } from './contract.ts';
import { missingDocuments } from './missing-documents.ts';
import { opensMoney } from './pipeline/open-parts.ts';
import { searchedBy } from './pipeline/visible.ts';
import { isInHand, waitsFor } from './pipeline/waits-for.ts';

export type Filters = Omit<z.output<(typeof listApplications)['query']>, 'limit' | 'offset' | 'sort'>;

/** Over applications.applications `a`. @param of the archive has all states, and its days are those of archiving */
export function conditions(actor: Actor, query: Filters, of?: 'archived'): Sql[] {
  const given: (Sql | undefined)[] = [
    query.stateId ? sql`a.state = ${query.stateId}` : of ? undefined : sql`a.state <> 'DRAFT'`,
    query.search ? searchedBy(actor, query.search) : undefined,
    inSector(query.sectorId),
    query.dmaId ? inArea(query.dmaId) : undefined,
    query.consumerId ? sql`a.consumer_id = ${query.consumerId}::uuid` : undefined,
    assigneeIs(actor, query.assignee),
    query.source ? sql`a.source = ${query.source}` : undefined,
    overlayIs(query.overlay),
    ...whether(query.open, sql`a.state = any(${OPEN_STATES}::text[])`),
    ...whether(query.overdue, sql`a.due_at < ${actor.now}::timestamptz`),
    query.escalation && actor.kind !== 'consumer'
      ? sql`(a.due_at is not null and a.escalation >= ${query.escalation})`
      : undefined,
    ...whether(query.waits, waitsFor(actor)),
    ...whether(query.incomplete, isIncomplete),
    ...whether(query.noc, sql`a.noc_number is not null`),
    ...whether(query.unmetered, sql`not ${hasMeter}`),
    surveyIs(query.survey),
    query.surveyType ? surveyOfType(actor, query.surveyType) : undefined,
    ...visitedDuring(actor, query),
    query.materialId ? ofStaff(actor, surveyWith(needs(query.materialId))) : undefined,
    noteIs(actor, query.note),
    issuedDuring(actor, query),
    ...whether(query.planned, sql`a.visit_on is not null`),
    query.visitOn ? sql`a.visit_on = ${query.visitOn}::date` : undefined,
    ...duringDays(of ? sql`a.archived_at` : sql`a.submitted_at`, query),
  ];
  return given.filter((condition) => condition !== undefined);
}

/** @param sectorId of none: everywhere */
export const inSector = (sectorId: string | undefined): Sql =>
  sectorId
    ? sql`a.road_id in (select id from settings.roads where sector_id = ${sectorId}::uuid)`
    : sql`true`;

/** Of what has ended nobody asks for papers any more: they are counted for the few that are open. */
const isIncomplete = sql`(a.state = any(${['DRAFT', ...OPEN_STATES]}::text[]) and ${missingDocuments} > 0)`;

/** The areas of the sectors are few, and their roads are found by the index of plots. */
function inArea(dmaId: string): Sql {
  return sql`(a.dma_id = ${dmaId}::uuid or (a.dma_id is null and a.road_id = any(array(
    select r.id from settings.roads r join settings.sectors s on s.id = r.sector_id where s.dma_id = ${dmaId}::uuid))))`;
}

/** Reserved for it, or in its pit. */
export const hasMeter = sql`exists (select from meters.meters m where m.id = a.meter_id
  and (m.reserved_for = a.id or a.connection_id is not null))`;

const surveyWith = (wanted: Sql): Sql => sql`exists (select from applications.surveys s
  where s.application_id = a.id and s.state <> 'REVISED' and ${wanted})`;

function surveyIs(state: Filters['survey']): Sql | undefined {
  if (state === undefined) return undefined;
  if (state === 'NONE') return sql`not ${surveyWith(sql`true`)}`;
  return surveyWith(state === 'ANY' ? sql`true` : sql`s.state = ${state}`);
}

/** What a surveyor notes is no applicant's to know until it is approved. */
const ofStaff = (actor: Actor, wanted: Sql): Sql => (actor.kind === 'consumer' ? sql`false` : wanted);

const surveyOfType = (actor: Actor, type: string): Sql => ofStaff(actor, surveyWith(sql`s.type = ${type}`));

const needs = (materialId: string): Sql => sql`exists (select from applications.survey_materials x
  where x.survey_id = s.id and x.material_id = ${materialId}::uuid and x.quantity > 0)`;

function visitedDuring(actor: Actor, { visitedFrom: from, visitedTo: to }: Filters): Sql[] {
  if (!from && !to) return [];
  return [ofStaff(actor, surveyWith(sql.join(betweenDays(sql`s.visited_on`, { from, to }), sql` and `)))];
}

/** Who may not see demand notes learns nothing of them by a filter. */
const noteWith = (actor: Actor, wanted: Sql): Sql =>
  opensMoney(actor)
    ? sql`exists (select from applications.demand_notes n
        where n.application_id = a.id and n.cancelled_at is null and ${wanted})`
    : sql`false`;

function noteIs(actor: Actor, note: Filters['note']): Sql | undefined {
  if (note === undefined) return undefined;
  if (note === 'OVER') return sql`a.expires_on < ${actor.today}::date`;
  // Its note was cancelled when it ended.
  if (note === 'EXPIRED') return sql`(a.state = 'EXPIRED' and a.closed_state = 'READY_TO_PAY')`;
  return noteWith(
    actor,
    {
      UNPAID: sql`n.settled_minor = 0`,
      PARTIALLY_PAID: sql`n.settled_minor between 1 and n.total_minor - 1`,
      PAID: sql`n.settled_minor = n.total_minor`,
    }[note],
  );
}

function issuedDuring(actor: Actor, { issuedFrom: from, issuedTo: to }: Filters): Sql | undefined {
  if (!from && !to) return undefined;
  return noteWith(actor, sql.join(betweenDays(sql`n.issued_on`, { from, to }), sql` and `));
}

function overlayIs(overlay: Filters['overlay']): Sql | undefined {
  if (overlay === undefined) return undefined;
  return overlay === 'ANY' ? sql`a.overlay is not null` : sql`a.overlay = ${overlay}`;
}

function assigneeIs(actor: Actor, assignee: string | undefined): Sql | undefined {
  if (assignee === undefined) return undefined;
  // Who has it is nothing that a household learns by a filter.
  if (actor.kind === 'consumer') return sql`false`;
  if (assignee === 'nobody') return sql`not ${isInHand}`;
  return sql`(a.assignee_id = ${assignee === 'me' ? actor.userId : assignee}::uuid and ${isInHand})`;
}
