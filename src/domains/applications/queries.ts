/** Questions about applications. Every WHERE holds visibleTo(actor): what the actor may see. */
import type { z } from 'zod';
import { onceHeld, seesConnection } from '#domains/meters/sharing/visible.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { countBy, listPage, type ListQuery as PlatformList, whether } from '#platform/database/lists.ts';
import { daysBetween } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Page, Paging } from '#shared/paging.ts';
import type { State } from './application.rules.ts';
import type { listArchived as archivedCall, countsSchema, listApplications as listCall } from './contract.ts';
import { conditions, type Filters, inSector } from './list-conditions.ts';
import { itemColumns, itemTables } from './pipeline/item-columns.ts';
import { opensMoney, openTo } from './pipeline/open-parts.ts';
import { visibleTo } from './pipeline/visible.ts';
import { hasOwnWorkOnly, STAGES_OF_WORK, waitsFor } from './pipeline/waits-for.ts';
import type { NotePayments } from './points.ts';

type ListQuery = z.output<(typeof listCall)['query']>;
type ListAnswer = z.input<(typeof listCall)['output']>;
type Item = ListAnswer['items'][number];
type ArchivedPage = z.input<(typeof archivedCall)['output']>;
type Counts = z.input<typeof countsSchema>;

const sorts = {
  submittedAt: sql`"submittedAt"`,
  number: sql`number`,
  applicantName: sql`"applicantName" collate "bn-x-icu"`,
  sectorNumber: sql`"sectorNumber" collate platform.natural`,
  plotNumber: sql`"plotNumber" collate platform.natural`,
  state: sql`state`,
  stateSince: sql`"stateSince"`,
  dueAt: sql`"dueAt"`,
  createdAt: sql`"createdAt"`,
  issuedOn: sql`"issuedOn"`,
  totalMinor: sql`"totalMinor"`,
  expiresOn: sql`"expiresOn"`,
  visitOn: sql`"visitOn"`,
};

/** What lists sort by; everything else is joined to the rows of the page only. */
const sorted = (
  actor: Actor,
): Sql => sql`a.*, coalesce(a.applicant ->> 'name', '') as "applicantName", sector.number as "sectorNumber",
  a.plot_number as "plotNumber", a.submitted_at as "submittedAt", a.state_since as "stateSince", a.due_at as "dueAt",
  a.created_at as "createdAt", a.expires_on as "expiresOn", a.visit_on as "visitOn", a.archived_at as "archivedAt",
  ${openTo(opensMoney(actor), sql`note.issued_on`)} as "issuedOn",
  ${openTo(opensMoney(actor), sql`note.total_minor`)}::bigint as "totalMinor"`;
const sortedTables = sql`applications.applications a
  left join settings.roads road on road.id = a.road_id
  left join settings.sectors sector on sector.id = road.sector_id
  left join applications.demand_notes note on note.application_id = a.id and note.cancelled_at is null`;

const wanted = (actor: Actor, query: Filters): Sql[] => [
  sql`a.archived_at is null`,
  ...conditions(actor, query),
];

/** The applications that the actor asked for and may see; drafts only if they are asked for. */
export function applicationList(actor: Actor, query: Filters, receiptOf?: ReceiptOf): PlatformList {
  const list = listWhere(actor, wanted(actor, query));
  if (!receiptOf || actor.kind === 'consumer') return list;
  const receipt = receiptOf(actor, sql`a.id`);
  return {
    ...list,
    details: (
      page,
    ) => sql`select ${itemColumns(actor)}, ${openTo(opensMoney(actor), sql`paid.id`)} as "receiptId",
        ${openTo(opensMoney(actor), sql`paid.number`)} as "receiptNumber"
      from ${itemTables(actor, sql`(${page})`)} left join lateral (${receipt}) paid on true`,
  };
}

type ReceiptOf = NotePayments['receiptOf'];

/** The same as a condition over applications.applications `a`. */
export const applicationWhere = (actor: Actor, query: Filters): Sql =>
  sql.join([visibleTo(actor), ...wanted(actor, query)], sql` and `);

/** The same of the archived ones. */
export function archivedList(actor: Actor, { archived, ...query }: ArchivedFilters): PlatformList {
  const given = [
    ...conditions(actor, query, 'archived'),
    ...whether(archived && archived === 'AGE', sql`a.archived_by_program`),
  ];
  const list = listWhere(
    actor,
    [sql`a.archived_at is not null`, ...given],
    sql`, a.archived_at as "archivedAt", a.archived_by as "archivedBy", a.archived_by_program as "archivedByProgram",
      a.archive_reason as "archiveReason"`,
  );
  return { ...list, sorts: { ...list.sorts, archivedAt: sql`"archivedAt"` } };
}

