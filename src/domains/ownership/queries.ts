/**
 * Questions about changes of owners. Staff see all. An owner sees the requests that they are a party of, and of them what is theirs:
 * not the other one's papers, national ID or address; the new owner no name and no bills before the present one has agreed.
 */
import type { z } from 'zod';
import { accountOfConnection } from '#domains/billing/connection-account.ts';
import { takenOverMinor, takenOverOf } from '#domains/billing/invoices/taken-over.ts';
import { consumersFound } from '#domains/consumers/queries.ts';
import { expectationOf } from '#domains/meters/readings/expectation.ts';
import type { Actor } from '#platform/actor.ts';
import { auditView } from '#platform/audit.ts';
import { betweenDays, dayOfInstant } from '#platform/database/days.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, countBy, type ListQuery, listPage } from '#platform/database/lists.ts';
import { TRIES_AT_CODE } from '#platform/limits.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { type Minor, toLatinDigits } from '#shared/money.ts';
import type { Page } from '#shared/paging.ts';
import { type Asked, askedOf, isAskedNow } from './asked.rules.ts';
import { blockedSteps } from './blocked-steps.ts';
import type * as contract from './contract.ts';
import { figureOf } from './correct-handover.ts';
import { overriddenBy, seesRequest, sideOf } from './lock-request.ts';
import { movesOf } from './moves.ts';
import {
  CODES,
  isOpenState,
  missingPapers,
  OPEN_STATES,
  type PaperKind,
  REQUEST_ACTIONS,
  type RequestAction,
  refusalOf,
  type Side,
  TITLE_PAPERS,
} from './ownership.rules.ts';
import type { FeePayments } from './points.ts';
import { isAsReturned } from './returned.ts';

type Filters<C extends { query: z.ZodType }> = Omit<z.output<C['query']>, 'limit' | 'offset' | 'sort'>;
type ConnectionFilters = Filters<typeof contract.listOwnedConnections>;
type RequestFilters = Filters<typeof contract.listRequests>;
type ChangeFilters = Filters<typeof contract.listChanges>;

const isOpen = (alias: string): Sql =>
  sql`${sql.ref(`${alias}.state`)} in (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))})`;

/** Living connections, with what is due and a request that is open. */
export function connectionList(actor: Actor, query: ConnectionFilters): ListQuery {
  const parts: Sql[] = [sql`c.status <> 'closed'`];
  if (actor.kind === 'consumer') parts.push(sql`c.consumer_id = ${actor.consumerId}::uuid`);
  if (query.sectorId) parts.push(sql`d.sector_id = ${query.sectorId}`);
  const due = sql`c.id in (select i.connection_id from billing.invoices i where i.cancelled_on is null and i.settled_minor < i.total_minor)`;
  if (query.hasDues !== undefined) parts.push(query.hasDues ? due : sql`not ${due}`);
  const asked = sql`exists (select from ownership.requests o where o.connection_id = c.id and ${isOpen('o')})`;
  if (query.inChange !== undefined) parts.push(query.inChange ? asked : sql`not ${asked}`);
  if (query.search) {
    const exact = toLatinDigits(query.search).trim();
    parts.push(sql`(c.number = ${exact} or platform.plot_key(c.plot_number) = platform.plot_key(${exact}::text) or c.consumer_id in (${consumersFound(query.search)})
      or c.application_id in (select id from applications.applications where number = ${exact}))`);
  }
  const from = sql`meters.connections c join settings.roads d on d.id = c.road_id`;
  const where = sql.join(parts, sql` and `);
  return {
    rows: sql`select c.id as "connectionId", c.number as "connectionNumber",
        (select a.number from applications.applications a where a.id = c.application_id) as "applicationNumber",
        coalesce(u.name, '') as "ownerName", u.name_bn as "ownerNameBn", s.number as "sectorNumber", d.number as "roadNumber",
        c.plot_number as "plotNumber",
        (select coalesce(sum(i.total_minor - i.settled_minor), 0)::bigint from billing.invoices i
          where i.connection_id = c.id and i.cancelled_on is null and i.settled_minor < i.total_minor) as "dueMinor",
        r.id as "requestId", r.number as "requestNumber", r.state as "requestState"
      from ${from} join settings.sectors s on s.id = d.sector_id left join consumers.consumers u on u.id = c.consumer_id
      left join ownership.requests r on r.connection_id = c.id and ${isOpen('r')} where ${where}`,
    count: sql`select count(*) as total from ${from} where ${where}`,
    sorts: { connectionNumber: sql`"connectionNumber"` },
    tieBreak: sql`"connectionId"`,
  };
}

