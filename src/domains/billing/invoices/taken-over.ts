/** Open bills of an earlier owner that a consumer has taken over: what they may read of them, and pay. */
import { isConsumer } from '#domains/consumers/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { TakenOver } from './contract.ts';

/** Of an invoice with this id: what a new owner took over of it and has not paid. For what the program and the office ask. */
export const takenDue = (
  invoiceId: Sql,
): Sql => sql`case when ${invoiceId} in (select n.invoice_id from billing.taken_over_bills n)
  then billing.taken_over_due(${invoiceId}) else 0 end`;

/** Of an invoice with this alias: all of it was taken over, also of a cancelled one. For what the program asks. */
export const allTaken = (invoice: string): Sql =>
  sql`case when billing.is_taken_over(${sql.ref(`${invoice}.id`)})
    then ${sql.ref(`${invoice}.total_minor`)} <= billing.taken_over_most(${sql.ref(`${invoice}.id`)}) else false end`;

/** The same for what a household asks, which sees who took a bill over only if it is itself. */
const takenDueOf = (invoiceId: Sql): Sql => sql`billing.taken_over_due(${invoiceId})`;

/** What is open of an invoice with this alias that nobody took over: who used the water pays it. */
export const ownOpen = (invoice: string): Sql =>
  sql`(${sql.ref(`${invoice}.total_minor`)} - ${sql.ref(`${invoice}.settled_minor`)} - ${takenDue(sql.ref(`${invoice}.id`))})`;

/** The same for what a household asks. */
export const ownOpenOf = (invoice: string): Sql =>
  sql`(${sql.ref(`${invoice}.total_minor`)} - ${sql.ref(`${invoice}.settled_minor`)} - ${takenDueOf(sql.ref(`${invoice}.id`))})`;

/** What is open of an invoice with this alias for who paid of it: the part that a new owner took over, or the rest. */
export const openOfPayer = (invoice: string, isTaker: Sql): Sql =>
  sql`case when ${isTaker} then ${takenDueOf(sql.ref(`${invoice}.id`))} else ${ownOpenOf(invoice)} end`;

/** What is open of a connection with this id and was taken over, as its earlier owner reads it. */
export const takenOverMinor = (connectionId: Sql): Sql =>
  sql`(select coalesce(sum(${takenDueOf(sql`o.id`)}), 0)::bigint from billing.invoices o where o.connection_id = ${connectionId}
    and o.cancelled_on is null and o.settled_minor < o.total_minor)`;

/** SELECT of what is open of any that were taken over: `invoice_id`, `connection_id`, `consumer_id`, `open_minor`, `due_on`. */
const openTaken = sql`select t.invoice_id, t.connection_id, t.consumer_id, d.open_minor, i.due_on, t.taken_at
  from billing.taken_over_bills t join billing.invoices i on i.id = t.invoice_id
  cross join lateral (select ${takenDueOf(sql`t.invoice_id`)} as open_minor) d
  where i.cancelled_on is null and i.settled_minor < i.total_minor and d.open_minor > 0`;

/** SELECT of what a consumer has to pay yet of what they took over with a connection: `open_minor`, null if nothing is open. */
export const takerStillOwes = (connectionId: Sql, consumerId: Sql): Sql =>
  sql`select sum(t.open_minor)::bigint as open_minor from (${openTaken}) t
    where t.connection_id = ${connectionId} and ${isConsumer(sql`t.consumer_id`, consumerId)}`;

/** SELECT of the open ones of the actor: `invoice_id`, `connection_id`, `open_minor`, `due_on`. Nobody but a consumer has any. */
export const takenOverBills = (
  actor: Actor,
): Sql => sql`select t.invoice_id, t.connection_id, t.open_minor, t.due_on from (${openTaken}) t
  where ${actor.kind === 'consumer'}::boolean and ${isConsumer(sql`t.consumer_id`, actor.consumerId)}`;

/**
 * SELECT of who took over what money of somebody else pays: `consumer_id`, `connection_id`, `amount_minor`, and `open_minor`, what they have
 * to pay yet.
 * @param isTakenBack of money that was taken back: what it does not pay any more
 */
export const paidForTakers = (
  paymentId: Sql,
  isTakenBack: boolean,
): Sql => sql`select s.consumer_id, s.connection_id, s.amount_minor,
    coalesce((select sum(o.open_minor) from (${openTaken}) o join consumers.consumers w on w.id = o.consumer_id
      where o.connection_id = s.connection_id and coalesce(w.merged_into, w.id) = s.consumer_id), 0)::bigint as open_minor
  from (select coalesce(k.merged_into, k.id) as consumer_id, t.connection_id, abs(sum(p.amount_minor))::bigint as amount_minor
    from billing.paid_of_taken p join billing.taken_over_bills t on t.invoice_id = p.invoice_id
    join consumers.consumers k on k.id = t.consumer_id
    where p.payment_id = ${paymentId} and not p.of_taker and (p.amount_minor < 0) = ${isTakenBack}
    group by 1, 2) s`;

