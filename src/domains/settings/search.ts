/** Sectors and roads in the search over everything. */
import { sql } from '#platform/database/db.ts';
import { allWords, few, type SearchSource } from '#platform/search-sources.ts';

const sectors: SearchSource = {
  name: 'sectors',
  order: 110,
  permissions: ['sectors:view'],
  select: few(
    sql`settings.sectors x`,
    { number: sql`x.number`, name: sql`x.name`, nameBn: sql`x.name_bn` },
    (text) =>
      text.place?.sector && !text.place.road && !text.place.plot
        ? sql`lower(x.number) = ${text.place.sector}::text`
        : allWords(sql`x.search`, text),
  ),
};

const roads: SearchSource = {
  name: 'roads',
  order: 120,
  permissions: ['roads:view'],
  select: few(
    sql`settings.roads x join settings.sectors z on z.id = x.sector_id`,
    { number: sql`x.number`, name: sql`x.name`, nameBn: sql`x.name_bn`, sector: sql`z.number` },
    ({ place, ...text }) =>
      place?.road && !place.plot
        ? sql`lower(x.number) = ${place.road}::text
            and ${place.sector ? sql`lower(z.number) = ${place.sector}::text` : sql`true`}`
        : allWords(sql`x.search`, { place, ...text }),
  ),
};

export const foundPlaces: readonly SearchSource[] = [sectors, roads];
