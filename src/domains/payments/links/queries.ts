/** What a link asks for. The code is all that its reader has: it gives the order, the sum and nothing of a person. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { chargeAsked } from '#domains/work-orders/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors, type readPayLink } from './contract.ts';

export const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Links `l` that this code opens now, to pay. */
export const inForce = (actor: Actor, code: string): Sql =>
  sql`(l.token_hash = ${hashOf(code)} and ${isInForce(actor)})`;

const isInForce = (actor: Actor): Sql =>
  sql`(l.replaced_at is null and l.expires_at > ${actor.now}::timestamptz)`;

/** Who was at the bank when the link ended comes back to it, and reads what became of the money for so long. */
const TOLD_DAYS = 30;

/** Links `l` that pay nothing any more, but somebody has paid by them, or tried. */
const isTold = (actor: Actor): Sql =>
  sql`exists (select from payments.payments p join payments.orders b on b.payment_id = p.id
    where p.link_id = l.id and p.created_at > ${actor.now}::timestamptz - make_interval(days => ${TOLD_DAYS}))`;

/** Of the order `o`: one that still runs before one that is set aside. */
const running = sql`(select jsonb_build_object('amountMinor', p.amount_minor, 'isSetAside', p.set_aside_at is not null,
      'bankUrl', case when p.link_id = l.id and p.set_aside_at is null then b.url end)
    from payments.payments p join payments.orders b on b.payment_id = p.id
    where p.work_order_id = o.id and p.method = 'GATEWAY' and p.state = 'PROCESSING'
    order by p.set_aside_at is null desc, p.created_at desc limit 1)`;

/** Of the link `l`. If two people booked what the bank really took, that payment says what became of the money. */
const last = sql`(select jsonb_build_object('amountMinor', x.amount_minor, 'orderId', b.order_id, 'at', coalesce(x.decided_at, x.created_at),
      'outcome', case when x.state <> 'APPROVED' then x.state when x.owed_back then 'GOES_BACK' else 'PAID' end)
    from payments.payments p join payments.orders b on b.payment_id = p.id
    join payments.payments x on x.id = coalesce(p.replaced_by_id, p.id)
    where p.link_id = l.id and x.state not in ('CREATED', 'PROCESSING')
    order by p.created_at desc, p.id desc limit 1)`;

/** Of the order `o` and the link `l`: whose money it was is told to nobody, only whether it came by this link. */
const notDue = sql`case when ${chargeAsked('o')} then null
  when o.state in ('REJECTED', 'CANCELLED') then 'ENDED'
  when o.paid_minor > 0 and o.paid_minor >= o.charge_minor then
    case when exists (select from payments.payments p join payments.payments x on x.id = coalesce(p.replaced_by_id, p.id)
      where p.link_id = l.id and x.state = 'APPROVED' and not x.owed_back) then 'PAID' else 'PAID_ELSEWHERE' end
  when o.waived_by is not null then 'WAIVED'
  when meters.changed_hands_on(o.connection_id) is not null then 'CHANGED_HANDS'
  else 'NOT_NOW' end`;

type Shown = z.input<(typeof readPayLink)['output']>;

export async function readLink(db: Db | Tx, actor: Actor, code: string): Promise<Shown> {
  const found = await first<Shown>(
    db,
    sql`select o.number, k.name_en as "categoryEn", k.name_bn as "categoryBn", s.number as "sectorNumber", d.number as "roadNumber",
        o.plot_number as "plotNumber", case when ${chargeAsked('o')} then o.charge_minor - o.paid_minor else 0 end as "dueMinor",
        ${notDue} as "notDue", o.paid_minor as "paidMinor", ${dayOfInstant(sql`l.expires_at - interval '1 second'`)} as "lastDay",
        not ${isInForce(actor)} as "isOver", ${running} as running, ${last} as last
      from payments.links l join work_orders.orders o on o.id = l.work_order_id join work_orders.categories k on k.id = o.category_id
      join settings.roads d on d.id = o.road_id join settings.sectors s on s.id = d.sector_id
      where l.token_hash = ${hashOf(code)} and (${isInForce(actor)} or ${isTold(actor)})`,
  );
  if (!found) throw fail(errors.link_unknown);
  return found;
}
