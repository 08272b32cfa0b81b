/** Questions about disputes. A consumer's rows are limited here and again by row-level security. */
import type { z } from 'zod';
import { consumersFound, isConsumer } from '#domains/consumers/queries.ts';
import { roleWorks } from '#domains/roles/role-works.ts';
import { type SpeakerRow, speakerColumns, speakerOf } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { auditView } from '#platform/audit.ts';
import { betweenDays } from '#platform/database/days.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { countBy, type ListQuery, listPage, whether } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Paging } from '#shared/paging.ts';
import { correctionsOf } from '../corrections/corrections-of.ts';
import { ownOpenOf } from '../invoices/taken-over.ts';
import { getLimits } from '../settings/queries.ts';
import type { Dispute, DisputeDetail, DisputedReading, listDisputes as listCall } from './contract.ts';
import { disputeCan } from './dispute.rules.ts';

/** The reading of the bill and months before it. */
const READINGS = 13;

/** SELECT of the readings that a bill is made from, also as they are corrected since. */
const readingsOf = (invoiceId: Sql): Sql =>
  sql`select r.* from billing.invoices b join billing.invoices o on o.id = coalesce(b.adjusts_id, b.id)
    join meters.readings r on r.connection_id = o.connection_id and r.period = o.period and (r.id = o.reading_id or r.state = 'BILLED')
    where b.id = ${invoiceId}`;

/** The actor took a reading of the bill, or approved it. */
export const isReaderOf = (invoiceId: Sql, actor: Actor): Sql =>
  sql`exists (select from (${readingsOf(invoiceId)}) r
    where ${actor.userId}::uuid in (r.taken_by, r.first_approved_by, r.reviewed_by))`;

const isOpen = sql`d.ended_at is null`;
const isLate = ({ today }: Actor): Sql => sql`(${isOpen} and d.decide_by < ${today}::date)`;
const owns = (actor: Actor): Sql =>
  actor.kind === 'consumer' ? isConsumer(sql`i.consumer_id`, actor.consumerId) : sql`true`;

const columns = (
  actor: Actor,
) => sql`d.id, d.number, d.state, d.invoice_id as "invoiceId", i.number as "invoiceNumber", i.period, c.number as "connectionNumber",
  coalesce(u.name, '') as "consumerName", u.name_bn as "consumerNameBn", s.number as "sectorNumber", o.number as "roadNumber",
  c.plot_number as "plotNumber", i.total_minor as "totalMinor",
  case when i.cancelled_on is null then greatest(${ownOpenOf('i')}, 0) else 0 end as "dueMinor", d.reason, d.words,
  d.register_litres as "registerLitres", d.photo_file_id is not null as "hasPhoto", d.channel, d.caller_name as "callerName",
  d.asked_at as "askedAt", d.asked_on as "askedOn", d.decide_by as "decideBy", ${isLate(actor)} as "isLate",
  ${actor.kind === 'consumer' ? sql`null` : sql`(select p.name from identity.users p where p.id = d.assigned_to)`} as "assignedTo",
  ${actor.kind === 'consumer' ? sql`null` : sql`d.decided_by_name`} as "decidedBy",
  ${told(actor, 'verdict')} as verdict, ${told(actor, 'answer')} as answer, ${told(actor, 'decided_at')} as "decidedAt", d.ended_on as "endedOn", d.version`;

/** The household reads what was found when the bill is corrected by it: until then a second person may refuse it. */
function told(actor: Actor, column: string): Sql {
  const value = sql.ref(`d.${column}`);
  return actor.kind === 'consumer' ? sql`case when d.ended_at is not null then ${value} end` : value;
}

const source = sql`billing.disputes d join billing.invoices i on i.id = d.invoice_id join meters.connections c on c.id = i.connection_id
  left join consumers.consumers u on u.id = i.consumer_id
  join settings.roads o on o.id = c.road_id join settings.sectors s on s.id = o.sector_id`;

type Filters = Omit<z.output<(typeof listCall)['query']>, 'limit' | 'offset' | 'sort'>;

function conditions(actor: Actor, query: Filters): Sql {
  const parts: Sql[] = [
    owns(actor),
    ...whether(query.open, isOpen),
    ...whether(query.late, isLate(actor)),
    ...whether(query.mine, sql`d.assigned_to = ${actor.userId}::uuid`),
    ...betweenDays(sql`d.asked_on`, query),
  ];
  if (query.state) parts.push(sql`d.state = ${query.state}`);
  if (query.reason) parts.push(sql`d.reason = ${query.reason}`);
  if (query.sectorId) parts.push(sql`s.id = ${query.sectorId}`);
  if (query.invoiceId) parts.push(sql`d.invoice_id = ${query.invoiceId}`);
  if (query.search) {
    const number = toLatinDigits(query.search);
    parts.push(
      sql`(${number} in (d.number, i.number, c.number) or i.consumer_id in (${consumersFound(query.search)}))`,
    );
  }
  return sql.join(parts, sql` and `);
}

export function disputeList(actor: Actor, query: Filters): ListQuery {
  return {
    rows: sql`select ${columns(actor)} from ${source} where ${conditions(actor, query)}`,
    sorts: { askedAt: sql`"askedAt"`, decideBy: sql`"decideBy"`, dueMinor: sql`"dueMinor"` },
    tieBreak: sql`id`,
  };
}

