/** How many connections are at a place. */
import type { PlaceUse } from '#domains/settings/places/uses.ts';
import { sql } from '#platform/database/db.ts';

export const connectionUse: PlaceUse = {
  what: 'connections',
  count: (of, id) => {
    if (of === 'road') return sql`(select count(*) from meters.connections x where x.road_id = ${id})`;
    if (of === 'dma') return sql`(select count(*) from meters.connections x where x.dma_id = ${id})`;
    if (of === 'sector')
      return sql`(select count(*) from meters.connections x join settings.roads w on w.id = x.road_id
        where w.sector_id = ${id})`;
    return undefined;
  },
};
