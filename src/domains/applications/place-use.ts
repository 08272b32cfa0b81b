/** How many applications name a place, and how many surveys a material. */
import type { PlaceUse } from '#domains/settings/places/uses.ts';
import { sql } from '#platform/database/db.ts';

export const applicationUse: PlaceUse = {
  what: 'applications',
  count: (of, id) => {
    if (of === 'road') return sql`(select count(*) from applications.applications x where x.road_id = ${id})`;
    if (of === 'dma') return sql`(select count(*) from applications.applications x where x.dma_id = ${id})`;
    if (of === 'sector')
      return sql`(select count(*) from applications.applications x join settings.roads w on w.id = x.road_id
        where w.sector_id = ${id})`;
    return undefined;
  },
};

export const surveyUse: PlaceUse = {
  what: 'surveys',
  count: (of, id) =>
    of === 'material'
      ? sql`(select count(distinct x.survey_id) from applications.survey_materials x where x.material_id = ${id})`
      : undefined,
};