export async function listDisputes(db: Db | Tx, actor: Actor, query: Filters & Paging) {
  const [page, counts, { limits }] = await Promise.all([
    listPage<Dispute>(db, query, disputeList(actor, query)),
    countBy(
      db,
      sql`select d.state as key from ${source} where ${conditions(actor, { ...query, state: undefined })}`,
    ),
    getLimits(db),
  ]);
  return { ...page, counts, decideDays: limits.disputeDecideDays };
}

type Row = Omit<DisputeDetail, 'documents' | 'readings' | 'others' | 'can' | 'language'> & {
  readers: string[];
  accountLanguage: 'en' | 'bn' | null;
} & SpeakerRow;

export async function getDispute(db: Db | Tx, actor: Actor, id: string): Promise<DisputeDetail> {
  const isOffice = actor.kind !== 'consumer';
  const ofOffice = (column: Sql) => (isOffice ? column : sql`null`);
  const row = await first<Row>(
    db,
    sql`select ${columns(actor)}, ${ofOffice(sql`d.asked_by_name`)} as "askedBy", ${ofOffice(sql`d.exception_reason`)} as "exceptionReason",
        d.withdrawn_reason as "withdrawnReason",
        ${isOffice ? sql`exists (select from (${correctionsOf(sql`i.id`)}) k where k.state = 'REQUESTED')` : sql`false`} as "correctionWaits",
        i.cancelled_on as "billCancelledOn",
        ${isOffice ? sql`array(select distinct p.id from (${readingsOf(sql`i.id`)}) r, unnest(array[r.taken_by, r.first_approved_by, r.reviewed_by]) p (id) where p.id is not null)` : sql`'{}'::uuid[]`} as readers,
        ${ofOffice(sql`(select a.language from identity.users a where a.consumer_id = coalesce(u.merged_into, u.id) and a.status = 'active' limit 1)`)} as "accountLanguage",
        ${speakerColumns}
      from ${source} where d.id = ${id} and ${owns(actor)}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  const { readers, accountLanguage, utility, website, publicUrl: _, ...dispute } = row;
  const [documents, readings, others] = await Promise.all([
    all<DisputeDetail['documents'][number]>(
      db,
      sql`select a.number, a.amount_minor as "amountMinor", a.supplement_id as "supplementId"
        from billing.disputes d join billing.adjustments a on a.invoice_id = d.invoice_id or a.supplement_id = d.invoice_id
        where d.id = ${id} and a.adjusted_on >= d.asked_on and (d.ended_on is null or a.adjusted_on <= d.ended_on) order by a.id`,
    ),
    isOffice ? readingsBehind(db, dispute.invoiceId) : [],
    all<DisputeDetail['others'][number]>(
      db,
      sql`select d.id, d.number, d.state, d.asked_on as "askedOn" from billing.disputes d
        where d.invoice_id = ${dispute.invoiceId} and d.id <> ${id} order by d.asked_at`,
    ),
  ]);
  return {
    ...dispute,
    language: isOffice ? speakerOf({ utility, website }, accountLanguage).language : null,
    ...{ documents, readings, others },
    can: disputeCan({ state: row.state, readers, correctionWaits: row.correctionWaits }, actor),
  };
}

/** The reading of the bill, and what was read or estimated before it. */
const readingsBehind = (db: Db | Tx, invoiceId: string): Promise<DisputedReading[]> =>
  all<DisputedReading>(
    db,
    sql`select r.period, r.read_on as "readOn", r.register_litres as "registerLitres", r.consumption_litres as "consumptionLitres",
        r.source, t.name as "takenBy", v.name as "reviewedBy", r.remark,
        (select x.id from meters.read_attempts x where x.meter_id = r.meter_id and x.period = r.period and x.photo_file_id is not null
          order by x.id desc limit 1) as "visitId",
        r.period = b.period as "isOfBill"
      from billing.invoices b join meters.readings r on r.connection_id = b.connection_id and r.living and r.period <= b.period
      left join identity.users t on t.id = r.taken_by left join identity.users v on v.id = r.reviewed_by
      where b.id = ${invoiceId} order by r.period desc, r.read_on desc limit ${READINGS}`,
  );

/** Whose file it is; who looks at it at the office is noted. */
export async function disputePhoto(db: Db | Tx, actor: Actor, id: string): Promise<string> {
  const found = await first<{ fileId: string }>(
    db,
    sql`select d.photo_file_id as "fileId" from billing.disputes d join billing.invoices i on i.id = d.invoice_id
      where d.id = ${id} and d.photo_file_id is not null and ${owns(actor)}`,
  );
  if (!found) throw fail(commonErrors.not_found);
  await auditView(db, actor, { action: 'dispute.photo-view', objectId: id, onceInMinutes: 5 });
  return found.fileId;
}

/** SELECT of who decides about disputes: id, name. */
const deciders = sql`select u.id, u.name from identity.users u join roles.roles r on r.id = u.role_id
  where u.status = 'active' and u.consumer_id is null and r.status = 'active' and ${roleWorks('disputes:decide')}`;

type Person = { id: string; name: string };
export const listDeciders = async (db: Db | Tx) => ({
  items: await all<Person>(db, sql`select * from (${deciders}) p order by name, id`),
});
export const findDecider = (tx: Tx, userId: string | null): Promise<Person | undefined> =>
  first<Person>(tx, sql`select * from (${deciders}) p where id = ${userId}::uuid`);
