/** Questions about what can be paid. */

import { isAmongDisputed } from '#domains/billing/disputes/disputed.ts';
import { isBilledOut } from '#domains/billing/invoices/advances-left.ts';
import {
  connectionsTakenBy,
  openTakenOf,
  ownOpenOf,
  takenOverBills,
  takenOverMinor,
  takenOverSums,
  takerNames,
  takerOf,
} from '#domains/billing/invoices/taken-over.ts';
import { isAmongPlans, planOfConnection } from '#domains/billing/payment-plans/asked.ts';
import { payOrder } from '#domains/billing/surcharges/queries.ts';
import { consumersFound, isConsumer } from '#domains/consumers/queries.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { balanceOf } from '#domains/ledger/queries.ts';
import { mayPayFor } from '#domains/meters/sharing/visible.ts';
import { chargeAsked } from '#domains/work-orders/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { all, type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { minor, toLatinDigits } from '#shared/money.ts';
import { normalisePhone } from '#shared/phone.ts';
import { visibleTo } from '../queries.ts';
import type { FoundPayable, Payable, PayableDetail } from './contract.ts';
import { closedFees, feesDue, namedFees, numberedFees } from './fees.ts';
import { walletMoney } from './wallet-money.ts';

const MOST = 10;
const MOST_FEES = 20;
/** What is due is added up for each of these. */
const MOST_LOOKED_AT = 200;
const MOST_OF_A_CONSUMER = 200;

type ClosedPayable = Payable & Pick<NonNullable<PayableDetail['closed']>, 'because'>;

const place = sql`coalesce(s.number, '') as "sectorNumber", coalesce(d.number, '') as "roadNumber"`;

const connections = (where: Sql) => sql<Payable>`select 'CONNECTION' as kind, p.id, p.number,
    coalesce(u.name, meters.holder_name(p.id), '') as "payerName",
    case when u.id is null then meters.holder_name_bn(p.id) else u.name_bn end as "payerNameBn", coalesce(u.phone, '') as phone, ${place}, p.plot_number as "plotNumber",
    coalesce((select sum(${ownOpenOf('i')}) from billing.invoices i
      where i.connection_id = p.id and i.cancelled_on is null and i.settled_minor < i.total_minor), 0)::bigint as "dueMinor", ${takenOverMinor(sql`p.id`)} as "takenOverMinor"
  from meters.connections p
  left join consumers.consumers u on u.id = p.consumer_id
  join settings.roads d on d.id = p.road_id
  join settings.sectors s on s.id = d.sector_id
  where ${where}`;

/** Bills of an earlier owner that the actor took over with a connection: neither that one's name nor a later bill. */
const takenOver = (
  actor: Actor,
  where: Sql,
) => sql<Payable>`select 'CONNECTION' as kind, p.id, p.number, u.name as "payerName",
    u.name_bn as "payerNameBn", u.phone, ${place}, p.plot_number as "plotNumber", b.due as "dueMinor", 0 as "takenOverMinor"
  from (${takenOverSums(actor)}) b
  join meters.connections p on p.id = b.connection_id
  join consumers.consumers u on u.id = ${actor.consumerId}::uuid
  join settings.roads d on d.id = p.road_id
  join settings.sectors s on s.id = d.sector_id
  where ${where}`;

/** After its last day a note takes no money, also before the nightly job has ended the application. */
const noteDue = (actor: Actor) =>
  sql`(p.state = 'READY_TO_PAY' and p.overlay is null and p.expires_on >= ${actor.today}::date and n.settled_minor < n.total_minor)`;
/** Of the applications that have one: the demand note in force. */
const notes = (actor: Actor, where: Sql) => sql<Payable>`select 'DEMAND_NOTE' as kind, p.id, p.number,
    coalesce(p.applicant ->> 'name', '') as "payerName", p.applicant ->> 'nameBn' as "payerNameBn", coalesce(p.applicant ->> 'phone', '') as phone,
    ${place}, p.plot_number as "plotNumber", n.total_minor - n.settled_minor as "dueMinor", 0 as "takenOverMinor"
  from applications.applications p
  join applications.demand_notes n on n.application_id = p.id and n.cancelled_at is null
  left join settings.roads d on d.id = p.road_id
  left join settings.sectors s on s.id = d.sector_id
  where p.deleted_at is null and ${noteDue(actor)} and ${where}`;
