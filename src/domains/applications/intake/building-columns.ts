import { type Sql, sql } from '#platform/database/db.ts';
import type { Building } from './parts.rules.ts';

/** The building with the sector that its road is in, and the plot's own columns. */
export function buildingColumns(building: Building): Sql[] {
  return [
    sql`building = ${JSON.stringify(building)}::jsonb || jsonb_build_object('sectorId',
      (select r.sector_id from settings.roads r where r.id = ${building.roadId}::uuid))`,
    sql`road_id = ${building.roadId}::uuid`,
    sql`plot_number = ${building.plotNumber}`,
  ];
}
