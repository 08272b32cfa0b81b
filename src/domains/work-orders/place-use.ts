/** How many work orders name a place, or a material. */
import type { PlaceUse } from '#domains/settings/places/uses.ts';
import { sql } from '#platform/database/db.ts';

export const workOrderUse: PlaceUse = {
  what: 'workOrders',
  count: (of, id) => {
    if (of === 'road') return sql`(select count(*) from work_orders.orders x where x.road_id = ${id})`;
    if (of === 'sector')
      return sql`(select count(*) from work_orders.orders x join settings.roads w on w.id = x.road_id where w.sector_id = ${id})`;
    if (of === 'material')
      return sql`((select count(distinct x.order_id) from work_orders.materials x where x.material_id = ${id})
        + (select count(*) from work_orders.stock k where k.material_id = ${id}))`;
    return undefined;
  },
};