/** The same application if it takes no money. A note that was revised is cancelled: the newest one says how it is. */
const closedNotes = (
  actor: Actor,
  where: Sql,
) => sql<ClosedPayable>`select 'DEMAND_NOTE' as kind, p.id, coalesce(p.number, '') as number,
    coalesce(p.applicant ->> 'name', '') as "payerName", p.applicant ->> 'nameBn' as "payerNameBn", coalesce(p.applicant ->> 'phone', '') as phone,
    ${place}, p.plot_number as "plotNumber", 0 as "dueMinor", 0 as "takenOverMinor",
    case when n.cancelled_at is null and n.settled_minor = n.total_minor then 'PAID'
      when p.state in ('REJECTED', 'WITHDRAWN', 'EXPIRED') then 'ENDED'
      when p.overlay is not null then 'HELD'
      when p.state = 'READY_TO_PAY' and p.expires_on < ${actor.today}::date then 'OVER' else 'NOT_YET' end as because
  from applications.applications p
  left join lateral (select * from applications.demand_notes n where n.application_id = p.id
    order by n.cancelled_at is null desc, n.issued_on desc, n.id desc limit 1) n on true
  left join settings.roads d on d.id = p.road_id
  left join settings.sectors s on s.id = d.sector_id
  where p.deleted_at is null and ${where}`;

/** Work that is charged and waits for its money. The phone that was left for the work is of somebody else, if the office asked. */
const orders = (actor: Actor, where: Sql) => ordersOf(actor, sql`${ORDER_DUE} and ${where}`);
const ORDER_DUE = chargeAsked('p');
const ordersOf = (
  actor: Actor,
  where: Sql,
  more = sql``,
) => sql<Payable>`select 'WORK_ORDER' as kind, p.id, p.number,
    coalesce(u.name, p.contact_name, '') as "payerName", u.name_bn as "payerNameBn",
    coalesce(case when ${actor.kind !== 'consumer'}::boolean then p.phone end, u.phone, '') as phone,
    ${place}, p.plot_number as "plotNumber",
    case when ${ORDER_DUE} then p.charge_minor - p.paid_minor else 0 end as "dueMinor", 0 as "takenOverMinor" ${more}
  from work_orders.orders p
  left join consumers.consumers u on u.id = p.consumer_id
  join settings.roads d on d.id = p.road_id
  join settings.sectors s on s.id = d.sector_id
  where ${where}`;
/** The same order if it takes no money. */
const closedOrders = (actor: Actor, where: Sql): Sql<ClosedPayable> =>
  ordersOf(
    actor,
    where,
    sql`, case when p.state in ('REJECTED', 'CANCELLED') then 'ENDED' when p.waived_by is not null then 'WAIVED'
      when p.charge_minor = p.paid_minor then 'PAID' else 'NOT_YET' end as because`,
  ) as Sql<ClosedPayable>;

/**
 * Digits of ten are one number of ours (the first digit says of what); else phone, plot or name. Each way has its own
 * index; conditions joined by `or` would read all connections.
 */
