/** Drafts, parts, which files documents are, and a consumer as an applicant. */
import type { z } from 'zod';
import { seesIdentity } from '#domains/consumers/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { auditView } from '#platform/audit.ts';
import { duringDays } from '#platform/database/days.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, countBy, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { applicantNameBn } from '../pipeline/item-columns.ts';
import { eventsOpenTo, kindsOpenTo } from '../pipeline/open-parts.ts';
import { documentsOpenTo, partOpenTo, requireReader, searchedBy, visibleTo } from '../pipeline/visible.ts';
import { getItem } from '../queries.ts';
import type {
  consumerInfo as consumerInfoCall,
  listDocuments as listDocumentsCall,
  listDrafts as listDraftsCall,
} from './contract.ts';
import { shownParts } from './read-parts.ts';

type DraftQuery = z.output<(typeof listDraftsCall)['query']>;
type DraftPage = z.input<(typeof listDraftsCall)['output']>;
type ConsumerInfo = z.input<(typeof consumerInfoCall)['output']>;

type DraftFilters = Omit<DraftQuery, 'limit' | 'offset' | 'sort'>;

const isConverted = (converted: boolean): Sql => sql`a.state ${converted ? sql`<>` : sql`=`} 'DRAFT'`;

/** Conditions over applications.applications `a` that both tabs have. */
function draftsAskedFor(actor: Actor, { id, source, search, ...days }: DraftFilters): Sql {
  const given = [
    sql`a.archived_at is null`,
    visibleTo(actor),
    ...(id ? [sql`a.id = ${id}`] : []),
    ...(source ? [sql`a.source = ${source}`] : []),
    ...(search ? [searchedBy(actor, search)] : []),
    ...duringDays(sql`a.created_at`, days),
  ];
  return sql.join(given, sql` and `);
}

/** The last comment on `a` that the actor may read. */
const lastNote = (actor: Actor): Sql => sql`(select t.remark, t.at from applications.timeline t
  where t.application_id = a.id and t.action = 'comment' and ${eventsOpenTo(actor)}
  order by t.at desc, t.id desc limit 1)`;

/** Drafts, or the applications that drafts became, that the actor asked for and may see. */
export function draftList(actor: Actor, query: DraftFilters): ListQuery {
  const where = sql`${isConverted(query.converted)} and ${draftsAskedFor(actor, query)}`;
  return {
    rows: sql`select a.id, a.number, a.source, coalesce(a.applicant ->> 'name', '') as name,
        ${applicantNameBn} as "nameBn",
        coalesce(a.applicant ->> 'phone', '') as phone, s.number as "sectorNumber", r.number as "roadNumber",
        a.plot_number as "plotNumber", jsonb_build_object('applicant', ${partOpenTo(actor, sql`a.applicant`)},
          'owner', ${partOpenTo(actor, sql`a.owner`)}, 'plumber', a.plumber, 'building', a.building) as parts,
        a.created_at as "createdAt", a.saved_at as "savedAt", a.version
      from applications.applications a left join settings.roads r on r.id = a.road_id
      left join settings.sectors s on s.id = r.sector_id
      where ${where}`,
    details: (page) => sql`select a.*, told.remark as note, told.at as "notedAt"
      from (${page}) a left join lateral ${lastNote(actor)} told on true`,
    count: sql`select count(*) as total from applications.applications a where ${where}`,
    sorts: {
      savedAt: sql`"savedAt"`,
      createdAt: sql`"createdAt"`,
      name: sql`name collate "bn-x-icu"`,
      plotNumber: sql`"plotNumber" collate platform.natural`,
    },
    tieBreak: sql`id`,
  };
}

/** A page of drafts, and how many are in each tab with the other filters applied. */
export async function listDrafts(db: Db | Tx, actor: Actor, query: DraftQuery): Promise<DraftPage> {
  const counting = countBy(
    db,
    sql`select case when ${isConverted(true)} then 'converted' else 'open' end as key
      from applications.applications a where ${draftsAskedFor(actor, query)}`,
  ).then(({ open = 0, converted = 0 }) => ({ open, converted }));
  const total = counting.then((counts) => counts[query.converted ? 'converted' : 'open']);
  const [page, counts] = await Promise.all([
    listPage<DraftPage['items'][number]>(db, query, draftList(actor, query), total),
    counting,
  ]);
  return { ...page, counts };
}

