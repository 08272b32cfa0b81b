/** What is in the store, what of it is reserved, and its movements. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { duringDays } from '#platform/database/days.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Page } from '#shared/paging.ts';
import { seesOrder } from '../lock-order.ts';
import type * as contract from './contract.ts';
import type { listMovements as listCall, Movement } from './contract.ts';

type Query = z.output<(typeof listCall)['query']>;

/**
 * A movement has the words of its day.
 * @param query search: number of an order, words of a reason, name of a material then or today
 */
export function movementList(query: Omit<Query, 'limit' | 'offset' | 'sort'>): ListQuery {
  const parts: Sql[] = [sql`true`, ...duringDays(sql`v.at`, query)];
  if (query.materialId) parts.push(sql`v.material_id = ${query.materialId}`);
  if (query.way) parts.push(query.way === 'IN' ? sql`v.quantity > 0` : sql`v.quantity < 0`);
  if (query.search) {
    const words = containing(query.search);
    parts.push(
      sql`(o.number = ${toLatinDigits(query.search).trim()} or v.remark ilike ${words} or v.name_en ilike ${words} or v.name_bn ilike ${words}
        or m.name_en ilike ${words} or m.name_bn ilike ${words})`,
    );
  }
  return {
    // The remark of what an order took is its number, which is its own column here.
    rows: sql`select v.id, v.at, v.material_id as "materialId", v.name_en as "nameEn", v.name_bn as "nameBn", v.unit,
        trim_scale(v.quantity)::text as quantity, trim_scale(v.on_hand)::text as "onHand", v.order_id as "orderId",
        o.number as "orderNumber", v.actor_name as "actorName", case when v.order_id is null then v.remark end as remark
      from work_orders.stock_movements v join settings.materials m on m.id = v.material_id
        left join work_orders.orders o on o.id = v.order_id
      where ${sql.join(parts, sql` and `)}`,
    sorts: { at: sql`at` },
    tieBreak: sql`id desc`,
  };
}

export const listMovements = (db: Db | Tx, _actor: Actor, query: Query): Promise<Page<Movement>> =>
  listPage(db, query, movementList(query));

/** What the line `l` of the estimate of the order `o` needs from the store: an order that was opened again has taken some already. */
const NEEDED = sql`greatest(l.quantity + coalesce((select sum(v.quantity) from work_orders.stock_movements v
  where v.order_id = o.id and v.material_id = l.material_id), 0), 0)`;

/**
 * What assigned orders have reserved of each material. It is not kept anywhere: it is what they need, as long as they are assigned. So it is
 * free again when the work is taken from its crew, completed or cancelled, by each way out of these states.
 */
export const RESERVED = sql`(select l.material_id, sum(${NEEDED}) as quantity
  from work_orders.orders o join work_orders.materials l on l.order_id = o.id and l.kind = 'ESTIMATE'
  where o.state in ('ASSIGNED', 'IN_PROGRESS') group by l.material_id)`;

type Store = z.input<(typeof contract.listStock)['output']>;

/** Active materials; `low`: of which nothing is free. */
export const listStock = async (
  db: Db | Tx,
  actor: Actor,
  { low }: { low?: boolean | undefined },
): Promise<Store> => ({
  items: await all(
    db,
    sql`select m.id as "materialId", m.name_en as "nameEn", m.name_bn as "nameBn", m.unit,
        settings.material_rate(m.id, ${actor.today}::date) as "rateMinor", trim_scale(k.on_hand)::text as "onHand",
        trim_scale(k.reserved)::text as reserved, trim_scale(k.on_hand - k.reserved)::text as free
      from settings.materials m left join (select s.material_id, s.on_hand, coalesce(r.quantity, 0) as reserved
        from work_orders.stock s left join ${RESERVED} r on r.material_id = s.material_id) k on k.material_id = m.id
      where m.active and ${low ? sql`k.on_hand <= k.reserved` : sql`true`} order by m.type, m.position, m.name_en, m.id`,
  ),
});

export type Missing = z.input<(typeof contract.listMissing)['output']>['items'];

/** Of which materials less is free than this order needs, while it is not assigned. What the store does not keep is never missing. */
export const missingFor = (db: Db | Tx, orderId: string): Promise<Missing> =>
  all(
    db,
    sql`select m.id as "materialId", m.name_en as "nameEn", m.name_bn as "nameBn", m.unit, trim_scale(n.needed)::text as needed,
        trim_scale(n.free)::text as free, trim_scale(least(n.needed, n.needed - n.free))::text as missing
      from (select l.line_no, l.material_id, ${NEEDED} as needed, s.on_hand - coalesce(r.quantity, 0) as free
        from work_orders.orders o join work_orders.materials l on l.order_id = o.id and l.kind = 'ESTIMATE'
          join work_orders.stock s on s.material_id = l.material_id left join ${RESERVED} r on r.material_id = l.material_id
        where o.id = ${orderId} and o.state not in ('ASSIGNED', 'IN_PROGRESS')) n
      join settings.materials m on m.id = n.material_id where n.needed > n.free and n.needed > 0 order by n.line_no`,
  );

export async function listMissing(
  db: Db | Tx,
  actor: Actor,
  { orderId }: { orderId: string },
): Promise<{ items: Missing }> {
  const order = await first(
    db,
    sql`select from work_orders.orders o where o.id = ${orderId} and ${seesOrder(actor)}`,
  );
  if (!order) throw fail(commonErrors.not_found);
  return { items: await missingFor(db, orderId) };
}
