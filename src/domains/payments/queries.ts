/** Questions about payments. A consumer's rows are limited here and again by row-level security. */
import type { z } from 'zod';
import { isBilledOut } from '#domains/billing/invoices/advances-left.ts';
import { consumersFound, isConsumer } from '#domains/consumers/queries.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { ofOption, seesOf } from '#domains/meters/sharing/visible.ts';
import { type Actor, may } from '#platform/actor.ts';
import { oneTogether } from '#platform/database/ask-together.ts';
import { betweenDays, dayOfInstant } from '#platform/database/days.ts';
import { all, type Db, first, one, PLANNED_ONCE, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Page } from '#shared/paging.ts';
import { bankTookBack } from './bank-files/bank-took-back.ts';
import { collected } from './collected.ts';
import type { Payment, paymentHistory } from './contract.ts';
import {
  isReversible,
  isUndecided,
  type PaymentMethod,
  type PaymentSource,
  type PaymentState,
  type PaymentWait,
} from './payment.rules.ts';
import { reversalsOf } from './reversals/queries.ts';
import { stillDue } from './still-due.ts';

/** What the actor may see of payments `p`: those they act on, and those of a connection that is shared with them. */
export function visibleTo(actor: Actor): Sql {
  return actor.kind === 'consumer'
    ? sql`(${actsOn(actor)} or (${seesOf(actor, 'p')} and not ${isOfAnother}))`
    : sql`true`;
}

/** Payments `p` that the actor may bring to the bank and ask about: for what is theirs, or made by them. */
export function actsOn(actor: Actor): Sql {
  return actor.kind === 'consumer'
    ? sql`((${isConsumer(sql`p.consumer_id`, actor.consumerId)} and not ${isOfAnother}) or ${isConsumer(sql`p.payer_id`, actor.consumerId)})`
    : sql`true`;
}

/** It paid nothing and goes back to somebody else than the owner of the connection, or it is for bills that one took over. */
const isOfAnother = sql`(p.payer_id is not null and (p.owed_back or p.taken_over))`;

/**
 * Over `withNames`: who paid, for a connection of somebody else by that one's name. A name that is in no register is that of the day of the
 * payment (migration 0270).
 */
export const payerName: Sql = sql`coalesce(y.name, u.name, meters.holder_name(p.connection_id), p.payer_name, '')`;
export const payerNameBn: Sql = sql`case when y.name is not null then y.name_bn when u.name is not null then u.name_bn
    else coalesce(meters.holder_name_bn(p.connection_id), p.payer_name_bn) end`;

const columnsOf = (
  actor: Actor,
): Sql => sql`p.id, p.source, p.method, p.state, p.amount_minor as "amountMinor",
  case when p.source = 'INVOICE' and p.paid_on is not null and not p.owed_back then p.amount_minor - coalesce(l.allocated, 0) else 0 end as "advanceMinor",
  case when p.source = 'INVOICE' and p.state = 'APPROVED' and not p.owed_back then p.amount_minor else 0 end as "collectedMinor",
  coalesce(p.connection_id is not null and ${isBilledOut}, false) as "isBilledOut",
  coalesce(l.vat, p.vat_minor) as "vatMinor", ${payerName} as "payerName", ${payerNameBn} as "payerNameBn",
  coalesce(c.number, a.number, b.number, e.number, case when p.source = 'WALLET_RECHARGE' then u.number end, '') as "targetNumber", p.connection_id as "connectionId",
  p.application_id as "applicationId", p.work_order_id as "workOrderId", p.ownership_request_id as "ownershipRequestId",
  coalesce(s.number, e.sector_number, '') as "sectorNumber", coalesce(d.number, e.road_number, '') as "roadNumber",
  coalesce(c.plot_number, a.plot_number, b.plot_number, e.plot_number, '') as "plotNumber", r.number as "receiptNumber", p.slip_number as "slipNumber", k.state as cheque,
  o.order_id as "orderId", o.gateway, coalesce(p.state = 'PROCESSING' and o.unknown_since is not null, false) as "isUnknown", p.paid_on as "paidOn", p.created_at as "createdAt", p.decline_reason as "declineReason",
  coalesce(l.invoices, '[]') as invoices, p.owed_back as "owedBack", ${stillDue(actor.today)} as "stillDue",
  p.set_aside_at is not null as "isSetAside", p.replaced_by_id as "replacedById", p.created_by as "createdBy"`;

