/** Questions about alarms; the calls are the office's, so no row is limited. */
import type { z } from 'zod';
import { ownOpen, takenDue } from '#domains/billing/invoices/taken-over.ts';
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import { feeOpen } from '#domains/ownership/fee/due.ts';
import { chargeAsked } from '#domains/work-orders/queries.ts';
import { type Actor, may } from '#platform/actor.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { countBy, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Alarm, listAlarms as listCall } from './contract.ts';

type Query = z.output<(typeof listCall)['query']>;
type Filters = Omit<Query, 'limit' | 'offset' | 'sort'>;
type Row = Omit<Alarm, 'can'> & { requestedById: string | null };

/** The payment that an alarm `a` is about: its own, or the one whose order the bank's call names. */
export const aboutPayment = sql`coalesce(a.payment_id, (select b.payment_id from payments.orders b
  where a.inbox_id is not null and b.order_id = a.details ->> 'orderId'))`;

/** Whether the payer of `p` took bills of the connection over. */
const TAKER = sql`exists (select from billing.taken_over_bills t join consumers.consumers k on k.id = t.consumer_id
  join consumers.consumers y on y.id = p.payer_id
  where t.connection_id = p.connection_id and billing.is_taken_over(t.invoice_id)
    and coalesce(k.merged_into, k.id) = coalesce(y.merged_into, y.id))`;

/** As `settleMoney` finds it: what is due, and whether a part of it is taken. A note in force takes a bank's money also on hold. */
const TARGET = sql`case when a.state <> 'SOLVED' and p.id is not null then jsonb_build_object(
  'kind', case when p.source = 'WALLET_RECHARGE' then 'WALLET' when ${TAKER} then 'TAKEN_OVER' when p.connection_id is not null then 'CONNECTION' when p.application_id is not null then 'DEMAND_NOTE'
    when p.work_order_id is not null then 'WORK_ORDER' else 'OWNERSHIP' end,
  'dueMinor', case when p.connection_id is not null then coalesce((select sum(case when ${TAKER} then ${takenDue(sql`i.id`)}
        when t.taken_at > p.created_at then i.total_minor - i.settled_minor else ${ownOpen('i')} end) from billing.invoices i
      left join billing.taken_over_bills t on t.invoice_id = i.id
      where i.connection_id = p.connection_id and i.cancelled_on is null and i.settled_minor < i.total_minor), 0)
    when p.application_id is not null then coalesce((select m.total_minor - m.settled_minor from applications.demand_notes m
      where m.id = p.demand_note_id and m.cancelled_at is null and n.state = 'READY_TO_PAY'), 0)
    when ${chargeAsked('z')} then z.charge_minor - z.paid_minor when ${feeOpen('r')} then r.fee_minor else 0 end,
  'takesPart', p.connection_id is not null or (p.application_id is not null and coalesce((select (e.value ->> 'partialPayment')::boolean
    from settings.entries e where e.key = 'applications'), false))) end`;

const columns = sql`${TARGET} as target, a.id, a.kind, a.state, a.raised_at as "raisedAt", a.owner_id as "ownerId", w.name as owner,
  a.taken_at as "takenAt", p.id as "paymentId", coalesce(c.number, n.number, z.number, r.number, case when p.source = 'WALLET_RECHARGE' then u.number end) as "targetNumber",
  coalesce(u.name, p.payer_name) as "payerName",
  case when u.id is not null then u.name_bn else p.payer_name_bn end as "payerNameBn",
  coalesce(o.order_id, a.details ->> 'orderId') as "orderId",
  a.details ->> 'file' as "bankFile", a.details ->> 'reference' as reference, p.amount_minor as "orderedMinor", a.bank_minor as "bankMinor",
  payments.booked_minor(p.id) as "bookedMinor", a.bank_minor - payments.booked_minor(p.id) as "openMinor",
  a.may_be_money as "mayBeMoney",
  a.solution, a.remark, s.name as "solvedBy", a.solved_at as "solvedAt",
  case when q.id is not null then jsonb_build_object('id', q.id, 'kind', q.kind, 'amountMinor', q.amount_minor, 'reason', q.reason,
    'requestedBy', coalesce(y.name, '')) end as proposal, q.requested_by as "requestedById"`;