export async function findPayables(
  db: Db | Tx,
  actor: Actor,
  search: string,
): Promise<{ items: FoundPayable[] }> {
  const exact = toLatinDigits(search).trim();
  if (/^\d{10}$/.test(exact)) {
    const found = await payables(
      db,
      actor,
      sql`p.id in (select id from meters.connections where number = ${exact}
        union all select connection_id from billing.invoices where number = ${exact}
        union all select c.id from consumers.consumers u join meters.connections c
          on c.consumer_id = coalesce(u.merged_into, u.id) where u.number = ${exact}
        union all (${connectionsTakenBy(sql`select id from consumers.consumers where number = ${exact}
          union all select consumer_id from meters.connections where number = ${exact}`)}))`,
      sql`p.number = ${exact} or n.number = ${exact} or p.customer_number = ${exact}`,
      sql`p.number = ${exact}`,
      numberedFees(exact),
    );
    if (found.items.length > 0) return found;
  }
  const pattern = containing((normalisePhone(exact) ?? exact).toLowerCase());
  return payables(
    db,
    actor,
    sql`p.id in (select id from meters.connections where consumer_id in (
          select coalesce(c.merged_into, c.id) from consumers.consumers c where c.id in (${consumersFound(exact)}) limit 50)
      union all (${connectionsTakenBy(consumersFound(exact))} limit ${MOST_LOOKED_AT})
      union all (select id from meters.connections where platform.plot_key(plot_number) = platform.plot_key(${exact}::text) order by number limit ${MOST_LOOKED_AT})
      union all (select id from meters.connections where number like ${containing(exact).slice(1)}
        order by number limit ${MOST_LOOKED_AT}))`,
    sql`p.search like ${pattern}`,
    sql`p.consumer_id in (${consumersFound(exact)})`,
    namedFees(exact),
  );
}

/** Who owes most comes first. */
async function payables(
  db: Db | Tx,
  actor: Actor,
  ofConnections: Sql,
  ofNotes: Sql,
  ofOrders: Sql,
  ofFees: Sql,
): Promise<{ items: FoundPayable[] }> {
  const items = await all<FoundPayable>(
    db,
    sql`select p.*, case when k.name is not null then to_json(k) end as taker from ((${notes(actor, sql`(${ofNotes})`)} order by "dueMinor" desc, p.number limit ${MOST})
      union all (${orders(actor, sql`(${ofOrders})`)} order by "dueMinor" desc, p.number limit ${MOST})
      union all (${feesDue(actor, ofFees)} order by "dueMinor" desc, r.number limit ${MOST})
      union all (${connections(sql`(${ofConnections})`)} order by "dueMinor" desc, p.number limit ${MOST})
      order by "dueMinor" desc, number limit ${MOST}) p
      left join lateral (${takerNames(sql`p.id`)}) k on p."takenOverMinor" > 0 order by p."dueMinor" desc, p.number`,
  );
  return { items };
}

/** What the counter shows before anything is searched for: who takes fees finds them without knowing a number. */
export async function listFeesDue(db: Db | Tx, actor: Actor): Promise<{ items: Payable[]; total: number }> {
  const due = feesDue(actor, sql`true`);
  const [items, { total }] = await Promise.all([
    all<Payable>(db, sql`${due} order by r.state_since, r.number limit ${MOST_FEES}`),
    one<{ total: number }>(db, sql`select count(*)::int as total from (${due}) d`),
  ]);
  return { items, total };
}

/** A consumer's own, and shared ones that they may pay for. */
function ownPayables(actor: Actor): Sql {
  const own = isConsumer(sql`p.consumer_id`, actor.consumerId);
  return sql`(${notes(actor, own)}) union all (${orders(actor, own)}) union all (${connections(mayPayFor(actor, sql`p.id`))})
    union all (${takenOver(actor, sql`true`)}) union all (${feesDue(actor, sql`true`)})`;
}

export async function listMyPayables(db: Db | Tx, actor: Actor): Promise<{ items: Payable[] }> {
  const items = await all<Payable>(
    db,
    sql`${ownPayables(actor)} order by "dueMinor" desc, number limit ${MOST_OF_A_CONSUMER}`,
  );
  return { items };
}

async function hasOthers(db: Db | Tx, actor: Actor, target: string): Promise<boolean> {
  if (actor.kind !== 'consumer') return false;
  const found = await one<{ found: boolean }>(
    db,
    sql`select exists (select from (${ownPayables(actor)}) own where own.id <> ${target}) as found`,
  );
  return found.found;
}

