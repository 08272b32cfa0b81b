/** What a wallet pays by itself. A household's questions see its own connections, bills and tries only. */
import { isHeldNow } from '#domains/billing/disputes/disputed.ts';
import { ownOpenOf } from '#domains/billing/invoices/taken-over.ts';
import { payOrder } from '#domains/billing/surcharges/queries.ts';
import { isConsumer } from '#domains/consumers/queries.ts';
import { walletLimitsOn } from '#domains/settings/wallet/queries.ts';
import { type Actor, may } from '#platform/actor.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { AutoPay, AutoPayConnection, AutoPayTry } from './contract.ts';

/** Tries that are shown. */
const SHOWN = 10;

/** SELECT of the connections of a consumer: all columns. A closed one is among them as long as something of it is open. */
export const ownConnections = (consumerId: string): Sql =>
  sql`select c.* from meters.connections c
    where ${isConsumer(sql`c.consumer_id`, consumerId)} and (c.status <> 'closed'
      or exists (select from wallet.auto_rules r where r.connection_id = c.id and r.ended_at is null)
      or exists (select from billing.invoices i where i.connection_id = c.id and i.cancelled_on is null and i.settled_minor < i.total_minor))`;

export async function autoPayOf(db: Db | Tx, actor: Actor, consumerId?: string): Promise<AutoPay> {
  const asked = actor.kind === 'consumer' ? actor.consumerId : (consumerId ?? null);
  const owner = await first<{ id: string }>(
    db,
    sql`select coalesce(c.merged_into, c.id) as id from consumers.consumers c where c.id = ${asked}::uuid`,
  );
  if (!owner) throw fail(commonErrors.not_found);
  const { enabled, autoPay, autoPayNoticeDays } = await walletLimitsOn(db, actor.today);
  const isOffered = enabled && autoPay;
  const [connections, open, planned, results] = await Promise.all([
    all<Omit<AutoPayConnection, 'open'>>(
      db,
      sql`select c.id as "connectionId", c.number, s.number as "sectorNumber", d.number as "roadNumber", c.plot_number as "plotNumber",
          case when r.id is null then null else jsonb_build_object('trigger', r.trigger, 'day', r.day, 'ceilingMinor', r.ceiling_minor,
            'startedOn', ${dayOfInstant(sql`r.started_at`)}) end as wish
        from (${ownConnections(owner.id)}) c join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id
        left join wallet.auto_rules r on r.connection_id = c.id and r.ended_at is null and ${isConsumer(sql`r.consumer_id`, owner.id)}
        order by c.number`,
    ),
    openBills(db, actor, owner.id),
    tries(
      db,
      owner.id,
      sql`a.state = 'PLANNED' and i.cancelled_on is null and ${ownOpenOf('i')} > 0 order by a.pay_on, a.id`,
    ),
    tries(
      db,
      owner.id,
      sql`a.state in ('PAID', 'FAILED') order by a.decided_at desc, a.id desc limit ${SHOWN}`,
    ),
  ]);
  return {
    ...{ isOffered, noticeDays: autoPayNoticeDays, planned, results },
    connections: connections.map((row) => ({ ...row, open: open.get(row.connectionId) ?? [] })),
    can: { update: actor.kind === 'consumer' && may(actor, 'wallet:use') },
  };
}

type OpenBill = AutoPayConnection['open'][number];
/** Of all connections of a consumer, as money pays them. */
async function openBills(db: Db | Tx, actor: Actor, consumerId: string): Promise<Map<string, OpenBill[]>> {
  const bills = await all<OpenBill & { of: string }>(
    db,
    sql`select i.connection_id as of, i.id, i.number, i.period, i.due_on < ${actor.today}::date as overdue, ${ownOpenOf('i')} as "openMinor",
        exists (select from wallet.auto_payments a where a.invoice_id = i.id and a.state = 'PAID') as "isTakenBack"
      from (${ownConnections(consumerId)}) c join billing.invoices i on i.connection_id = c.id
      where i.cancelled_on is null and i.settled_minor < i.total_minor and ${ownOpenOf('i')} > 0 and not ${isHeldNow(sql`i.id`)}
      order by ${payOrder('i')}`,
  );
  const byConnection = new Map<string, OpenBill[]>();
  for (const { of, ...bill } of bills) byConnection.set(of, [...(byConnection.get(of) ?? []), bill]);
  return byConnection;
}

const tries = (db: Db | Tx, consumerId: string, which: Sql): Promise<AutoPayTry[]> =>
  all<AutoPayTry>(
    db,
    sql`select a.id, n.number as "connectionNumber", a.invoice_id as "invoiceId", i.number as "invoiceNumber", a.pay_on as "payOn",
        case when a.state = 'PLANNED' then ${ownOpenOf('i')} else a.amount_minor end as "amountMinor", a.state, a.reason, a.decided_on as "decidedOn", a.next_on as "nextOn", a.payment_id as "paymentId",
        coalesce(p.state = 'REVERSED', false) as "isTakenBack"
      from wallet.auto_payments a join meters.connections n on n.id = a.connection_id join billing.invoices i on i.id = a.invoice_id
      left join payments.payments p on p.id = a.payment_id
      where ${isConsumer(sql`a.consumer_id`, consumerId)} and ${which}`,
  );

/** SELECT of the consumers whose wallets pay something by themselves. */
export const payingByThemselves: Sql = sql`select coalesce(w.merged_into, w.id) as id from wallet.auto_rules r
  join consumers.consumers w on w.id = r.consumer_id where r.ended_at is null`;

/** True if the wallet of the consumer with this id is one of them; for a few rows. */
export const paysByItself = (consumerId: Sql): Sql =>
  sql`exists (select from wallet.auto_rules r where r.ended_at is null and ${isConsumer(sql`r.consumer_id`, consumerId)})`;
