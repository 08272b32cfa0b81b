/**
 * A new owner takes over in writing what is open on a connection: those bills, as much as is open of them now. Of what comes later only what
 * takes the place of it: a bill that was corrected down and is corrected up again, and the bill of a month whose bill was cancelled. The fee of a
 * returned cheque is no part of its bill: who gave the cheque for what they took over pays it.
 */
import type { Actor } from '#platform/actor.ts';
import { all, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { noticeTakenAgain } from '../../notices.ts';
import { sendTakenAgain } from '../message-texts.ts';

type Taken = { connectionId: string; toConsumerId: string };

/** In the transaction that changes the owner, under the lock of the connection. */
export async function takeOverBills(
  tx: Tx,
  actor: Actor,
  { connectionId, toConsumerId }: Taken,
): Promise<void> {
  await execute(
    tx,
    sql`insert into billing.taken_over_bills (invoice_id, connection_id, consumer_id, taken_at, amount_minor, agreed_minor, own_minor,
        position, below_minor)
      select o.id, ${connectionId}, ${toConsumerId}, ${actor.now}, o.open_minor, o.agreed_minor,
        billing.net_of_bill(o.id) - o.agreed_minor, o.position, o.below_minor
      from (
        select i.id, i.total_minor - i.settled_minor as open_minor,
          sum(i.total_minor - i.settled_minor) over (partition by ${wholeOf('i')})::bigint as agreed_minor,
          row_number() over parts - 1 as position,
          (sum(i.total_minor - i.settled_minor) over parts - (i.total_minor - i.settled_minor))::bigint as below_minor
        from billing.invoices i
        where i.connection_id = ${connectionId} and i.cancelled_on is null and i.settled_minor < i.total_minor
        window parts as (partition by ${wholeOf('i')} order by i.adjusts_id is not null, i.id)
      ) o`,
  );
}

/** The bill that an agreement is about: of a supplementary bill the one that it adds to, of a fee the fee. */
const wholeOf = (invoice: string): Sql => {
  const [id, adjustsId] = [sql.ref(`${invoice}.id`), sql.ref(`${invoice}.adjusts_id`)];
  return sql`case when billing.is_cheque_fee(${id}) then ${id} else coalesce(${adjustsId}, ${id}) end`;
};

/**
 * The fee of a cheque that was to pay what somebody took over, and came back. Whose cheque it was, is seen by what it paid. In the transaction
 * that issues the fee, under the lock of the connection.
 */
export async function takeOverFee(
  tx: Tx,
  actor: Actor,
  { feeId, paymentId }: { feeId: string; paymentId: string },
): Promise<void> {
  await execute(
    tx,
    sql`insert into billing.taken_over_bills (invoice_id, connection_id, consumer_id, taken_at, amount_minor, agreed_minor, own_minor,
        position, below_minor)
      select i.id, i.connection_id, t.consumer_id, ${actor.now}, i.total_minor, i.total_minor, 0, 0, 0
      from billing.invoices i
      cross join lateral (select t.consumer_id from billing.paid_of_taken p join billing.taken_over_bills t on t.invoice_id = p.invoice_id
        where p.payment_id = ${paymentId} and p.of_taker limit 1) t
      where i.id = ${feeId}`,
  );
}

/**
 * Of supplementary bills that were made now: as much as what was taken over of their bill is less than what was agreed on.
 * @param invoices select of id
 */
export function takeOverSupplements(tx: Tx, actor: Actor, invoices: Sql): Promise<void> {
  return takeOverAgain(
    tx,
    actor,
    sql`select s.id, s.total_minor, t.consumer_id, t.taken_at, t.agreed_minor, t.own_minor, max(t.position) + 1 as position,
        sum(billing.taken_over_most(t.invoice_id, -s.total_minor))::bigint as below_minor
      from billing.invoices s join billing.invoices x on s.adjusts_id in (x.id, x.adjusts_id)
      join billing.taken_over_bills t on t.invoice_id = x.id and not billing.is_cheque_fee(x.id)
      where s.id in (${invoices}) and s.adjusts_id is not null
      group by s.id, s.total_minor, t.consumer_id, t.taken_at, t.agreed_minor, t.own_minor
      union all
      -- Of a bill that was made again and came to so little that nothing of it was taken over.
      select a.* from (${agreedBefore(sql`s.id in (${invoices}) and s.adjusts_id is not null
        and not exists (select from billing.taken_over_bills e join billing.invoices x on x.id = e.invoice_id and not billing.is_cheque_fee(x.id)
          where s.adjusts_id in (x.id, x.adjusts_id))`)}) a`,
  );
}

/**
 * Of bills that were made now: what was agreed on of a bill of that connection and month which was cancelled.
 * @param invoices select of id
 */
export function takeOverBilledAgain(tx: Tx, actor: Actor, invoices: Sql): Promise<void> {
  return takeOverAgain(tx, actor, agreedBefore(sql`s.id in (${invoices}) and s.adjusts_id is null`));
}

/** SELECT of what was agreed on of cancelled bills of the same connection and month. @param which condition on invoices `s` */
const agreedBefore = (which: Sql): Sql =>
  sql`select distinct on (s.id) s.id, s.total_minor, t.consumer_id, t.taken_at, t.agreed_minor, t.own_minor, 0 as position,
      0::bigint as below_minor
    from billing.invoices s join billing.taken_over_bills t on t.connection_id = s.connection_id
    join billing.invoices x on x.id = t.invoice_id and x.period = s.period and x.cancelled_on is not null
      and not billing.is_cheque_fee(x.id)
    where ${which} order by s.id`;

/** Who took the bill over is told that it is asked of them; of a supplementary bill and of a bill that is made again. */
async function takeOverAgain(tx: Tx, actor: Actor, parts: Sql): Promise<void> {
  const taken = await all<{ id: string }>(
    tx,
    sql`insert into billing.taken_over_bills (invoice_id, connection_id, consumer_id, taken_at, amount_minor, agreed_minor, own_minor,
        position, below_minor)
      select p.id, i.connection_id, p.consumer_id, p.taken_at, s.share_minor, p.agreed_minor, p.own_minor, p.position, p.below_minor
      from (${parts}) p join billing.invoices i on i.id = p.id
      cross join lateral (select least(p.total_minor,
        least(p.agreed_minor, billing.net_of_bill(p.id) - p.own_minor) - p.below_minor) as share_minor) s
      where s.share_minor > 0 returning invoice_id as id`,
  );
  const ids = taken.map(({ id }) => id);
  await noticeTakenAgain(tx, actor, ids);
  await sendTakenAgain(tx, ids);
}
