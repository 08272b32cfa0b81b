/** Questions about what two people do: who decides sees all of it, everybody else what they asked for. */
import type { z } from 'zod';
import { takenOverMinor } from '#domains/billing/invoices/taken-over.ts';
import { feeOpen } from '#domains/ownership/fee/due.ts';
import { chargeAsked } from '#domains/work-orders/queries.ts';
import { type Actor, may } from '#platform/actor.ts';
import { type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { countBy, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { aboutPayment } from '../alarms/queries.ts';
import { joinPayer } from '../refunds/payee.ts';
import type { listProposals as listCall } from './contract.ts';
import type { Proposal } from './proposal.rules.ts';

type Query = z.output<(typeof listCall)['query']>;
type Filters = Omit<Query, 'limit' | 'offset' | 'sort'>;
type Row = Omit<Proposal, 'can'> & { requestedById: string | null };

/** What counter money `q` is for does not take it any more. A connection takes all, and has an advance of what is left. */
const isNotTaken = sql`case
  when q.application_id is not null then n.state <> 'READY_TO_PAY' or not exists (
    select from applications.demand_notes d where d.application_id = n.id and d.cancelled_at is null and d.issued_on <= q.paid_on
      and n.expires_on >= q.paid_on and d.total_minor - d.settled_minor >= q.amount_minor)
  when q.work_order_id is not null then not exists (select from work_orders.orders o where o.id = q.work_order_id
    and ${chargeAsked('o')} and o.charge_minor - o.paid_minor = q.amount_minor)
  when q.ownership_request_id is not null then not exists (select from ownership.requests r where r.id = q.ownership_request_id
    and ${feeOpen('r')} and r.fee_minor = q.amount_minor)
  else q.taken_over and q.amount_minor > ${takenOverMinor(sql`q.connection_id`)} end`;

const columns = sql`q.id, q.kind, q.state, q.amount_minor as "amountMinor", q.alarm_id as "alarmId", q.refund_id as "refundId",
  q.bank_file_id as "bankFileId", q.fee_minor as "feeMinor",
  coalesce(c.number, n.number, b.number, e.number, v.number, g.name, '') as "targetNumber",
  coalesce(k.name, u.name, p.payer_name, w.payer_name, n.applicant ->> 'name', b.contact_name, e.name, '') as "payerName",
  case when k.name is not null then k.name_bn when u.id is not null then u.name_bn when p.payer_name is not null then p.payer_name_bn
    when w.payer_name is not null then w.payer_name_bn else coalesce(n.applicant ->> 'nameBn', e.name_bn) end as "payerNameBn",
  q.taken_over as "takenOver",
  q.method, q.slip_number as "slipNumber", q.paid_on as "paidOn", q.statement_reference as "statementReference", q.reason, coalesce(r.name, '') as "requestedBy",
  q.requested_at as "requestedAt", d.name as "decidedBy", q.decided_at as "decidedAt",
  q.decision_remark as "decisionRemark", q.payment_id as "paymentId", q.requested_by as "requestedById",
  q.state = 'REQUESTED' and q.kind = 'BACKDATE' and (${isNotTaken}) as "goesBack"`;

const source = sql`payments.proposals q
  left join payments.alarms a on a.id = q.alarm_id
  left join payments.payments p on p.id = ${aboutPayment}
  left join payments.refunds f on f.id = q.refund_id
  left join payments.bank_files g on g.id = q.bank_file_id
  ${joinPayer}
  left join meters.connections c on c.id = coalesce(q.connection_id, p.connection_id, f.connection_id)
  left join applications.applications n on n.id = coalesce(q.application_id, p.application_id, f.application_id)
  left join work_orders.orders b on b.id = coalesce(q.work_order_id, p.work_order_id, f.work_order_id)
  left join ownership.requests e on e.id = coalesce(q.ownership_request_id, p.ownership_request_id, f.ownership_request_id)
  left join consumers.consumers x on x.id = coalesce(q.wallet_of, p.wallet_of)
  left join consumers.consumers v on v.id = coalesce(x.merged_into, x.id)
  left join consumers.consumers u on u.id = coalesce(p.consumer_id, f.consumer_id, c.consumer_id, b.consumer_id,
    case when e.asked_as = 'PRESENT' then e.from_consumer_id else e.to_consumer_id end, v.id)
  left join lateral (select o.name, o.name_bn from billing.taken_over_bills t join consumers.consumers x on x.id = t.consumer_id
    join consumers.consumers o on o.id = coalesce(x.merged_into, x.id) where t.connection_id = q.connection_id
    order by t.taken_at desc limit 1) k on q.taken_over
  left join identity.users r on r.id = q.requested_by
  left join identity.users d on d.id = q.decided_by`;

/** Proposals `q` of the person, or all if the person decides. */
const seenBy = (actor: Actor): Sql => (may(actor, 'payments:decide') ? sql`true` : ofAsker(actor));

const ofAsker = (actor: Actor): Sql => sql`q.requested_by = ${actor.userId}::uuid`;

function conditions(query: Filters, among: Sql): Sql {
  const parts: Sql[] = [among];
  if (query.state) parts.push(sql`q.state = ${query.state}`);
  if (query.kind) parts.push(sql`q.kind = ${query.kind}`);
  if (query.search) {
    const exact = toLatinDigits(query.search).trim();
    parts.push(sql`(q.slip_number = ${exact} or q.statement_reference = ${exact} or q.connection_id in (select id from meters.connections where number = ${exact})
      or q.application_id in (select id from applications.applications where number = ${exact})
      or q.work_order_id in (select id from work_orders.orders where number = ${exact})
      or q.ownership_request_id in (select id from ownership.requests where number = ${exact})
      or q.wallet_of in (select o.id from consumers.consumers o left join consumers.consumers l on l.id = o.merged_into where ${exact} in (o.number, l.number))
      or q.alarm_id in (select a.id from payments.alarms a left join payments.orders o on o.payment_id = a.payment_id
        where ${exact} in (a.details ->> 'orderId', o.order_id)))`);
  }
  return sql.join(parts, sql` and `);
}

export const proposalList = (actor: Actor, query: Filters): ListQuery => listAmong(seenBy(actor), query);

/** What the person asked for, also if the person may decide about the money of others. */
export const ownProposalList = (actor: Actor, query: Filters): ListQuery => listAmong(ofAsker(actor), query);

function listAmong(among: Sql, query: Filters): ListQuery {
  const where = conditions(query, among);
  return {
    rows: sql`select ${columns} from ${source} where ${where}`,
    sorts: { requestedAt: sql`"requestedAt"`, amountMinor: sql`"amountMinor"` },
    tieBreak: sql`id`,
    count: sql`select count(*) as total from payments.proposals q where ${where}`,
  };
}

/** A page of proposals, and how many are in each state, with all other filters applied. */
export const listProposals = (db: Db | Tx, actor: Actor, query: Query) =>
  pageAmong(db, actor, seenBy(actor), query);

export const listOwnProposals = (db: Db | Tx, actor: Actor, query: Query) =>
  pageAmong(db, actor, ofAsker(actor), query);

async function pageAmong(db: Db | Tx, actor: Actor, among: Sql, query: Query) {
  const page = await listPage<Row>(db, query, listAmong(among, query));
  const where = conditions({ ...query, state: undefined }, among);
  const counts = await countBy(db, sql`select q.state as key from payments.proposals q where ${where}`);
  return { ...page, items: page.items.map((row) => shown(row, actor)), counts };
}

/** What the call has just written; the call itself asked who may. */
export const getProposal = (db: Db | Tx, actor: Actor, id: string): Promise<Proposal> =>
  proposalAmong(db, actor, sql`true`, id);

/** Refuses one that the person neither asked for nor decides. */
export const getSeenProposal = (db: Db | Tx, actor: Actor, id: string): Promise<Proposal> =>
  proposalAmong(db, actor, seenBy(actor), id);

async function proposalAmong(db: Db | Tx, actor: Actor, among: Sql, id: string): Promise<Proposal> {
  const row = await first<Row>(db, sql`select ${columns} from ${source} where q.id = ${id} and ${among}`);
  if (!row) throw fail(commonErrors.not_found);
  return shown(row, actor);
}

function shown({ requestedById, ...row }: Row, actor: Actor): Proposal {
  const waits = row.state === 'REQUESTED';
  const isAsker = actor.userId !== null && requestedById === actor.userId;
  const decide = waits && may(actor, 'payments:decide') && !isAsker;
  return { ...row, can: { decide, giveUp: waits && isAsker } };
}
