/** Adds many sectors and roads with two statements; those that exist already stay as they are. */
import { parse } from 'csv-parse/sync';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors, type PlacesChoice } from '../../contract.ts';
import { type Places, readPlaces, samplePlaces } from '../place-list.rules.ts';

/** The places somebody chose at set-up; refuses a list with its bad lines. */
export function chosenPlaces(choice: PlacesChoice): Places {
  if (choice.from === 'sample') return samplePlaces();
  if (choice.from === 'nothing') return { sectors: [], roads: [] };
  const { places, problems } = readPlaces(splitLines(choice.text));
  if (problems.length > 0)
    throw fail(errors.places_invalid, { count: problems.length }, problems.slice(0, 100));
  if (places.sectors.length === 0) {
    throw fail(errors.places_invalid, { count: 1 }, [
      { path: 'row1', code: errors.place_incomplete.code, params: { row: 1 } },
    ]);
  }
  return places;
}

type Parsed = { record: string[]; info: { lines: number } };

/** CSV with commas, semicolons or tabs. A quote that is never closed is a bad line as well. */
function splitLines(text: string) {
  try {
    const parsed = parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_records_with_empty_values: true,
      info: true,
    }) as unknown as Parsed[];
    return parsed.map(({ record, info }) => ({ row: info.lines, cells: record }));
  } catch (error) {
    const row = (error as { lines?: number }).lines ?? 1;
    throw fail(errors.places_invalid, { count: 1 }, [
      { path: `row${row}`, code: errors.place_incomplete.code, params: { row } },
    ]);
  }
}

export async function importPlaces(
  tx: Tx,
  actor: Actor,
  places: Places,
): Promise<{ sectors: number; roads: number }> {
  const added = await one<{ sectors: number; roads: number }>(
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
