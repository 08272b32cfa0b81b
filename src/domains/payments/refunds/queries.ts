/** Questions about refund cases; the calls are the office's, so no row is limited. */
import type { z } from 'zod';
import { applicantNameBn } from '#domains/applications/pipeline/item-columns.ts';
import { consumersFound } from '#domains/consumers/queries.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { betweenDays, dayOfInstant } from '#platform/database/days.ts';
import { type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, countBy, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { listRefunds as listCall, Refund } from './contract.ts';
import { joinPayer } from './payee.ts';
import { refundCan } from './refund.rules.ts';

type Row = Omit<Refund, 'can'> & {
  askedById: string | null;
  decidedById: string | null;
  changeAskedById: string | null;
  living: boolean;
};
type Query = z.output<(typeof listCall)['query']>;
type Filters = Omit<Query, 'limit' | 'offset' | 'sort'>;
type ListAnswer = z.input<(typeof listCall)['output']>;

const columns = sql`f.id, f.state, case when f.payment_id is not null then 'PAYMENT' when f.connection_id is not null then 'ADVANCE' else 'WITHDRAWAL' end as cause,
  f.amount_minor as "amountMinor", f.reason, f.application_id as "applicationId", f.connection_id as "connectionId",
  f.work_order_id as "workOrderId", f.ownership_request_id as "ownershipRequestId",
  coalesce(a.number, c.number, b.number, e.number, '') as "targetNumber",
  coalesce(w.payer_name, a.applicant ->> 'name', u.name, b.contact_name, e.name, '') as "payeeName",
  case when w.payer_name is not null then w.payer_name_bn when a.id is not null then ${applicantNameBn} when u.id is not null then u.name_bn else e.name_bn end as "payeeNameBn",
  coalesce(w.payer_phone, a.applicant ->> 'phone', u.phone, b.phone, e.phone, '') as "payeePhone",
  coalesce(s.number, e.sector_number, '') as "sectorNumber", coalesce(d.number, e.road_number, '') as "roadNumber",
  coalesce(a.plot_number, c.plot_number, b.plot_number, e.plot_number, '') as "plotNumber",
  n.number as "demandNoteNumber", f.payment_id as "paymentId",
  array(select r.number from payments.payments p join payments.receipts r on r.payment_id = p.id
    where p.id = f.payment_id or (p.demand_note_id = f.demand_note_id and p.state = 'APPROVED' and p.demand_note_id is not null
      and exists (select from ledger.journals j join ledger.entries e on e.journal_id = j.id
        where j.kind = 'PAYMENT' and j.source_id = p.id and e.account_code = ${ACCOUNTS.applicants}))
    order by r.number) as receipts,
  f.asked_by_name as "askedBy", f.asked_at as "askedAt", f.decided_by_name as "decidedBy", f.decided_at as "decidedAt",
  f.decision_remark as "decisionRemark", f.method, f.reference, f.paid_on as "paidOn", f.paid_by_name as "paidBy", f.number,
  f.asked_by as "askedById", f.decided_by as "decidedById", f.follows_id as "followsId",
  (select jsonb_build_object('id', q.id, 'kind', q.kind, 'reason', q.reason, 'requestedBy', coalesce(w.name, ''))
    from payments.proposals q left join identity.users w on w.id = q.requested_by
    where q.refund_id = f.id and q.state = 'REQUESTED') as proposal,
  (select q.requested_by from payments.proposals q where q.refund_id = f.id and q.state = 'REQUESTED') as "changeAskedById",
  exists (select from payments.refunds o where o.state not in ('REFUSED', 'GIVEN_UP', 'RETURNED') and o.id <> f.id
    and (o.state <> 'WITHDRAWN' or (o.connection_id is not null and not o.of_payer))
    and (o.demand_note_id = f.demand_note_id or o.payment_id = f.payment_id))
    or (f.connection_id is not null and (f.payment_id is null or (f.state = 'WITHDRAWN' and not f.of_payer))) as living`;

const source = sql`payments.refunds f
  left join applications.applications a on a.id = f.application_id
  left join meters.connections c on c.id = f.connection_id
  left join consumers.consumers u on u.id = f.consumer_id
  left join work_orders.orders b on b.id = f.work_order_id
  left join ownership.requests e on e.id = f.ownership_request_id
  left join settings.roads d on d.id = coalesce(a.road_id, c.road_id, b.road_id)
  left join settings.sectors s on s.id = d.sector_id
  left join applications.demand_notes n on n.id = f.demand_note_id
  ${joinPayer}`;

function conditions(query: Filters): Sql {
  const parts: Sql[] = [sql`true`];
  if (query.state) parts.push(sql`f.state = ${query.state}`);
  if (query.method) parts.push(sql`f.method = ${query.method}`);
  parts.push(...betweenDays(sql`coalesce(f.paid_on, ${dayOfInstant(sql`f.asked_at`)})`, query));
  if (query.connectionId) parts.push(sql`f.connection_id = ${query.connectionId}`);
  if (query.applicationId) parts.push(sql`f.application_id = ${query.applicationId}`);
  if (query.search) {
    const exact = toLatinDigits(query.search);
    parts.push(sql`(f.number = ${exact} or f.reference = ${query.search} or f.demand_note_id in (
        select id from applications.demand_notes where number = ${exact})
      or f.application_id in (select id from applications.applications
        where search like ${containing(exact.toLowerCase())})
      or f.connection_id in (select id from meters.connections where number = ${exact})
      or f.work_order_id in (select id from work_orders.orders where number = ${exact})
      or f.ownership_request_id in (select id from ownership.requests where number = ${exact})
      or f.consumer_id in (${consumersFound(query.search)}))`);
  }
  return sql.join(parts, sql` and `);
}

export function refundList(_actor: Actor, query: Filters): ListQuery {
  const where = conditions(query);
  return {
    rows: sql`select ${columns} from ${source} where ${where}`,
    sorts: { askedAt: sql`"askedAt"`, amountMinor: sql`"amountMinor"`, paidOn: sql`"paidOn"` },
    tieBreak: sql`id`,
    count: sql`select count(*) as total from payments.refunds f where ${where}`,
  };
}

/** A page of cases, the sum of all that match, and how many are in each state, with all other filters applied. */
export async function listRefunds(db: Db | Tx, actor: Actor, query: Query): Promise<ListAnswer> {
  const page = await listPage<Row>(db, query, refundList(actor, query));
  const { amountMinor } = await one<{ amountMinor: number }>(
    db,
    sql`select coalesce(sum(f.amount_minor), 0)::bigint as "amountMinor"
      from payments.refunds f where ${conditions(query)}`,
  );
  const counts = await countBy(
    db,
    sql`select f.state as key from payments.refunds f where ${conditions({ ...query, state: undefined })}`,
  );
  return {
    ...page,
    items: page.items.map((row) => shown(row, actor)),
    sums: { amountMinor },
    counts,
  };
}

export async function getRefund(db: Db | Tx, actor: Actor, id: string): Promise<Refund> {
  const row = await first<Row>(db, sql`select ${columns} from ${source} where f.id = ${id}`);
  if (!row) throw fail(commonErrors.not_found);
  return shown(row, actor);
}

function shown({ askedById, decidedById, changeAskedById, living, ...row }: Row, actor: Actor): Refund {
  return {
    ...row,
    can: {
      ...refundCan(
        { ...row, askedBy: askedById, decidedBy: decidedById, living, waits: row.proposal !== null },
        actor,
      ),
      giveUpChange: actor.userId !== null && changeAskedById === actor.userId,
    },
  };
}