type ConnectionQuery = z.output<(typeof contract.listOwnedConnections)['query']>;
export const listOwnedConnections = (
  db: Db | Tx,
  actor: Actor,
  query: ConnectionQuery,
): Promise<Page<contract.ConnectionItem>> => listPage(db, query, connectionList(actor, query));

/** Kinds of all papers of a request `r` that count. */
const allPapers = sql`array(select d.kind from ownership.documents d where d.request_id = r.id and not d.replaced)`;
/** An owner sees not all of them, but which kinds there are. */
const papersInList = (actor: Actor): Sql =>
  actor.kind === 'consumer' ? sql`ownership.paper_kinds(r.id)` : allPapers;

const papersState = (kinds: Sql): Sql => sql`case when r.verified_by is not null then 'CHECKED'
  when ${kinds} && array[${sql.join(TITLE_PAPERS.map((kind) => sql.lit(kind)))}]::text[] and 'Applicant_nid_front' = any (${kinds})
  then 'UNCHECKED' else 'MISSING' end`;

/** Columns of a request `r`: the new owner reads no name of somebody who has not agreed. */
const itemColumns = (actor: Actor, papers: Sql): Sql => {
  const isHidden = sql`coalesce((${sideOf(actor)}) = 'NEW' and not r.present_agreed, false)`;
  return sql`r.id, r.number, r.connection_number as "connectionNumber", r.sector_number as "sectorNumber",
    r.road_number as "roadNumber", r.plot_number as "plotNumber", case when ${isHidden} then '' else r.from_name end as "fromName",
    case when not ${isHidden} then r.from_name_bn end as "fromNameBn", r.name as "toName", r.name_bn as "toNameBn", r.cause, r.state,
    r.state_since as "stateSince", r.asked_at as "askedAt", r.asked_as as "askedAs", r.present_agreed as "presentAgreed",
    r.new_agreed as "newAgreed", cardinality(${papers}) as papers, ${papersState(papers)} as "papersState",
    r.fee_minor as "feeMinor", r.fee_paid_minor as "feePaidMinor",
    r.expires_on as "expiresOn", r.version`;
};

const inSector = (sectorId: string): Sql =>
  sql`r.sector_number = (select number from settings.sectors where id = ${sectorId})`;

function requestConditions(actor: Actor, query: RequestFilters): Sql {
  const parts: Sql[] = [seesRequest(actor), ...betweenDays(dayOfInstant(sql`r.asked_at`), query)];
  if (query.state) parts.push(sql`r.state = ${query.state}`);
  if (query.cause) parts.push(sql`r.cause = ${query.cause}`);
  if (query.sectorId) parts.push(inSector(query.sectorId));
  if (query.search) {
    const exact = toLatinDigits(query.search).trim();
    const from =
      actor.kind === 'consumer' ? sql`` : sql` or lower(r.from_name) like ${containing(exact.toLowerCase())}`;
    parts.push(sql`(exists (select where r.number = ${exact} or r.connection_number = ${exact} or platform.plot_key(r.plot_number) = platform.plot_key(${exact}::text))
      or lower(r.name) like ${containing(exact.toLowerCase())} or r.name_bn like ${containing(query.search)}${from})`);
  }
  return sql.join(parts, sql` and `);
}

export function requestList(actor: Actor, query: RequestFilters): ListQuery {
  return {
    rows: sql`select ${itemColumns(actor, papersInList(actor))} from ownership.requests r where ${requestConditions(actor, query)}`,
    sorts: { askedAt: sql`"askedAt"`, stateSince: sql`"stateSince"`, number: sql`number` },
    tieBreak: sql`id`,
  };
}

type RequestQuery = z.output<(typeof contract.listRequests)['query']>;
type RequestPage = z.input<(typeof contract.listRequests)['output']>;

/** A page of requests, and how many are in each state, with all other filters applied. */
export async function listRequests(db: Db | Tx, actor: Actor, query: RequestQuery): Promise<RequestPage> {
  const page = await listPage<contract.RequestItem>(db, query, requestList(actor, query));
  const moves = await movesOf(db, actor, page.items);
  const conditions = requestConditions(actor, { ...query, state: undefined });
  const counts = await countBy(db, sql`select r.state as key from ownership.requests r where ${conditions}`);
  return { ...page, items: page.items.map((row) => ({ ...row, moves: moves.get(row.id) ?? [] })), counts };
}

