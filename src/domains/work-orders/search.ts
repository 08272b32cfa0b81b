/** Work orders in the search over everything, by their number. */
import { sql } from '#platform/database/db.ts';
import { hit, is, numbered, type SearchSource } from '#platform/search-sources.ts';
import { seesOrder } from './lock-order.ts';

export const foundOrders: readonly SearchSource[] = [
  {
    name: 'work-orders',
    order: 86,
    permissions: ['work-orders:view'],
    forConsumers: true,
    select: (text, actor) => {
      const found = numbered(sql`o.number`, text);
      return (
        found &&
        sql`select ${hit(sql`o.id`, {
          number: sql`o.number`,
          name: sql`k.name_en`,
          nameBn: sql`k.name_bn`,
          sector: sql`s.number`,
          road: sql`d.number`,
          plot: sql`o.plot_number`,
          exact: is(sql`o.number`, text),
        })} from work_orders.orders o join work_orders.categories k on k.id = o.category_id
          join settings.roads d on d.id = o.road_id join settings.sectors s on s.id = d.sector_id
          where ${found} and ${seesOrder(actor)}`
      );
    },
  },
];