/** SELECT of what is open of them for each connection: `connection_id`, `due`, `due_on`, `bills`. /pay, the home and the list of bills read it. */
export const takenOverSums = (
  actor: Actor,
): Sql => sql`select connection_id, sum(open_minor)::bigint as due, min(due_on) as due_on, count(*) as bills
  from (${takenOverBills(actor)}) t group by connection_id`;

/** SELECT of the same as a household reads it: which connection, at which place, how much. */
export const takenOverList = (
  actor: Actor,
): Sql<TakenOver> => sql`select b.connection_id as "connectionId", c.number as "connectionNumber",
    s.number as "sectorNumber", d.number as "roadNumber", c.plot_number as "plotNumber", b.due as "dueMinor", b.due_on as "dueOn",
    b.bills as "openInvoices"
  from (${takenOverSums(actor)}) b join meters.connections c on c.id = b.connection_id
  join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id
  order by b.due desc, c.number`;

export const listTakenOver = (db: Db | Tx, actor: Actor): Promise<TakenOver[]> =>
  actor.kind === 'consumer' ? all<TakenOver>(db, takenOverList(actor)) : Promise.resolve([]);

/** What the actor has taken over of a connection and not paid yet; undefined if nothing. */
export function takenOverOf(
  db: Db | Tx,
  actor: Actor,
  connectionId: string,
): Promise<{ connectionId: string; openMinor: number } | undefined> {
  return first(
    db,
    sql`select b.connection_id as "connectionId", b.due as "openMinor" from (${takenOverSums(actor)}) b
      where b.connection_id = ${connectionId}`,
  );
}

/** Who took over what is open of a connection and what that is, for the office; undefined if nobody did. */
export function takerOf(
  db: Db | Tx,
  connectionId: string,
): Promise<{ takerId: string; openMinor: number } | undefined> {
  return first(
    db,
    sql`select coalesce(u.merged_into, u.id) as "takerId", sum(t.open_minor)::bigint as "openMinor"
      from (${openTaken}) t join consumers.consumers u on u.id = t.consumer_id
      where t.connection_id = ${connectionId} group by 1`,
  );
}

/**
 * SELECT of id: the given connections, and those to which a credit of theirs was moved, whose open bills it pays.
 * @param connections select of id
 */
export const withTakers = (connections: Sql): Sql => sql`select c.id from (${connections}) c
  union select m.to_connection_id from billing.moved_credits m join billing.taken_over_bills t on t.invoice_id = m.invoice_id
  where t.connection_id in (select c.id from (${connections}) c)`;

/**
 * SELECT of the connections on which something is open that these consumers took over, also as another entry that was merged.
 * @param consumers select of id
 */
export const connectionsTakenBy = (consumers: Sql): Sql =>
  sql`select t.connection_id from (${openTaken}) t join consumers.consumers k on k.id = t.consumer_id
    where coalesce(k.merged_into, k.id) in (select coalesce(u.merged_into, u.id) from consumers.consumers u where u.id in (${consumers}))`;

/** SELECT of the number, period and rest of what was taken over of a connection and is open, for the office. */
export const openTakenOf = (
  connectionId: Sql,
): Sql => sql`select i.number, i.period, i.due_on, i.issued_on, t.invoice_id, t.open_minor, t.taken_at
  from (${openTaken}) t join billing.invoices i on i.id = t.invoice_id where t.connection_id = ${connectionId}`;

/** SELECT of `name` and `nameBn` of who took over what is open of a connection, for the office. */
export const takerNames = (connectionId: Sql): Sql => sql`select u.name, u.name_bn as "nameBn"
  from (${openTaken}) t join consumers.consumers k on k.id = t.consumer_id join consumers.consumers u on u.id = coalesce(k.merged_into, k.id)
  where t.connection_id = ${connectionId} limit 1`;

/** SELECT of what consumers took over and have not paid: `consumer_id`, `open_minor`, `due_on`. @param of condition on an id */
export const openOfTakers = (
  of: (consumerId: Sql) => Sql,
): Sql => sql`select coalesce(k.merged_into, k.id), t.open_minor, t.due_on
  from (${openTaken}) t join consumers.consumers k on k.id = t.consumer_id where ${of(sql`coalesce(k.merged_into, k.id)`)}`;

type TakerOfBill = {
  name: string;
  nameBn: string | null;
  /** The connection that goes on; the office only is told of it. */
  successor: { id: string; number: string } | null;
};

/** Who took a bill over; undefined if nobody did, or if it is not for this actor to know. */
export const takerOfBill = (db: Db | Tx, actor: Actor, invoiceId: string): Promise<TakerOfBill | undefined> =>
  first(
    db,
    sql`select t.name, t.name_bn as "nameBn", case when ${actor.kind !== 'consumer'}::boolean then (
        select json_build_object('id', f.id, 'number', f.number) from billing.invoices i
        join meters.connections f on f.follows_id = i.connection_id where i.id = ${invoiceId}) end as successor
      from billing.taker_of(${invoiceId}) t
      where ${actor.kind !== 'consumer'}::boolean or exists (select from billing.invoices i
        where i.id = ${invoiceId} and ${isConsumer(sql`i.consumer_id`, actor.consumerId)})`,
  );
