/** Movements of the store. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { duringDays } from '#platform/database/days.ts';
import { type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Page } from '#shared/paging.ts';
import type { listMovements as listCall, Movement } from './contract.ts';

type Query = z.output<(typeof listCall)['query']>;

/** @param query search: number of an order, words of a reason, name of a material */
export function movementList(query: Omit<Query, 'limit' | 'offset' | 'sort'>): ListQuery {
  const parts: Sql[] = [sql`true`, ...duringDays(sql`v.at`, query)];
  if (query.materialId) parts.push(sql`v.material_id = ${query.materialId}`);
  if (query.way) parts.push(query.way === 'IN' ? sql`v.quantity > 0` : sql`v.quantity < 0`);
  if (query.search) {
    const words = containing(query.search);
    parts.push(
      sql`(o.number = ${toLatinDigits(query.search).trim()} or v.remark ilike ${words} or m.name_en ilike ${words} or m.name_bn ilike ${words})`,
    );
  }
  return {
    // The remark of what an order took is its number, which is its own column here.
    rows: sql`select v.id, v.at, v.material_id as "materialId", m.name_en as "nameEn", m.name_bn as "nameBn", m.unit,
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
