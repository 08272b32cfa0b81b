/** What a link asks for. The code is all that its reader has: it gives the order, the sum and nothing of a person. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { chargeDue } from '#domains/work-orders/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors, type readPayLink } from './contract.ts';

export const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Links `l` that this code opens now. */
export const inForce = (actor: Actor, code: string): Sql =>
  sql`(l.token_hash = ${hashOf(code)} and l.replaced_at is null and l.expires_at > ${actor.now}::timestamptz)`;

type Shown = z.input<(typeof readPayLink)['output']>;

export async function readLink(db: Db | Tx, actor: Actor, code: string): Promise<Shown> {
  const found = await first<Shown>(
    db,
    sql`select o.number, k.name_en as "categoryEn", k.name_bn as "categoryBn", s.number as "sectorNumber", d.number as "roadNumber",
        o.plot_number as "plotNumber", case when ${chargeDue('o')} then o.charge_minor - o.paid_minor else 0 end as "dueMinor",
        o.paid_minor as "paidMinor", l.expires_at as "expiresAt",
        (select jsonb_build_object('amountMinor', p.amount_minor, 'bankUrl', case when p.link_id = l.id then b.url end)
          from payments.payments p join payments.orders b on b.payment_id = p.id
          where p.work_order_id = o.id and p.method = 'GATEWAY' and p.state = 'PROCESSING' limit 1) as running
      from payments.links l join work_orders.orders o on o.id = l.work_order_id join work_orders.categories k on k.id = o.category_id
      join settings.roads d on d.id = o.road_id join settings.sectors s on s.id = d.sector_id
      where ${inForce(actor, code)}`,
  );
  if (!found) throw fail(errors.link_unknown);
  return found;
}