/** @param payments relation of payments: the table, or a page of its rows */
export const withNames = (payments: Sql) => sql`${payments} p
  left join consumers.consumers u on u.id = p.consumer_id
  left join consumers.consumers y on y.id = p.payer_id
  left join meters.connections c on c.id = p.connection_id
  left join applications.applications a on a.id = p.application_id
  left join work_orders.orders b on b.id = p.work_order_id
  left join ownership.requests e on e.id = p.ownership_request_id
  left join settings.roads d on d.id = coalesce(c.road_id, a.road_id, b.road_id)
  left join settings.sectors s on s.id = d.sector_id
  left join payments.receipts r on r.payment_id = p.id
  left join payments.orders o on o.payment_id = p.id
  left join payments.cheques k on k.payment_id = p.id
  left join lateral (
    select sum(x.amount_minor)::bigint as allocated, sum(x.vat_minor)::bigint as vat,
      jsonb_agg(jsonb_build_object('id', i.id, 'number', i.number, 'period', i.period, 'amountMinor', x.amount_minor)
        order by i.issued_on, i.id) as invoices
    from payments.allocations x join billing.invoices i on i.id = x.invoice_id where x.payment_id = p.id
  ) l on true`;

type Row = Omit<Payment, 'reversal' | 'keptBecause' | 'can'> & { createdBy: string | null };

type Query = z.output<(typeof paymentHistory)['query']>;
type Filters = Omit<Query, 'limit' | 'offset' | 'sort' | 'page'>;

/** Of payments or their tally `p`. */
const isOfSource = (source: Filters['source']): Sql =>
  source === 'ALL' ? sql`true` : sql`p.source = ${source}`;

function conditions(actor: Actor, query: Filters): Sql {
  const parts: Sql[] = [visibleTo(actor), isOfSource(query.source)];
  if (query.state) parts.push(sql`p.state = ${query.state}`);
  if (query.method) parts.push(sql`p.method = ${query.method}`);
  if (query.waits) parts.push(isWaiting(actor, query.waits));
  // A payment that never came has no business day; the day it was started counts instead.
  parts.push(...betweenDays(sql`coalesce(p.paid_on, ${dayOfInstant(sql`p.created_at`)})`, query));
  if (query.takenBy)
    parts.push(sql`p.created_by = ${actor.userId} and p.method in ('CASH', 'POS', 'CHEQUE')`);
  if (query.connectionId) parts.push(sql`p.connection_id = ${query.connectionId}`);
  if (query.consumerId) parts.push(isOfConsumer(query.consumerId));
  if (query.workOrderId) parts.push(sql`p.work_order_id = ${query.workOrderId}`);
  if (query.ownershipRequestId) parts.push(sql`p.ownership_request_id = ${query.ownershipRequestId}`);
  // An option's payments are those for its demand note and for its connection.
  if (query.applicationId) {
    parts.push(
      sql`(p.application_id = ${query.applicationId} or p.connection_id in (${ofOption(query.applicationId)}))`,
    );
  }
  if (query.search) parts.push(searching(query.search));
  return sql.join(parts, sql` and `);
}

/** That the office thinks of taking a payment back is no matter of the household. */
function isWaiting(actor: Actor, wait: PaymentWait): Sql {
  if (wait === 'BANK') return sql`p.state in ('CREATED', 'PROCESSING')`;
  return actor.kind === 'consumer'
    ? sql`false`
    : sql`p.id in (select v.payment_id from payments.reversals v where v.state = 'REQUESTED')`;
}

/** Payments `p` for what is theirs, and those that they made for a connection of somebody else. */
const isOfConsumer = (id: string): Sql =>
  sql`(${isConsumer(sql`p.consumer_id`, id)} or ${isConsumer(sql`p.payer_id`, id)})`;

/** Whether all that is asked for is told apart by the tally: source and state of all payments. */
function isTallied(actor: Actor, query: Query): boolean {
  const { source: _, state: __, limit: ___, offset: ____, page: _____, sort: ______, ...others } = query;
  return actor.kind !== 'consumer' && Object.values(others).every((filter) => filter === undefined);
}

