/** One application with everything that its screen shows. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, one, sql, type Tx } from '#platform/database/db.ts';
import { canOf } from '../application.rules.ts';
import type { applicationDetail } from '../contract.ts';
import { neededDocuments } from '../documents.rules.ts';
import { checkParts, readParts, shownParts } from '../intake/read-parts.ts';
import { getItem } from '../queries.ts';
import { findSurvey } from '../survey/queries.ts';
import { readFacts, whoIs } from './load-facts.ts';
import { documentsOpenTo, requireReader } from './visible.ts';
import { nextOf } from './waits-for.ts';

type Detail = z.input<typeof applicationDetail>;

export async function getApplication(db: Db | Tx, actor: Actor, id: string): Promise<Detail> {
  requireReader(actor);
  const item = await getItem(db, actor, id);
  const consumer = actor.kind === 'consumer';
  const parts = await readParts(db, id);
  const survey = await findSurvey(db, actor, id);
  const documentsOpen = await opensDocuments(db, actor, id);
  const facts = await readFacts(db, actor, id);
  return {
    ...item,
    parts: await shownParts(db, actor, id),
    incompleteFields: item.state === 'DRAFT' ? checkParts(parts).problems.map(({ path }) => path) : [],
    neededDocuments: neededDocuments(parts.applicant.isOwner !== false),
    documentsOpen,
    documents: documentsOpen ? await documentsOf(db, actor, id) : [],
    ...(await plainFacts(db, id)),
    chain: consumer ? [] : await chainOf(db, id),
    remarks: await remarksOf(db, id, consumer),
    recorrection: await openRecorrection(db, id),
    // What the surveyor is still writing is not the applicant's yet.
    survey: survey && (!consumer || survey.state === 'APPROVED') ? survey : null,
    demandNotes: await demandNotesOf(db, id),
    installation: await installationOf(db, id),
    next: consumer ? null : await nextOf(db, facts),
    can: canOf(facts, whoIs(actor)),
  };
}

async function opensDocuments(db: Db | Tx, actor: Actor, id: string): Promise<boolean> {
  const { open } = await one<{ open: boolean }>(
    db,
    sql`select coalesce(${documentsOpenTo(actor)}, false) as open from applications.applications a where a.id = ${id}`,
  );
  return open;
}

type Plain = Pick<
  Detail,
  'overlayReason' | 'overlayUntil' | 'nocDate' | 'nocValidUntil' | 'nocDocumentId' | 'letterIssuedOn'
>;

function plainFacts(db: Db | Tx, id: string): Promise<Plain> {
  return one(
    db,
    sql`select overlay_reason as "overlayReason", overlay_until as "overlayUntil", noc_date as "nocDate",
        noc_valid_until as "nocValidUntil", noc_document_id as "nocDocumentId", letter_issued_on as "letterIssuedOn"
      from applications.applications where id = ${id}`,
  );
}

function documentsOf(db: Db | Tx, actor: Actor, id: string): Promise<Detail['documents']> {
  return all<Detail['documents'][number]>(
    db,
    // A reviewer's verdict reaches the applicant with the correction that asks for it.
    sql`select id, kind, version_no as "versionNo",
        case when ${actor.kind === 'consumer'}::boolean and state = 'RETURNED' and not exists (
          select from applications.recorrections r where r.application_id = ${id} and r.closed_at is null)
          then 'SUBMITTED' else state end as state, file_name as "fileName", media_type as "mediaType", bytes,
        uploaded_at as "uploadedAt", uploaded_by_name as "uploadedBy",
        ${actor.kind === 'consumer' ? sql`null` : sql`remark`} as remark,
        ${actor.kind === 'consumer' ? sql`null` : sql`checked_by_name`} as "checkedBy", checked_at as "checkedAt"
      from applications.documents where application_id = ${id} order by kind, version_no desc`,
  );
}

function chainOf(db: Db | Tx, id: string): Promise<Detail['chain']> {
  return all<Detail['chain'][number]>(
    db,
    sql`select s.position, s.role_code as "roleCode", d.name, u.name as "officerName", s.state,
        s.opened_at as "openedAt", s.due_at as "dueAt", s.decided_at as "decidedAt", s.decided_by_name as "decidedBy"
      from applications.noc_steps s join applications.desks d on d.id = s.desk_id
      left join identity.users u on u.id = d.officer_id
      where s.application_id = ${id} order by s.position`,
  );
}

function remarksOf(db: Db | Tx, id: string, consumer: boolean): Promise<Detail['remarks']> {
  return all<Detail['remarks'][number]>(
    db,
    sql`select id, at, role_code as "roleCode", name, kind, text, shared from applications.noc_remarks
      where application_id = ${id} and (shared or not ${consumer}::boolean) order by at, id`,
  );
}

async function openRecorrection(db: Db | Tx, id: string): Promise<Detail['recorrection']> {
  const found = await first<NonNullable<Detail['recorrection']>>(
    db,
    sql`select r.id, r.asked_state as "askedState", r.asked_by_name as "askedBy", r.asked_at as "askedAt", r.reason,
        (select jsonb_agg(jsonb_build_object('part', i.part, 'kind', i.kind, 'remark', i.remark,
            'corrected', i.corrected_at is not null) order by i.line_no)
          from applications.recorrection_items i where i.recorrection_id = r.id) as items
      from applications.recorrections r where r.application_id = ${id} and r.closed_at is null`,
  );
  return found ?? null;
}

function demandNotesOf(db: Db | Tx, id: string): Promise<Detail['demandNotes']> {
  return all<Detail['demandNotes'][number]>(
    db,
    sql`select n.id, n.number, n.version_no as "versionNo", n.state, n.issued_on as "issuedOn", n.due_on as "dueOn",
        n.total_minor as "totalMinor", n.settled_minor as "settledMinor", n.cancel_reason as "cancelReason",
        n.refundable_minor as "refundableMinor", n.refund_state as "refundState",
        (select jsonb_agg(jsonb_build_object('lineNo', l.line_no, 'kind', l.kind, 'nameEn', l.name_en,
            'nameBn', l.name_bn, 'unit', l.unit, 'quantity', trim_scale(l.quantity)::text, 'rateMinor', l.rate_minor,
            'amountMinor', l.amount_minor) order by l.line_no)
          from applications.demand_note_lines l where l.demand_note_id = n.id) as lines
      from applications.demand_notes n where n.application_id = ${id} order by n.version_no desc`,
  );
}

async function installationOf(db: Db | Tx, id: string): Promise<Detail['installation']> {
  const found = await first<NonNullable<Detail['installation']>>(
    db,
    sql`select i.installed_on as "installedOn", coalesce(m.number, '') as "meterNumber",
        i.seal_number as "sealNumber", i.opening_litres as "openingLitres", i.latitude::text, i.longitude::text,
        i.installed_by_name as "installedBy", i.confirmed_at as "confirmedAt"
      from applications.installations i left join meters.meters m on m.id = i.meter_id
      where i.application_id = ${id}`,
  );
  return found ?? null;
}