type RunningChange = {
  id: string;
  number: string;
  connectionNumber: string;
  side: Side;
  asked: Asked;
  /** What the present owner pays first; the new owner reads no sum. */
  duesMinor: Minor;
  /** What the change costs. */
  feeMinor: Minor;
  expiresOn: string | null;
};

/** Changes that a household is a party of and that are not over, with what each asks of it now; what it has to do comes first. */
export async function runningChanges(db: Db | Tx, actor: Actor): Promise<RunningChange[]> {
  type Row = Omit<RunningChange, 'asked'> &
    Omit<Parameters<typeof askedOf>[0], 'lacksPapers' | 'side'> & { papers: PaperKind[] };
  const open = sql`(select sum(i.total_minor - i.settled_minor) from billing.invoices i where i.connection_id = r.connection_id
    and p.side = 'PRESENT' and i.cancelled_on is null and i.settled_minor < i.total_minor)`;
  const rows = await all<Row>(
    db,
    sql`select r.id, r.number, r.connection_number as "connectionNumber", p.side, r.state, r.fee_minor as "feeMinor",
        greatest(0, coalesce(${open} - r.liability_minor, 0))::bigint as "duesMinor", ownership.has_dues(r.id) as "hasDues",
        case when p.side = 'NEW' then r.new_agreed else r.present_agreed end as "hasAgreed",
        r.asked_by = ${actor.userId} as "isAsker", ownership.paper_kinds(r.id) as papers,
        case when r.state in ('REQUESTED', 'RECORRECTION') then r.expires_on end as "expiresOn"
      from ownership.requests r cross join lateral (select (${sideOf(actor)}) as side) p
      where p.side is not null and ${isOpen('r')} order by r.asked_at, r.id limit 20`,
  );
  const changes = rows.map(({ state, hasAgreed, isAsker, papers, hasDues, ...change }) => ({
    ...change,
    asked: askedOf({
      ...{ state, hasAgreed, isAsker, hasDues, side: change.side },
      lacksPapers: missingPapers(papers).length > 0,
    }),
  }));
  return changes.toSorted((a, b) => Number(isAskedNow(b.asked)) - Number(isAskedNow(a.asked)));
}

export function changeList(_actor: Actor, query: ChangeFilters): ListQuery {
  const parts: Sql[] = [sql`true`, ...betweenDays(sql`h.effective_on`, query)];
  if (query.sectorId) parts.push(inSector(query.sectorId));
  if (query.connectionId) parts.push(sql`${query.connectionId}::uuid in (h.connection_id, h.successor_id)`);
  if (query.search) {
    const exact = toLatinDigits(query.search).trim();
    const like = containing(exact.toLowerCase());
    parts.push(sql`(r.number = ${exact} or r.connection_number = ${exact} or s.number = ${exact} or platform.plot_key(r.plot_number) = platform.plot_key(${exact}::text)
      or lower(r.from_name) like ${like} or lower(r.name) like ${like})`);
  }
  return {
    rows: sql`select h.id, r.id as "requestId", r.number as "requestNumber", r.sector_number as "sectorNumber",
        r.road_number as "roadNumber", r.plot_number as "plotNumber", r.connection_number as "fromConnectionNumber",
        s.number as "toConnectionNumber", r.from_name as "fromName", r.from_name_bn as "fromNameBn", r.name as "toName",
        r.name_bn as "toNameBn", h.effective_on as "effectiveOn", h.accepted_by_name as "acceptedBy", h.accepted_at as "acceptedAt",
        ${figureOf} as "registerLitres", h.open_minor as "openMinor", h.advance_minor as "advanceMinor",
        (select d.id from ownership.documents d where d.request_id = r.id and not d.replaced and d.kind = any (${[...TITLE_PAPERS]}::text[])
          order by array_position(${[...TITLE_PAPERS]}::text[], d.kind), d.uploaded_at desc, d.id limit 1) as "titlePaperId"
      from ownership.changes h join ownership.requests r on r.id = h.request_id join meters.connections s on s.id = h.successor_id
      where ${sql.join(parts, sql` and `)}`,
    sorts: { effectiveOn: sql`"effectiveOn"`, acceptedAt: sql`"acceptedAt"` },
    tieBreak: sql`id`,
  };
}

type ChangeQuery = z.output<(typeof contract.listChanges)['query']>;
export const listChanges = (
  db: Db | Tx,
  actor: Actor,
  query: ChangeQuery,
): Promise<Page<contract.ChangeItem>> => listPage(db, query, changeList(actor, query));