export async function getApplicant(db: Db | Tx, actor: Actor, applicationId: string) {
  const { version } = await getItem(db, actor, applicationId);
  return { ...(await shownParts(db, actor, applicationId)), version };
}

type DocumentFile = { id: string; file_id: string };

/** Which files the documents of a consumer's own application are, as far as they are there. */
export async function ownDocumentFiles(
  db: Db | Tx,
  actor: Actor,
  applicationId: string,
): Promise<DocumentFile[]> {
  if (actor.kind !== 'consumer') throw fail(commonErrors.not_found);
  await getItem(db, actor, applicationId);
  return all<DocumentFile>(
    db,
    sql`select d.id, d.file_id from applications.documents d
      join platform.files f on f.id = d.file_id and f.state = 'kept' where d.application_id = ${applicationId}`,
  );
}

/** How long a link opens a document: who asks for it again within that time looks at what they have opened already. */
const OPENING_MINUTES = 5;

/** Which file a document is; refuses one that the actor may not open. The audit log says who opened which. */
export async function documentFile(db: Db | Tx, actor: Actor, id: string): Promise<DocumentFile> {
  requireReader(actor);
  const found = await first<DocumentFile & { after: Record<string, unknown> }>(
    db,
    sql`select d.id, d.file_id, jsonb_build_object('application', a.number, 'kind', d.kind, 'versionNo', d.version_no,
        'fileName', d.file_name) as after
      from applications.documents d join applications.applications a on a.id = d.application_id
      join platform.files f on f.id = d.file_id and f.state = 'kept'
      where d.id = ${id} and ${visibleTo(actor)} and ${documentsOpenTo(actor)} and ${kindsOpenTo(actor, sql`d.kind`)}`,
  );
  if (!found) throw fail(commonErrors.not_found);
  const { after, ...file } = found;
  await auditView(db, actor, {
    action: 'application.document-view',
    objectId: id,
    after,
    onceInMinutes: OPENING_MINUTES,
  });
  return file;
}

type DocumentQuery = z.output<(typeof listDocumentsCall)['query']>;
type DocumentPage = z.input<(typeof listDocumentsCall)['output']>;

/** A page of the papers in force of a consumer's submitted applications. */
export function listDocuments(db: Db | Tx, actor: Actor, query: DocumentQuery): Promise<DocumentPage> {
  const found = query.search
    ? sql`platform.search_text(d.file_name, a.number) like ${containing(query.search.toLowerCase())}`
    : sql`true`;
  return listPage<DocumentPage['items'][number]>(db, query, {
    rows: sql`select d.id, d.application_id as "applicationId", a.number as "applicationNumber", d.kind, d.state,
        d.file_name as "fileName", d.bytes, d.uploaded_at as "uploadedAt"
      from applications.applications a join applications.documents d on d.application_id = a.id
      where a.consumer_id = ${query.consumerId}::uuid and a.state <> 'DRAFT' and a.archived_at is null
        and a.deleted_at is null and d.state <> 'REPLACED' and ${visibleTo(actor)} and ${documentsOpenTo(actor)} and ${found}`,
    sorts: { uploadedAt: sql`"uploadedAt"`, kind: sql`kind` },
    tieBreak: sql`id`,
  });
}

/**
 * A consumer as an applicant. Consumers always get themselves, for any input. Of others the national ID and the birthday are for those who see
 * them in the register, and who opened it is in the log as if it was opened there.
 */
export async function consumerInfo(
  db: Db | Tx,
  actor: Actor,
  consumerId: string | undefined,
): Promise<ConsumerInfo> {
  const id = actor.kind === 'consumer' ? actor.consumerId : (consumerId ?? null);
  const found = await first<ConsumerInfo>(
    db,
    sql`select c.id, c.number, c.name, c.name_bn as "nameBn", c.phone, c.email, c.address,
        case when ${seesIdentity(actor)}::boolean then c.nid end as nid,
        case when ${seesIdentity(actor)}::boolean then c.date_of_birth end as "dateOfBirth",
        (select count(*)::int from applications.applications a
          where a.consumer_id = c.id and a.state <> 'DRAFT' and ${visibleTo(actor)}) as applications,
        (select count(*)::int from meters.connections m where m.consumer_id = c.id) as connections
      from consumers.consumers c where c.id = ${id}::uuid`,
  );
  if (!found) throw fail(commonErrors.not_found);
  await auditView(db, actor, { action: 'consumer.view', objectId: found.id, onceInMinutes: 60 });
  return found;
}
