/** The place of a record in the search over everything: by sector, road and plot. */
import { type Sql, sql } from '#platform/database/db.ts';
import type { SearchText } from '#shared/search/search-text.ts';

/** Sector `s` and road `d` of the row `x`. */
export const places = sql`left join settings.roads d on d.id = x.road_id left join settings.sectors s on s.id = d.sector_id`;

/** On the named plot: of a road, of a sector, or anywhere; a sector alone is no plot. */
export function onPlot({ place }: SearchText): Sql | undefined {
  if (!place || (!place.plot && !(place.sector && place.road))) return undefined;
  const { sector, road, plot } = place;
  const parts: Sql[] = [];
  if (plot) parts.push(sql`platform.plot_key(x.plot_number) = platform.plot_key(${plot}::text)`);
  if (sector || road) {
    parts.push(sql`x.road_id in (select r.id from settings.roads r join settings.sectors z on z.id = r.sector_id
      where ${sector ? sql`lower(z.number) = ${sector}::text` : sql`true`}
        and ${road ? sql`lower(r.number) = ${road}::text` : sql`true`})`);
  }
  return sql.join(parts, sql` and `);
}