/** Numbers are a receipt's, invoice's, connection's, slip's or order's; anything else is the payer's name or phone. */
function searching(search: string): Sql {
  const exact = toLatinDigits(search);
  const pattern = containing(exact.toLowerCase());
  return sql`(upper(regexp_replace(p.slip_number, '\\s', '', 'g')) = upper(regexp_replace(${exact}::text, '\\s', '', 'g'))
    or p.id in (select payment_id from payments.receipts where number = ${exact})
    or p.id in (select payment_id from payments.orders where order_id = ${exact})
    or p.id in (select x.payment_id from payments.allocations x join billing.invoices i on i.id = x.invoice_id where i.number = ${exact})
    or p.connection_id in (select id from meters.connections where number = ${exact})
    or p.application_id in (select id from applications.applications where search like ${pattern})
    or p.work_order_id in (select id from work_orders.orders where number = ${exact})
    or p.ownership_request_id in (select id from ownership.requests where number = ${exact})
    or p.consumer_id in (${consumersFound(search)}) or p.payer_id in (${consumersFound(search)}))`;
}

/** The payments of one source, or of all, that the actor asked for and may see. */
export function paymentList(actor: Actor, query: Filters): ListQuery {
  const where = conditions(actor, query);
  return {
    rows: sql`select p.*, p.created_at as "createdAt", p.amount_minor as "amountMinor", p.paid_on as "paidOn"
      from payments.payments p where ${where}`,
    details: (page) => sql`select ${columnsOf(actor)} from ${withNames(sql`(${page})`)}`,
    sorts: { createdAt: sql`"createdAt"`, amountMinor: sql`"amountMinor"`, paidOn: sql`"paidOn"` },
    tieBreak: sql`id`,
    count: sql`select count(*) as total from payments.payments p where ${where}`,
  };
}

/** A page of them, with the sum of what came in among all that match. What a wallet paid came in when it was put in. */
export async function listPayments(
  db: Db | Tx,
  actor: Actor,
  query: Query,
): Promise<Page<Payment> & { sums: Sums }> {
  const where = conditions(actor, query);
  const { total, amountMinor } = await oneTogether<{ total: number; amountMinor: number }>(
    db,
    isTallied(actor, query)
      ? sql`select coalesce(sum(p.payments), 0)::bigint as total,
          coalesce(sum(p.amount_minor) filter (where p.state = 'APPROVED' and not p.from_wallet), 0)::bigint as "amountMinor"
        from payments.payment_tally p where ${isOfSource(query.source)} and ${query.state ? sql`p.state = ${query.state}` : sql`true`}`
      : sql`select count(*) as total,
          coalesce(sum(p.amount_minor) filter (where p.state = 'APPROVED' and (p.method <> 'WALLET' or ${query.method === 'WALLET'})), 0)::bigint as "amountMinor"
        from payments.payments p where ${where}`,
  );
  const page = await listPage<Row>(
    db,
    { ...query, offset: query.page ?? query.offset },
    { ...paymentList(actor, query), count: sql`select ${total}::bigint as total` },
  );
  return {
    ...page,
    items: await withReversals(db, actor, page.items),
    sums: { amountMinor, collectedMinor: await collectedOf(db, actor, query) },
  } as Page<Payment> & { sums: Sums };
}

type Sums = { amountMinor: number; collectedMinor: number | null };

/** Refunds and reversals have no method, cashier or search text. */
async function collectedOf(db: Db | Tx, actor: Actor, query: Filters): Promise<number | null> {
  const { source, state, method, waits, takenBy, applicationId, search, from, to, connectionId, consumerId } =
    query;
  const isOther = source !== 'INVOICE' || (state !== undefined && state !== 'APPROVED');
  if (isOther || method || waits || takenBy || applicationId || search) return null;
  const isOfAll = actor.kind !== 'consumer' && !connectionId && !consumerId;
  // The payments of the rows, and the refunds of what the consumer owns.
  const payments = [
    visibleTo(actor),
    ...(connectionId ? [sql`p.connection_id = ${connectionId}::uuid`] : []),
    ...(consumerId ? [isOfConsumer(consumerId)] : []),
  ];
  const connections = [
    actor.kind === 'consumer' ? isConsumer(sql`c.consumer_id`, actor.consumerId) : sql`true`,
    ...(connectionId ? [sql`c.id = ${connectionId}::uuid`] : []),
    ...(consumerId ? [isConsumer(sql`c.consumer_id`, consumerId)] : []),
  ];
  const money = collected({
    ...{ from, to },
    of: isOfAll
      ? undefined
      : { payments: sql.join(payments, sql` and `), connections: sql.join(connections, sql` and `) },
  });
  const { minor } = await one<{ minor: number }>(
    db,
    sql`select coalesce(sum(minor), 0)::bigint as minor from ${money} c`,
  );
  return minor;
}

