/** How households rate the work. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, sql, type Tx } from '#platform/database/db.ts';
import type * as contract from './contract.ts';

type Detail = z.input<(typeof contract.getOrder)['output']>;
type Rated = z.input<(typeof contract.rateCategories)['output']>;

/** Of one order, the newest first. */
export const ratingsOf = (db: Db | Tx, orderId: string) =>
  all<Detail['ratings'][number]>(
    db,
    sql`select id, stars, remark, rated_at as at from work_orders.ratings where order_id = ${orderId} order by closing desc`,
  );

/** The category with most ratings first. */
export const rateCategories = async (db: Db | Tx, actor: Actor): Promise<Rated> => ({
  items: await all(
    db,
    sql`select k.id as "categoryId", k.name_en as "nameEn", k.name_bn as "nameBn", count(*)::int as count,
        round(avg(r.stars), 1)::text as average
      from work_orders.ratings r join work_orders.orders o on o.id = r.order_id join work_orders.categories k on k.id = o.category_id
      where r.rated_at > ${actor.now}::timestamptz - interval '12 months'
      group by k.id order by count(*) desc, k.position`,
  ),
});