/** Who took open bills of a connection over: the counter asks whose money it is. */
async function takerNamed(db: Db | Tx, actor: Actor, connectionId: string): Promise<PayableDetail['taker']> {
  const taker = await takerOf(db, connectionId);
  if (!taker) return null;
  const named = await one<Omit<NonNullable<PayableDetail['taker']>, 'items'>>(
    db,
    sql`select name, name_bn as "nameBn", coalesce(phone, '') as phone from consumers.consumers where id = ${taker.takerId}`,
  );
  const items = await all<NonNullable<PayableDetail['taker']>['items'][number]>(
    db,
    sql`select number, period, due_on as "dueOn", due_on < ${actor.today} as overdue, open_minor as "openMinor",
        ${dayOfInstant(sql`t.taken_at`)} as "takenOn"
      from (${openTakenOf(sql`${connectionId}::uuid`)}) t order by issued_on, invoice_id`,
  );
  return { ...named, items };
}

/** What a payment is for, as the call names it, and the column of a payment. */
const COLUMN = {
  connectionId: sql`connection_id`,
  applicationId: sql`application_id`,
  workOrderId: sql`work_order_id`,
  ownershipRequestId: sql`ownership_request_id`,
};
type Of = keyof typeof COLUMN;
const OF = Object.keys(COLUMN) as Of[];

/** What takes no money: why, and the receipt of what was paid. */
async function getClosed(
  db: Db | Tx,
  actor: Actor,
  { target, of, own }: { target: string; of: Exclude<Of, 'connectionId'>; own: Sql },
): Promise<PayableDetail> {
  const closed = {
    applicationId: () => closedNotes(actor, own),
    workOrderId: () => closedOrders(actor, own),
    ownershipRequestId: () => closedFees(actor, sql`r.id = ${target}`) as Sql<ClosedPayable>,
  };
  const found = await first<ClosedPayable>(db, closed[of]());
  if (!found) throw fail(commonErrors.not_found);
  const { because, ...head } = found;
  const receipt = await first<NonNullable<NonNullable<PayableDetail['closed']>['receipt']>>(
    db,
    sql`select p.id as "paymentId", r.number from payments.payments p join payments.receipts r on r.payment_id = p.id
      where p.${COLUMN[of]} = ${target} and p.state = 'APPROVED' and not p.owed_back and ${visibleTo(actor)}
      order by p.created_at desc, p.id limit 1`,
  );
  return {
    ...head,
    surplus: 'NOT_TAKEN',
    closed: { because, receipt: receipt ?? null },
    ...{
      items: [],
      advanceMinor: minor(0),
      taker: null,
      running: null,
      setAsideMinor: minor(0),
      disputedMinor: minor(0),
      plan: null,
    },
    walletMinor: null,
    hasOthers: await hasOthers(db, actor, target),
  };
}

/** A connection that has ended has no next bill. */
async function surplusOf(db: Db | Tx, connectionId: string): Promise<PayableDetail['surplus']> {
  const { isEnded } = await one<{ isEnded: boolean }>(
    db,
    sql`select ${isBilledOut} as "isEnded" from meters.connections c where c.id = ${connectionId}`,
  );
  return isEnded ? 'PAID_BACK' : 'NEXT_BILL';
}