/** One payment; refuses an unknown or foreign one. */
export async function getPayment(db: Db | Tx, actor: Actor, id: string): Promise<Payment> {
  const row = await first<Row>(
    db,
    sql`${PLANNED_ONCE} select ${columnsOf(actor)} from ${withNames(sql`payments.payments`)} where p.id = ${id} and ${visibleTo(actor)}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  const [payment] = await withReversals(db, actor, [row]);
  if (!payment) throw fail(commonErrors.not_found);
  return payment;
}

async function withReversals(db: Db | Tx, actor: Actor, rows: readonly Row[]): Promise<Payment[]> {
  const reversals = actor.kind === 'consumer' ? [] : await reversalsOf(db, rows);
  const isReverser = may(actor, 'payments:reverse');
  const tookBack = isReverser
    ? await bankTookBack(
        db,
        rows.map(({ id }) => id),
      )
    : new Set<string>();
  const kept = isReverser ? await keptRecharges(db, rows, tookBack) : new Map<string, null>();
  const refundable = may(actor, 'payments:refund') ? await refundableOf(db, rows) : new Set<string>();
  return rows.map(({ createdBy: _, ...row }) => {
    const reversal = reversals.find((item) => item.paymentId === row.id) ?? null;
    const mayAnswer = isReverser && reversal?.state === 'REQUESTED';
    const isAsker = actor.userId !== null && reversal?.requestedBy === actor.userId;
    return {
      ...row,
      reversal,
      keptBecause: kept.get(row.id) ?? null,
      can: {
        receipt: row.receiptNumber !== null,
        revalidate: may(actor, 'payments:revalidate') && mayRevalidate(row.method, row.state),
        reverse:
          isReverser &&
          row.state === 'APPROVED' &&
          isReversible(row, tookBack.has(row.id)) &&
          row.cheque !== 'DEPOSITED' &&
          !kept.has(row.id) &&
          reversal?.state !== 'REQUESTED',
        refund: refundable.has(row.id),
        decideReversal: mayAnswer && !isAsker,
        giveUpReversal: mayAnswer && isAsker,
      },
    };
  });
}

/** Recharges that are not reversed: what is not in the wallet any more, and what came through the bank. */
async function keptRecharges(
  db: Db | Tx,
  rows: readonly Row[],
  tookBack: ReadonlySet<string>,
): Promise<Map<string, 'SPENT' | 'BANK'>> {
  const recharges = rows.filter(({ state, source }) => state === 'APPROVED' && source === 'WALLET_RECHARGE');
  if (recharges.length === 0) return new Map();
  const atBank = sql`(p.method = 'GATEWAY' and p.id <> all(${[...tookBack]}::uuid[]))`;
  const found = await all<{ id: string; because: 'SPENT' | 'BANK' }>(
    db,
    sql`select p.id, case when ${atBank} then 'BANK' else 'SPENT' end as because
      from payments.payments p join consumers.consumers c on c.id = p.wallet_of
      left join ledger.party_balances b on b.party_id = coalesce(c.merged_into, c.id) and b.account_code = ${ACCOUNTS.wallets}
      where p.id = any(${recharges.map(({ id }) => id)}::uuid[])
        and (${atBank} or coalesce(b.balance_minor, 0) < p.amount_minor)`,
  );
  return new Map(found.map(({ id, because }) => [id, because]));
}

function mayRevalidate(method: string, state: PaymentState): boolean {
  return method === 'GATEWAY' && (isUndecided(state) || state === 'CANCELED' || state === 'EXPIRED');
}

/** Payments whose journal put them on the account of what is owed back (2210), without a case. */
async function refundableOf(db: Db | Tx, rows: readonly Row[]): Promise<Set<string>> {
  const notes = rows.filter((row) => row.state === 'APPROVED' && (row.source !== 'INVOICE' || row.owedBack));
  if (notes.length === 0) return new Set();
  const found = await all<{ id: string }>(
    db,
    sql`select j.source_id as id from ledger.journals j
      join ledger.entries e on e.journal_id = j.id and e.account_code = ${ACCOUNTS.refundable}
      where j.kind = 'PAYMENT' and j.source_id = any(${notes.map((row) => row.id)}::uuid[])
        and not exists (select from payments.refunds f where f.payment_id = j.source_id)`,
  );
  return new Set(found.map(({ id }) => id));
}

/** What a payment's machine and settling need to know. */
export type PaymentFacts = {
  id: string;
  source: PaymentSource;
  method: PaymentMethod;
  state: PaymentState;
  amountMinor: number;
  consumerId: string | null;
  connectionId: string | null;
  applicationId: string | null;
  demandNoteId: string | null;
  workOrderId: string | null;
  ownershipRequestId: string | null;
  /** Whose wallet is recharged, or pays. */
  walletOf: string | null;
  /** Who pays for the connection of another one. */
  payerId: string | null;
  /** Who took it at the counter, or began it. */
  createdBy: string | null;
  /** It pays nothing: all of it goes back. */
  owedBack: boolean;
  /** Another payment booked what the bank really took. */
  isReplaced: boolean;
};

const facts = sql`p.id, p.source, p.method, p.state, p.amount_minor as "amountMinor", p.consumer_id as "consumerId",
  p.connection_id as "connectionId", p.application_id as "applicationId", p.demand_note_id as "demandNoteId", p.work_order_id as "workOrderId",
  p.ownership_request_id as "ownershipRequestId", p.payer_id as "payerId", p.wallet_of as "walletOf", p.created_by as "createdBy",
  p.owed_back as "owedBack",
  p.replaced_by_id is not null as "isReplaced"`;

/** A payment's facts without a lock; undefined if it is not the actor's. */
export function paymentFacts(db: Db | Tx, actor: Actor, id: string): Promise<PaymentFacts | undefined> {
  return first(db, sql`select ${facts} from payments.payments p where p.id = ${id} and ${actsOn(actor)}`);
}

/** Locks a payment: the first lock of everything that moves money. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentFacts> {
  const row = await first<PaymentFacts>(
    tx,
    sql`select ${facts} from payments.payments p where p.id = ${id} for update`,
  );
  if (!row) throw fail(commonErrors.not_found);
  return row;
}

export type Differences = { receivableMinor: number; advancesMinor: number; unsettledMinor: number };

/**
 * Three proofs that must be zero: unpaid invoices against 1100 and advances against 2200, as the ledger compares them
 * (view ledger.documents), and settled against its sources.
 */
export function differences(db: Db | Tx): Promise<Differences> {
  return one(
    db,
    sql<Differences>`with compared as (
        select account_code, sum(abs(coalesce(d.amount_minor, 0) - coalesce(b.amount_minor, 0))) as amount
        from (select * from ledger.documents where account_code in (${ACCOUNTS.receivable}, ${ACCOUNTS.advances})) d
        full join (
          select e.account_code, e.party_id, sum(e.amount_minor) as amount_minor from ledger.entries e
          where e.account_code in (${ACCOUNTS.receivable}, ${ACCOUNTS.advances}) group by 1, 2
        ) b using (account_code, party_id) group by 1
      ), settled as (
        select i.id, i.settled_minor
          - coalesce((select sum(x.amount_minor) from payments.allocations x join payments.payments p on p.id = x.payment_id
              where x.invoice_id = i.id and p.state = 'APPROVED'), 0)
          - coalesce((select sum(u.amount_minor) from billing.advance_uses u where u.invoice_id = i.id), 0) as amount
        from billing.invoices i
      )
      select
        coalesce((select amount from compared where account_code = ${ACCOUNTS.receivable}), 0)::bigint as "receivableMinor",
        coalesce((select amount from compared where account_code = ${ACCOUNTS.advances}), 0)::bigint as "advancesMinor",
        (select coalesce(sum(abs(amount)), 0)::bigint from settled) as "unsettledMinor"`,
  );
}