const source = sql`payments.alarms a
  left join payments.payments p on p.id = ${aboutPayment}
  left join payments.orders o on o.payment_id = p.id
  left join meters.connections c on c.id = p.connection_id
  left join applications.applications n on n.id = p.application_id
  left join work_orders.orders z on z.id = p.work_order_id
  left join ownership.requests r on r.id = p.ownership_request_id
  left join consumers.consumers u on u.id = p.consumer_id
  left join identity.users w on w.id = a.owner_id
  left join identity.users s on s.id = a.solved_by
  left join payments.proposals q on q.alarm_id = a.id and q.state = 'REQUESTED'
  left join identity.users y on y.id = q.requested_by`;

function conditions(actor: Actor, query: Filters): Sql {
  const parts: Sql[] = [sql`true`];
  if (query.state) parts.push(sql`a.state = ${query.state}`);
  if (query.kind) parts.push(sql`a.kind = ${query.kind}`);
  if (query.owner) parts.push(sql`a.owner_id = ${actor.userId}`);
  if (query.search) {
    const exact = toLatinDigits(query.search).trim();
    parts.push(sql`(a.details ->> 'orderId' = ${exact} or a.payment_id in (
      select x.id from payments.payments x left join payments.orders y on y.payment_id = x.id
        left join meters.connections k on k.id = x.connection_id
        left join applications.applications l on l.id = x.application_id
        left join work_orders.orders m on m.id = x.work_order_id
        left join ownership.requests g on g.id = x.ownership_request_id
      where ${exact} in (y.order_id, k.number, l.number, m.number, g.number)))`);
  }
  return sql.join(parts, sql` and `);
}

export function alarmList(actor: Actor, query: Filters): ListQuery {
  const where = conditions(actor, query);
  return {
    rows: sql`select ${columns} from ${source} where ${where}`,
    sorts: { raisedAt: sql`"raisedAt"` },
    tieBreak: sql`id`,
    count: sql`select count(*) as total from payments.alarms a where ${where}`,
  };
}

/** A page of alarms, and how many are in each state, with all other filters applied. */
export async function listAlarms(db: Db | Tx, actor: Actor, query: Query) {
  const page = await listPage<Row>(db, query, alarmList(actor, query));
  const where = conditions(actor, { ...query, state: undefined });
  const counts = await countBy(db, sql`select a.state as key from payments.alarms a where ${where}`);
  return { ...page, items: page.items.map((row) => shown(row, actor)), counts };
}

export async function getAlarm(db: Db | Tx, actor: Actor, id: string): Promise<Alarm> {
  const row = await first<Row>(db, sql`select ${columns} from ${source} where a.id = ${id}`);
  if (!row) throw fail(commonErrors.not_found);
  return shown(row, actor);
}

function shown({ requestedById, ...row }: Row, actor: Actor): Alarm {
  const works = row.state !== 'SOLVED' && may(actor, 'payments:alarms');
  const { mayBeMoney, openMinor, proposal } = row;
  const propose = works && mayBeMoney && proposal === null;
  const book = propose && (openMinor === null || openMinor > 0);
  return {
    ...row,
    can: {
      own: works,
      note: works && !mayBeMoney,
      propose,
      book,
      sendBack: book && row.target?.kind !== 'WALLET',
      decide: proposal !== null && may(actor, 'payments:decide') && requestedById !== actor.userId,
      giveUp: proposal !== null && actor.userId !== null && requestedById === actor.userId,
    },
  };
}

export async function listAlarmPeople(db: Db | Tx) {
  const items = await all<{ id: string; name: string }>(
    db,
    sql`select u.id, u.name from identity.users u where u.id in (${holdersOf('payments:alarms')}) order by u.name, u.id`,
  );
  return { items };
}
