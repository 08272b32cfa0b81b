import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import type { Places } from '../place-list.rules.ts';

type AddedPlaces = { sectors: number; roads: number };

export async function importPlaces(tx: Tx, actor: Actor, places: Places): Promise<AddedPlaces> {
  const added = await one<AddedPlaces>(
    tx,
    sql`with sector_list as (
        select * from jsonb_to_recordset(${JSON.stringify(places.sectors)}::jsonb)
          as s (number text, name text, "nameBn" text)
      ), added_sectors as (
        insert into settings.sectors (number, name, name_bn) select number, name, "nameBn" from sector_list
        on conflict (lower(number)) do nothing returning id, number
      ), known_sectors as (
        select id, number from added_sectors
        union all select s.id, s.number from settings.sectors s join sector_list l on lower(l.number) = lower(s.number)
      ), road_list as (
        select *, row_number() over () as position from jsonb_to_recordset(${JSON.stringify(places.roads)}::jsonb)
          as r (sector text, number text, name text, "nameBn" text)
      ), added_roads as (
        insert into settings.roads (sector_id, number, name, name_bn, route_order)
        select s.id, r.number, r.name, r."nameBn", r.position
        from road_list r join known_sectors s on lower(s.number) = lower(r.sector)
        on conflict (sector_id, lower(number)) do nothing returning id
      )
      select (select count(*) from added_sectors) as sectors, (select count(*) from added_roads) as roads`,
  );
  await audit(tx, actor, { action: 'places.import', object: 'places', objectId: 'list', after: added });
  return added;
}