type ArchivedQuery = z.output<(typeof archivedCall)['query']>;
type ArchivedFilters = Omit<ArchivedQuery, 'limit' | 'offset' | 'sort'>;

function listWhere(actor: Actor, given: Sql[], more: Sql = sql``): PlatformList {
  const where = sql.join([visibleTo(actor), ...given], sql` and `);
  return {
    rows: sql`select ${sorted(actor)} from ${sortedTables} where ${where}`,
    details: (page) => sql`select ${itemColumns(actor)} ${more} from ${itemTables(actor, sql`(${page})`)}`,
    // Without a join an index alone answers it.
    count: sql<{ total: number }>`select count(*) as total from applications.applications a where ${where}`,
    sorts,
    tieBreak: sql`id`,
  };
}

/** A page of applications, with the counts of the tabs. */
export async function listApplications(
  db: Db | Tx,
  actor: Actor,
  query: ListQuery,
  receiptOf?: ReceiptOf,
): Promise<Omit<ListAnswer, 'atBank'>> {
  const counting = applicationCounts(db, actor, query.sectorId);
  const [page, counts] = await Promise.all([
    listPage<Item>(db, query, applicationList(actor, query, receiptOf), totalOf(query, counting)),
    counting,
  ]);
  return { ...page, counts };
}

/** What narrows a list by nothing but what the tabs count by. */
const STAGE_ONLY: ReadonlySet<string> = new Set(['limit', 'offset', 'sort', 'stateId', 'sectorId']);

/** How many such a list shows: the tabs count the same. */
function totalOf(query: ListQuery, counting: Promise<Counts>): Promise<number> | undefined {
  const isNarrowed = Object.entries(query).some(
    ([name, value]) => value !== undefined && value !== '' && !STAGE_ONLY.has(name),
  );
  if (isNarrowed) return undefined;
  return counting.then(({ states }) => {
    if (query.stateId) return states[query.stateId] ?? 0;
    const sum = Object.values(states).reduce((total, count) => total + count, 0);
    return sum - (states.DRAFT ?? 0);
  });
}

/** A page of archived applications. */
export function listArchived(db: Db | Tx, actor: Actor, query: ArchivedQuery): Promise<ArchivedPage> {
  return listPage<ArchivedPage['items'][number]>(db, query, archivedList(actor, query));
}

/** Applications per state as the actor sees them, of one sector if asked: the stage tabs and the menu's badges are of these numbers. */
export async function applicationCounts(
  db: Db | Tx,
  actor: Actor,
  sectorId?: string | undefined,
): Promise<Counts> {
  const seen = sql`${visibleTo(actor)} and ${inSector(sectorId)}`;
  const isOwn = hasOwnWorkOnly(actor);
  const isLiving = sql`a.archived_at is null`;
  const ofLiving = sql`count(*) filter (where ${isLiving}) as living, count(a.overlay) filter (where ${isLiving}) as held,
    count(*) filter (where ${isLiving} and a.due_at < ${actor.now}::timestamptz) as late`;
  const rows = await all<StateCounts>(
    db,
    isOwn
      ? sql`select a.state, ${ofLiving}, count(*) filter (where not ${isLiving}) as archived,
          count(*) filter (where ${isLiving} and ${waitsFor(actor)}) as waiting
        from applications.applications a where ${seen} group by a.state`
      : // Two questions in one statement: each is answered by its own index.
        sql`select a.state, ${ofLiving}, 0::bigint as archived, 0::bigint as waiting
        from applications.applications a where ${isLiving} and ${seen} group by a.state
        union all
        select a.state, 0, 0, 0, count(*), 0 from applications.applications a
        where a.archived_at is not null and ${seen} group by a.state`,
  );
  const sum = (of: 'held' | 'late' | 'archived') => rows.reduce((total, row) => total + row[of], 0);
  const byState = (of: 'living' | 'waiting') => {
    const counts: Counts['states'] = {};
    for (const row of rows) counts[row.state] = (counts[row.state] ?? 0) + row[of];
    return counts;
  };
  const waits = byState('waiting');
  const waiting = Object.fromEntries(STAGES_OF_WORK.map((state) => [state, waits[state] ?? 0]));
  return {
    states: byState('living'),
    waiting: isOwn ? waiting : null,
    ...{ onHold: sum('held'), overdue: sum('late'), archived: sum('archived') },
  };
}

type StateCounts = {
  state: State;
  living: number;
  held: number;
  late: number;
  archived: number;
  waiting: number;
};