type Detail = z.input<(typeof contract.getRequest)['output']>;
type DetailRow = Omit<
  Detail,
  | 'can'
  | 'consents'
  | 'documents'
  | 'timeline'
  | 'missing'
  | 'openMinor'
  | 'openBills'
  | 'advanceMinor'
  | 'expectation'
  | 'asked'
  | 'hiddenPapers'
  | 'blocked'
  | 'takenOver'
  | 'fee'
> & {
  ofConnection: string;
  askedById: string;
  verifiedById: string | null;
  readById: string | null;
  overriddenBy: string[];
  kinds: Parameters<typeof missingPapers>[0];
  feeVatMinor: Minor;
};

/** Asked under the program's role: an owner's part of it is cut out here. */
export async function getRequest(
  db: Db | Tx,
  actor: Actor,
  requestId: string,
  paymentsOf: FeePayments,
): Promise<Detail> {
  const row = await first<DetailRow>(
    db,
    sql`${detailRow(actor)} where r.id = ${requestId} and ${seesRequest(actor)}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  const {
    ofConnection,
    askedById,
    verifiedById,
    readById,
    overriddenBy: overriders,
    kinds,
    feeVatMinor: vatMinor,
    ...request
  } = row;
  const known = await accountOfConnection(db, ofConnection);
  const { state, side, liabilityMinor, feeMinor, feePaidMinor } = request;
  const account = side === 'NEW' ? undefined : known;
  const facts = {
    state,
    askedBy: askedById,
    side,
    verifiedBy: verifiedById,
    readBy: readById,
    overriddenBy: overriders,
    feePaidMinor,
  };
  const consents = await consentsOf(db, actor, requestId, side);
  const missing = missingPapers(kinds);
  const blocked = await blockedSteps(db, actor, { requestId, facts, consents, missing });
  const can = REQUEST_ACTIONS.map(
    (action) => [action, refusalOf(action, facts, actor) || blocked[action] ? 'no' : 'yes'] as const,
  );
  const documents = await papersOf(db, actor, requestId);
  const asked =
    side && isOpenState(state)
      ? askedOf({
          ...{ state, side, isAsker: askedById === actor.userId, lacksPapers: missing.length > 0 },
          hasAgreed: side === 'NEW' ? request.newAgreed : request.presentAgreed,
          hasDues: known.openMinor > liabilityMinor,
        })
      : null;
  return {
    ...request,
    asked,
    hiddenPapers: kinds.length - documents.length,
    ...{
      openMinor: account?.openMinor ?? null,
      openBills: account?.openBills ?? null,
      advanceMinor: account?.advanceMinor ?? null,
    },
    fee: feeMinor > 0 ? { vatMinor, payments: await paymentsOf(db, actor, requestId) } : null,
    takenOver: (side === 'NEW' && (await takenOverOf(db, actor, ofConnection))) || null,
    expectation: (actor.kind !== 'consumer' && (await expectationOf(db, actor, ofConnection))) || null,
    consents,
    documents,
    missing,
    timeline: await timelineOf(db, actor, requestId),
    can: Object.fromEntries(can) as Detail['can'],
    blocked,
  };
}

/** What only one of the two owners and the office read. */
function detailRow(actor: Actor): Sql {
  const side = sql`(${sideOf(actor)})`;
  const notNew = (column: Sql) => sql`case when ${side} is distinct from 'NEW' then ${column} end`;
  const notPresent = (column: Sql) => sql`case when ${side} is distinct from 'PRESENT' then ${column} end`;
  const office = (column: Sql) => sql`case when ${actor.kind !== 'consumer'}::boolean then ${column} end`;
  return sql`select ${itemColumns(actor, allPapers)}, ${side} as side, r.connection_id as "ofConnection", r.asked_by as "askedById",
      r.verified_by as "verifiedById", r.read_by as "readById", ${overriddenBy} as "overriddenBy", ${notNew(sql`r.connection_id`)} as "connectionId", ${notNew(sql`u.phone`)} as "fromPhone",
      r.phone as "toPhone", ${notPresent(sql`r.email`)} as "toEmail", ${notPresent(sql`r.nid`)} as "toNid",
      ${notPresent(sql`r.address`)} as "toAddress", ${office(sql`r.to_consumer_id`)} as "toConsumerId",
      ${office(sql`r.from_consumer_id`)} as "fromConsumerId",
      case when ${actor.kind !== 'consumer'}::boolean or r.asked_by = ${actor.userId} then r.asked_by_name else '' end as "askedBy",
      r.remark, ${isAsReturned} as "asReturned", ${office(sql`r.verified_by_name`)} as "verifiedBy", r.read_on as "readOn",
      coalesce((select ${figureOf} from ownership.changes h where h.request_id = r.id), r.register_litres) as "registerLitres",
      ${office(sql`r.read_by_name`)} as "readBy", ${takenOver} as "liabilityMinor", case when r.state = 'COMPLETED' then ${takenOverMinor(sql`r.connection_id`)} end as "liabilityOpenMinor", r.fee_vat_minor as "feeVatMinor", ${office(sql`r.decided_by_name`)} as "decidedBy",
      r.decided_at as "decidedAt", c.metered_on is not null as "hasMeter", ${notNew(sql`l.read_on`)} as "lastReadOn",
      ${notNew(sql`l.register_litres`)} as "lastLitres", ${notPresent(sql`s.number`)} as "successorNumber",
      ${allPapers} as kinds
    from ownership.requests r join meters.connections c on c.id = r.connection_id
    join consumers.consumers u on u.id = c.consumer_id
    left join meters.connections s on s.follows_id = c.id and r.state = 'COMPLETED'
    left join lateral (select q.read_on, q.register_litres from meters.readings q where q.connection_id = c.id and q.living
      order by q.period desc limit 1) l on true`;
}

/** What the new owner has agreed to pay; after the change what was open of it then, also if less was. */
const takenOver = sql`coalesce((select h.open_minor from ownership.changes h where h.request_id = r.id), r.liability_minor)`;

/** Names of staff are not for owners. */
const consentsOf = (db: Db | Tx, actor: Actor, requestId: string, own: Detail['side']) =>
  all<Detail['consents'][number]>(
    db,
    sql`select side, case when ${actor.kind !== 'consumer'}::boolean or side = ${own} then right(phone, 4) else '' end as "phoneEnd", given_as as "givenAs", given_at as "givenAt",
        case when ${actor.kind !== 'consumer'}::boolean then given_by_name end as "givenBy",
        case when ${actor.kind !== 'consumer'}::boolean then reason end as reason,
        case when code_hash is not null and code_expires_at > ${actor.now} and tries < ${TRIES_AT_CODE} then sent_at end as "codeSentAt",
        codes < ${CODES} as "hasCodesLeft"
      from ownership.consents where request_id = ${requestId} order by side desc`,
  );

/** Owners see what they brought themselves. */
const ownPaper = (actor: Actor): Sql =>
  actor.kind === 'consumer' ? sql`d.uploaded_by = ${actor.userId}` : sql`true`;

const papersOf = (db: Db | Tx, actor: Actor, requestId: string) =>
  all<Detail['documents'][number]>(
    db,
    sql`select d.id, d.kind, d.file_name as "fileName", d.media_type as "mediaType", d.bytes, d.uploaded_at as "uploadedAt",
        d.uploaded_by_name as "uploadedBy", coalesce(d.uploaded_by = ${actor.userId}, false) and d.looked_at is null as "isRemovable"
      from ownership.documents d where d.request_id = ${requestId} and not d.replaced and ${ownPaper(actor)}
      order by d.uploaded_at, d.id`,
  );

/** The reasons that are written to both owners. Why the office agreed in the place of one is nobody else's. */
const TOLD_TO_OWNERS: readonly RequestAction[] = ['return', 'reject', 'withdraw'];

const timelineOf = (db: Db | Tx, actor: Actor, requestId: string) =>
  all<Detail['timeline'][number]>(
    db,
    sql`select t.id, t.at, t.action, t.to_state as "toState",
        case when ${actor.kind !== 'consumer'}::boolean then t.actor_name else '' end as by,
        case when ${actor.kind !== 'consumer'}::boolean or t.action = any(${TOLD_TO_OWNERS}::text[]) then t.remark end as remark
      from ownership.timeline t where t.request_id = ${requestId} order by t.at, t.id`,
  );

/** The file of a paper that the actor may open; who opened it is noted. */
export async function paperFile(db: Db | Tx, actor: Actor, documentId: string): Promise<string> {
  const paper = await first<{ fileId: string; after: Record<string, unknown> }>(
    db,
    sql`select d.file_id as "fileId", jsonb_build_object('number', r.number, 'kind', d.kind, 'fileName', d.file_name) as after
      from ownership.documents d join ownership.requests r on r.id = d.request_id
      where d.id = ${documentId} and ${seesRequest(actor)} and ${ownPaper(actor)}`,
  );
  if (!paper) throw fail(commonErrors.not_found);
  await auditView(db, actor, {
    action: 'ownership.document-view',
    objectId: documentId,
    after: paper.after,
    onceInMinutes: 5,
  });
  return paper.fileId;
}
