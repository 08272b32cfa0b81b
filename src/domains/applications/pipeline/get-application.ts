/** One application with everything that its screen shows, each part only for who has its permission (open-parts.ts). */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { all, type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { canOf } from '../can.rules.ts';
import type { applicationDetail } from '../contract.ts';
import { neededDocuments } from '../documents.rules.ts';
import { approvedFieldsOf, type PartName } from '../intake/parts.rules.ts';
import { checkDraft, readParts, shownParts } from '../intake/read-parts.ts';
import { isApproved } from '../noc/approved-parts.ts';
import { checksAtDesk, checksKeptWith } from '../noc/checks/checks.ts';
import { givenTo, inForceAt, officerAt } from '../noc/deputies.ts';
import { signsWhatIsNoted } from '../papers/signatures.ts';
import { getItem } from '../queries.ts';
import { askedPart, isSame } from '../review/named-fields.ts';
import { findSurvey } from '../survey/queries.ts';
import { readFacts, whoIs } from './load-facts.ts';
import {
  commentsOpenTo,
  eventsOpenTo,
  kindsOpenTo,
  nameOpenTo,
  opensMoney,
  opensNames,
  opensUtility,
  openTo,
  remarksOpenTo,
} from './open-parts.ts';
import { readSettings } from './read-settings.ts';
import { documentsOpenTo, requireReader } from './visible.ts';
import { nextOf } from './waits-for.ts';

type Detail = Omit<z.input<typeof applicationDetail>, 'atBank' | 'goesBack'>;

export async function getApplication(db: Db | Tx, actor: Actor, id: string): Promise<Detail> {
  requireReader(actor);
  const item = await getItem(db, actor, id);
  const consumer = actor.kind === 'consumer';
  const parts = await readParts(db, id);
  const survey = opensUtility(actor) ? await findSurvey(db, actor, id) : undefined;
  const documentsOpen = await opensDocuments(db, actor, id);
  const facts = await readFacts(db, actor, id);
  return {
    ...item,
    parts: await shownParts(db, actor, id),
    incompleteFields:
      item.state === 'DRAFT' ? checkDraft(parts, actor.today).problems.map(({ path }) => path) : [],
    approvedFields: await approvedFieldsNow(db, actor, id),
    neededDocuments: neededDocuments(parts.applicant.isOwner !== false),
    documentsOpen,
    documents: documentsOpen ? await documentsOf(db, actor, id) : [],
    ...(await plainFacts(db, actor, id)),
    chain: consumer ? [] : await chainOf(db, actor, id),
    deskChecks: await checksAtDesk(db, actor, id),
    remarks: await remarksOf(db, actor, id),
    recorrection: await openRecorrection(db, actor, id),
    // What the surveyor is still writing is not the applicant's yet.
    survey: survey && (!consumer || survey.state === 'APPROVED') ? survey : null,
    demandNotes: opensMoney(actor) ? await demandNotesOf(db, id) : [],
    installation: opensUtility(actor) ? await installationOf(db, actor, id) : null,
    ...(await usualOf(db, item.state === 'READY_TO_SURVEY' && !consumer)),
    next: consumer || !opensUtility(actor) ? null : await nextOf(db, facts),
    can: canOf(facts, whoIs(actor)),
  };
}

/** Nothing before a desk approved; a household does not see the desks. */
async function approvedFieldsNow(db: Db | Tx, actor: Actor, id: string): Promise<Detail['approvedFields']> {
  const approved = actor.kind !== 'consumer' && (await isApproved(db, id));
  const of = (part: PartName) => (approved ? approvedFieldsOf(part) : []);
  return { applicant: of('applicant'), owner: of('owner'), plumber: of('plumber'), building: of('building') };
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
  | 'overlayReason'
  | 'overlayOn'
  | 'overlayUntil'
  | 'overlayBy'
  | 'resumedBy'
  | 'nocDate'
  | 'nocValidUntil'
  | 'nocDocumentId'
  | 'nocLetterOn'
  | 'letterIssuedOn'
>;

const heldBy: Sql = sql`(select t.actor_name from applications.timeline t
  where t.application_id = a.id and a.overlay is not null and t.action in ('hold', 'suspend') order by t.id desc limit 1)`;

/**
 * Roles that may resume it: a suspension only those that may suspend. What who has it put on hold, that person's role too.
 */
const resumedBy: Sql = sql`(select coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'name', r.name) order by r.code), '[]')
  from roles.roles r where a.overlay is not null and (r.code = 'admin' or exists (select from roles.role_permissions p
    where p.role_id = r.id and (p.permission = 'applications:suspend'
      or (a.overlay = 'HOLD' and p.permission = 'applications:hold')
      or (a.overlay_own and p.permission = 'applications:hold-own'
        and r.id = (select held.role_id from identity.users held where held.id = a.overlay_by))))))`;

/** A desk is told of the hold of a desk, and of no other: at the authority who has it is a desk. */
const holdOpenTo = (actor: Actor, column: Sql): Sql =>
  opensUtility(actor)
    ? column
    : sql`case when a.overlay_own and a.state = 'WAITING_FOR_REVIEW' then ${column} end`;

function plainFacts(db: Db | Tx, actor: Actor, id: string): Promise<Plain> {
  const ofUtility = (column: Sql) => openTo(opensUtility(actor), column);
  const isOffice = actor.kind !== 'consumer';
  return one(
    db,
    sql`select ${holdOpenTo(actor, sql`overlay_reason`)} as "overlayReason", overlay_until as "overlayUntil",
        ${holdOpenTo(actor, sql`overlay_on`)} as "overlayOn", ${openTo(isOffice, holdOpenTo(actor, heldBy))} as "overlayBy",
        ${isOffice ? sql`coalesce(${holdOpenTo(actor, resumedBy)}, '[]')` : sql`'[]'::jsonb`} as "resumedBy", noc_date as "nocDate",
        noc_valid_until as "nocValidUntil", noc_document_id as "nocDocumentId", ${ofUtility(sql`letter_issued_on`)} as "letterIssuedOn",
        (select max(${dayOfInstant(sql`s.signed_at`)}) from applications.signatures s
          where s.application_id = ${id} and s.paper = 'noc' and ${signsWhatIsNoted}) as "nocLetterOn"
      from applications.applications a where id = ${id}`,
  );
}

function documentsOf(db: Db | Tx, actor: Actor, id: string): Promise<Detail['documents']> {
  const isReviewed = actor.kind !== 'consumer' && opensUtility(actor);
  return all<Detail['documents'][number]>(
    db,
    // A reviewer's verdict reaches the applicant with the correction that asks for it.
    sql`select id, kind, version_no as "versionNo",
        case when ${actor.kind === 'consumer'}::boolean and state = 'RETURNED' and not exists (
          select from applications.recorrections r where r.application_id = ${id} and r.closed_at is null)
          then 'SUBMITTED' else state end as state, file_name as "fileName", media_type as "mediaType", bytes,
        uploaded_at as "uploadedAt", ${nameOpenTo(actor, sql`d.uploaded_by`, sql`uploaded_by_name`)} as "uploadedBy",
        ${actor.kind === 'consumer' ? toldReason(id) : openTo(isReviewed, sql`remark`)} as remark, ${commentsOf(actor)} as comments, ${openTo(isReviewed, sql`checked_by_name`)} as "checkedBy",
        checked_at as "checkedAt"
      from applications.documents d where application_id = ${id} and ${kindsOpenTo(actor, sql`d.kind`)}
      order by kind, version_no desc`,
  );
}

/** Why a document `d` was returned, after the correction that asks for it has told it. */
const toldReason = (id: string): Sql => sql`case when exists (select from applications.recorrections r
  where r.application_id = ${id} and r.asked_at = d.checked_at) then remark end`;

/** Of a document `d`. A household has no right to read the table. */
const commentsOf = (actor: Actor): Sql =>
  actor.kind === 'consumer'
    ? sql`'[]'::jsonb`
    : sql`(select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'at', c.at, 'kind', c.kind, 'name', c.author_name,
          'roleCode', c.role_code, 'text', c.text) order by c.at, c.id), '[]')
        from applications.document_comments c where c.document_id = d.id and ${commentsOpenTo(actor)})`;

function chainOf(db: Db | Tx, actor: Actor, id: string): Promise<Detail['chain']> {
  return all<Detail['chain'][number]>(
    db,
    sql`select s.position, s.role_code as "roleCode", d.name, u.name as "officerName", u.id as "officerId", s.state,
        s.opened_at as "openedAt", s.due_at as "dueAt", s.decided_at as "decidedAt", s.decided_by_name as "decidedBy",
        s.on_behalf_of as "onBehalfOf", coalesce(s.state = 'OPEN' and ${givenTo} is not null, false) as "isForwarded",
        case when s.state = 'OPEN' then ${lastForward(actor)} end as forwarded, p.name as "deputyName", g.last_day as "deputyUntil"
      from applications.noc_steps s join applications.desks d on d.id = s.desk_id
      left join identity.users u on u.id = ${officerAt}
      left join applications.desk_delegations g on g.desk_id = d.id and ${inForceAt(actor)}
      left join identity.users p on p.id = g.deputy_id
      where s.application_id = ${id} order by s.position`,
  );
}

/** Of the step `s`, at its desk; who has it since then has it also after a correction. */
const lastForward = (actor: Actor): Sql => sql`(select jsonb_build_object(
    'by', ${nameOpenTo(actor, sql`t.actor_id`, sql`t.actor_name`)}, 'to', t.details ->> 'officer', 'at', t.at, 'reason', t.remark)
  from applications.timeline t where t.application_id = s.application_id and t.action = 'noc-forward'
    and t.details ->> 'desk' = s.role_code and ${eventsOpenTo(actor)} order by t.id desc limit 1)`;

function remarksOf(db: Db | Tx, actor: Actor, id: string): Promise<Detail['remarks']> {
  return all<Detail['remarks'][number]>(
    db,
    sql`select id, at, role_code as "roleCode", ${opensNames(actor) ? sql`name` : sql`''`} as name,
        ${openTo(opensNames(actor), sql`on_behalf_of`)} as "onBehalfOf",
        kind, text, shared, ${checksKeptWith(actor, sql`k.id`)} as checks from applications.noc_remarks k
      where application_id = ${id} and ${remarksOpenTo(actor)} order by at, id`,
  );
}

async function openRecorrection(db: Db | Tx, actor: Actor, id: string): Promise<Detail['recorrection']> {
  const seen = opensUtility(actor) ? sql`true` : sql`r.asked_state = 'WAITING_FOR_REVIEW'`;
  const isNamed = opensNames(actor) ? (opensUtility(actor) ? sql`true` : askedByDesk) : sql`false`;
  const found = await first<NonNullable<Detail['recorrection']>>(
    db,
    sql`select r.id, r.asked_state as "askedState", case when ${isNamed} then r.asked_by_name else '' end as "askedBy", r.asked_at as "askedAt", r.reason,
        (select jsonb_agg(jsonb_build_object('part', i.part, 'kind', i.kind, 'remark', i.remark,
            'fields', i.fields, 'answer', i.answer, 'corrected', i.corrected_at is not null,
            'unchanged', array(select f.field from unnest(i.fields) with ordinality f (field, place)
              where ${isSame(askedPart)} order by f.place)) order by i.line_no)
          from applications.recorrection_items i where i.recorrection_id = r.id) as items
      from applications.recorrections r join applications.applications a on a.id = r.application_id
      where r.application_id = ${id} and r.closed_at is null and ${seen}`,
  );
  return found ?? null;
}

/** Condition over a correction `r`. */
const askedByDesk: Sql = sql`exists (select from applications.timeline t join applications.desks d on d.role_code = t.role
  where t.application_id = r.application_id and t.at = r.asked_at)`;

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

async function installationOf(db: Db | Tx, actor: Actor, id: string): Promise<Detail['installation']> {
  const found = await first<NonNullable<Detail['installation']>>(
    db,
    sql`select i.installed_on as "installedOn", coalesce(m.number, '') as "meterNumber",
        i.seal_number as "sealNumber", i.opening_litres as "openingLitres", i.latitude::text, i.longitude::text,
        ${opensNames(actor) ? sql`i.installed_by_name` : sql`''`} as "installedBy", i.confirmed_at as "confirmedAt",
        ${opensNames(actor) ? sql`i.unproven_reason` : sql`null`} as "unprovenReason"
      from applications.installations i left join meters.meters m on m.id = i.meter_id
      where i.application_id = ${id}`,
  );
  return found ?? null;
}

/** What the form of a survey asks about, if there is one to write. */
async function usualOf(
  db: Db | Tx,
  isWritten: boolean,
): Promise<Pick<Detail, 'usualDistanceM' | 'usualQuantity'>> {
  if (!isWritten) return { usualDistanceM: null, usualQuantity: null };
  const { usualDistanceM, usualQuantity } = await readSettings(db);
  return { usualDistanceM, usualQuantity };
}