/** How many applications that are not archived the actor sees in each of these states. */
export async function countStates(
  db: Db | Tx,
  actor: Actor,
  states: readonly State[],
): Promise<Partial<Record<State, number>>> {
  return countBy(
    db,
    sql`select a.state as key from applications.applications a
      where a.archived_at is null and a.state = any(${states}::text[]) and ${visibleTo(actor)}`,
  );
}

/** By state, what waits for this person's own hand. */
export async function ownWork(db: Db | Tx, actor: Actor): Promise<Partial<Record<State, WorkCount>>> {
  const rows = await all<WorkCount & { state: State }>(
    db,
    sql`select a.state, count(*)::int as waiting, (count(*) filter (where a.due_at < ${actor.now}::timestamptz))::int as late
      from applications.applications a where ${visibleTo(actor)} and ${waitsFor(actor)} group by a.state`,
  );
  return Object.fromEntries(rows.map(({ state, ...count }) => [state, count]));
}

type WorkCount = { waiting: number; late: number };

/** The list's row of one application; refuses what the actor may not see. */
export async function getItem(db: Db | Tx, actor: Actor, id: string): Promise<Item> {
  const item = await first<Item>(
    db,
    sql`select ${itemColumns(actor)} from ${itemTables(actor)} where a.id = ${id} and ${visibleTo(actor)}`,
  );
  if (!item) throw fail(commonErrors.not_found);
  return item;
}

/** Until when the applicant may pay or correct. */
export async function checkExpiry(db: Db | Tx, actor: Actor, applicationId: string) {
  const { state, expiresOn } = await getItem(db, actor, applicationId);
  const daysLeft = expiresOn === null ? null : daysBetween(actor.today, expiresOn);
  return {
    state,
    expiresOn,
    daysLeft,
    expired: state === 'EXPIRED' || (daysLeft !== null && daysLeft < 0),
  };
}

type OwnerOption = {
  applicationId: string;
  customerId: string | null;
  connectionId: string | null;
  sectorNo: string;
  smallRoadNo: string;
  plotNo: string;
  access: 'OWN' | 'SHARED' | 'FORMER';
};

/**
 * What a consumer selects by in the header; nobody else has any. Each connection that they see is one option, however it came
 * into being, and each application that led to none of these. The id is the application's if it is theirs, else the
 * connection's; every list takes both (meters/sharing/visible.ts, ofOption).
 */
export function listOwnerApplications(db: Db | Tx, actor: Actor, query: Paging): Promise<Page<OwnerOption>> {
  const me = sql`${actor.consumerId}::uuid`;
  const made = sql`a.consumer_id = ${me} and a.deleted_at is null`;
  const seen = sql`(${seesConnection(actor)} or ${onceHeld(actor, sql`c.id`)})`;
  return listPage(db, query, {
    rows: sql`select mine.id as "applicationId", mine.number as "customerId", mine.connection_id as "connectionId",
        coalesce(s.number, '') as "sectorNo", coalesce(r.number, '') as "smallRoadNo", mine.plot_number as "plotNo",
        mine.access, mine.created_at as "createdAt"
      from (
        select coalesce(a.id, c.id) as id, c.number, c.id as connection_id, c.road_id, c.plot_number,
          coalesce(a.created_at, c.created_at) as created_at,
          case when c.consumer_id = ${me} then 'OWN' when ${seesConnection(actor)} then 'SHARED' else 'FORMER' end as access
        from meters.connections c left join applications.applications a on a.id = c.application_id and ${made}
        where ${actor.kind === 'consumer'}::boolean and ${seen}
        union all
        select a.id, a.customer_number, null, a.road_id, a.plot_number, a.created_at, 'OWN' from applications.applications a
        where ${made} and a.state <> 'DRAFT'
          and not exists (select from meters.connections c where c.application_id = a.id and ${seen})
      ) mine
      left join settings.roads r on r.id = mine.road_id left join settings.sectors s on s.id = r.sector_id`,
    sorts: { createdAt: sql`"createdAt"` },
    tieBreak: sql`"applicationId"`,
  });
}

/** All sectors with their roads in number order, for the form. */
export async function listApplicationSectors(db: Db | Tx) {
  const { items } = await one<{
    items: {
      id: string;
      number: string;
      name: string;
      nameBn: string | null;
      roads: { id: string; number: string; name: string; nameBn: string | null }[];
    }[];
  }>(
    db,
    sql`select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'number', s.number, 'name', s.name,
        'nameBn', s.name_bn, 'roads', coalesce(r.roads, '[]')) order by s.number collate platform.natural), '[]') as items
      from settings.sectors s left join lateral (
        select jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number, 'name', x.name, 'nameBn', x.name_bn)
          order by x.number collate platform.natural) as roads
        from settings.roads x where x.sector_id = s.id) r on true`,
  );
  return { items };
}
