/** Adding, changing and deleting roads of a sector. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, PLANNED_ONCE, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { Road, RoadFields } from '../contract.ts';
import { getRoad, roadColumns } from '../queries.ts';
import { type PlaceUse, refuseWhileUsed } from '../uses.ts';

const fieldsOf = ({ sectorId, number, name, nameBn, routeOrder }: RoadFields) => ({
  sectorId,
  number,
  name,
  nameBn,
  routeOrder,
});

/** One statement writes the road and reads it as it is shown: no sector, no row. */
export async function addRoad(tx: Tx, actor: Actor, input: RoadFields): Promise<Road> {
  const road = await first<Road>(
    tx,
    sql`${PLANNED_ONCE} with r as (
        insert into settings.roads (sector_id, number, name, name_bn, route_order)
        select s.id, ${input.number}, ${input.name}, ${input.nameBn}, ${input.routeOrder}
        from settings.sectors s where s.id = ${input.sectorId} for key share returning *
      )
      select ${roadColumns} from r join settings.sectors s on s.id = r.sector_id`,
  );
  if (!road) throw fail(errors.unknown_sector);
  await audit(tx, actor, { action: 'road.add', object: 'road', objectId: road.id, after: fieldsOf(input) });
  return road;
}

export async function updateRoad(
  tx: Tx,
  actor: Actor,
  input: RoadFields & { id: string; version: number },
): Promise<Road> {
  const before = await getRoad(tx, input.id);
  await requireSector(tx, input.sectorId);
  const changed = await first(
    tx,
    sql`update settings.roads set sector_id = ${input.sectorId}, number = ${input.number}, name = ${input.name},
        name_bn = ${input.nameBn}, route_order = ${input.routeOrder}, version = version + 1
      where id = ${input.id} and version = ${input.version} returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  await audit(tx, actor, {
    action: 'road.update',
    object: 'road',
    objectId: input.id,
    before: fieldsOf(before),
    after: fieldsOf(input),
  });
  return getRoad(tx, input.id);
}

export async function deleteRoad(
  tx: Tx,
  actor: Actor,
  uses: readonly PlaceUse[],
  id: string,
): Promise<{ done: true }> {
  const before = await getRoad(tx, id);
  await refuseWhileUsed(tx, uses, { of: 'road', id, error: errors.road_still_used });
  await execute(tx, sql`delete from settings.roads where id = ${id}`);
  await audit(tx, actor, { action: 'road.delete', object: 'road', objectId: id, before: fieldsOf(before) });
  return { done: true };
}

/** The foreign key's own violation means the other direction: a sector that roads still name. */
async function requireSector(tx: Tx, sectorId: string): Promise<void> {
  const sector = await first(tx, sql`select from settings.sectors where id = ${sectorId} for key share`);
  if (!sector) throw fail(errors.unknown_sector);
}