export async function getPayable(
  db: Db | Tx,
  actor: Actor,
  query: {
    connectionId?: string | undefined;
    applicationId?: string | undefined;
    workOrderId?: string | undefined;
    ownershipRequestId?: string | undefined;
  },
): Promise<PayableDetail> {
  const { connectionId } = query;
  const of = OF.find((name) => query[name] !== undefined);
  const target = of && query[of];
  if (!of || !target) throw fail(commonErrors.not_found);
  const isOwn = actor.kind === 'consumer' ? isConsumer(sql`p.consumer_id`, actor.consumerId) : sql`true`;
  const own = sql`p.id = ${target} and ${isOwn}`;
  const opened = {
    connectionId: () => connections(sql`p.id = ${target} and ${mayPayFor(actor, sql`p.id`)}`),
    applicationId: () => notes(actor, own),
    workOrderId: () => orders(actor, own),
    ownershipRequestId: () => feesDue(actor, sql`r.id = ${target}`),
  };
  const open = await first<Payable>(db, opened[of]());
  const taken =
    open || !connectionId ? undefined : await first<Payable>(db, takenOver(actor, sql`p.id = ${target}`));
  if (!open && of !== 'connectionId') return getClosed(db, actor, { target, of, own });
  const found = open ?? taken;
  if (!found) throw fail(commonErrors.not_found);
  const openMinor = taken
    ? sql`coalesce((select t.open_minor from (${takenOverBills(actor)}) t where t.invoice_id = i.id), 0)`
    : ownOpenOf('i');
  type Item = PayableDetail['items'][number];
  const itemsOf = {
    connectionId: sql<Item>`select number, period, due_on as "dueOn", (due_on < ${actor.today} and not ${isAmongPlans('i')}) as overdue, ${openMinor} as "openMinor"
      from billing.invoices i where connection_id = ${target} and cancelled_on is null and settled_minor < total_minor and ${openMinor} > 0
      order by ${payOrder('i')}`,
    applicationId: sql<Item>`select number, null as period, due_on as "dueOn", due_on < ${actor.today} as overdue, total_minor - settled_minor as "openMinor"
      from applications.demand_notes where application_id = ${target} and cancelled_at is null`,
    workOrderId: sql<Item>`select number, null as period, ${dayOfInstant(sql`due_at`)} as "dueOn", false as overdue,
      charge_minor - paid_minor as "openMinor" from work_orders.orders where id = ${target}`,
    // Nobody is late with it: it has no last day.
    ownershipRequestId: sql<Item>`select connection_number as number, null as period, ${dayOfInstant(sql`state_since`)} as "dueOn",
      false as overdue, fee_minor as "openMinor" from ownership.requests where id = ${target}`,
  };
  const items = await all<Item>(db, itemsOf[of]);
  const { disputedMinor } = await one<{ disputedMinor: PayableDetail['disputedMinor'] }>(
    db,
    sql`select coalesce(sum(${openMinor}), 0)::bigint as "disputedMinor" from billing.invoices i
      where i.connection_id = ${connectionId ?? null}::uuid and i.cancelled_on is null and i.settled_minor < i.total_minor
        and ${openMinor} > 0 and ${isAmongDisputed('i')}`,
  );
  // What is kept there is the earlier owner's.
  const balance =
    connectionId && !taken ? await balanceOf(db, { partyId: connectionId, account: ACCOUNTS.advances }) : 0;
  const ofTarget = sql`p.${COLUMN[of]} = ${target}`;
  const running = await first<NonNullable<PayableDetail['running']>>(
    db,
    sql`select p.id, p.amount_minor as "amountMinor", p.created_at as "createdAt",
        p.created_by is not distinct from ${actor.userId}::uuid as "isOwn" from payments.payments p
      where ${ofTarget} and p.method = 'GATEWAY' and p.state = 'PROCESSING'
        and p.set_aside_at is null and ${visibleTo(actor)}`,
  );
  const { setAsideMinor } = await one<{ setAsideMinor: PayableDetail['setAsideMinor'] }>(
    db,
    sql`select coalesce(sum(p.amount_minor), 0)::bigint as "setAsideMinor" from payments.payments p
      where ${ofTarget} and p.method = 'GATEWAY' and p.state = 'PROCESSING'
        and p.set_aside_at is not null and ${visibleTo(actor)}`,
  );
  return {
    ...found,
    closed: null,
    surplus: connectionId && !taken ? await surplusOf(db, connectionId) : 'NOT_TAKEN',
    items,
    disputedMinor,
    plan: connectionId && !taken ? await planOfConnection(db, actor, connectionId) : null,
    taker: actor.kind === 'consumer' || !connectionId ? null : await takerNamed(db, actor, connectionId),
    advanceMinor: Math.max(-balance, 0) as PayableDetail['advanceMinor'],
    running: running ?? null,
    setAsideMinor,
    walletMinor: items.length > 0 ? await walletMoney(db, actor) : null,
    hasOthers: await hasOthers(db, actor, target),
  };
}
