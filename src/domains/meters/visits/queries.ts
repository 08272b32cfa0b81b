/** The way along a road, and the visits of its meters. */
import type { Actor } from '#platform/actor.ts';
import { auditView } from '#platform/audit.ts';
import { all, type Db, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { monthInForce } from '../readings/month-in-force.rules.ts';
import { metersOf } from '../readings/next-meters.ts';
import { roads } from '../readings/queries.ts';
import { isInstalledFor, stillToRead } from '../readings/still-to-read.ts';
import type { PastVisit, RoadMeter, RoadRoute } from './contract.ts';

/** Roads that have meters, with how many of each are still to be read. */
export async function roadsToRead(
  db: Db | Tx,
  actor: Actor,
  {
    period = monthInForce(actor.today),
    sectorId,
  }: { period?: string | undefined; sectorId?: string | undefined },
) {
  const items = await all<{ id: string; sectorNumber: string; roadNumber: string; left: number }>(
    db,
    sql`select d.id, d.sector_number as "sectorNumber", d.number as "roadNumber", n.left
      from ${roads} d join (
        select c.road_id, count(*) filter (where ${stillToRead(period)})::int as left
        from meters.connections c where c.metered_on is not null group by c.road_id
      ) n on n.road_id = d.id
      where ${sectorId ?? null}::uuid is null or d.sector_id = ${sectorId ?? null}::uuid order by d.way`,
  );
  return { items };
}

/** All meters of a road with all that is needed to read them, in reading order. */
export async function roadRoute(
  db: Db | Tx,
  actor: Actor,
  { roadId, period = monthInForce(actor.today) }: { roadId: string; period?: string | undefined },
): Promise<RoadRoute> {
  const road = await first<Pick<RoadRoute, 'sectorNumber' | 'roadNumber'>>(
    db,
    sql`select s.number as "sectorNumber", d.number as "roadNumber"
      from settings.roads d join settings.sectors s on s.id = d.sector_id where d.id = ${roadId}`,
  );
  if (!road) throw fail(commonErrors.not_found);
  const found = sql`select c.id as connection_id, c.number, c.plot_number, c.consumer_id, c.route_order, a.meter_id, d.way,
      d.sector_number, d.number as road_number
    from meters.connections c join way d on d.id = c.road_id
    join meters.assignments a on a.connection_id = c.id and a.removed_on is null
    where c.road_id = ${roadId} and c.status = 'active' and ${isInstalledFor(period)}
      and (${stillToRead(period)} or exists (select from meters.readings r
        where r.connection_id = c.id and r.period = ${period}::date and r.living))`;
  const meters = metersOf(actor, period, found);
  const items = await all<RoadMeter>(
    db,
    sql`select q.*, case when r.id is not null then jsonb_build_object('id', r.id, 'readOn', r.read_on,
          'registerLitres', r.register_litres, 'consumptionLitres', r.consumption_litres, 'state', r.state, 'flags', r.flags,
          'version', r.version) end as reading,
        taker.name as "takenBy", case when r.id is null then v.reason end as "cannotRead"
      from (${meters}) q
      left join lateral (select * from meters.readings r where r.connection_id = q."connectionId" and r.period = ${period}::date
        and r.living limit 1) r on true
      left join identity.users taker on taker.id = r.taken_by
      left join lateral (select a.reason from meters.read_attempts a where a.connection_id = q."connectionId"
        and a.period = ${period}::date order by a.visited_at desc limit 1) v on true
      order by q."wayOrder", q."connectionId"`,
  );
  const order = await orderOf(db, roadId);
  return { roadId, ...road, period, items, order };
}

/** The connections of a road that are not closed, as they are read. */
async function orderOf(db: Db | Tx, roadId: string): Promise<string[]> {
  const { order } = await one<{ order: string[] }>(
    db,
    sql`select coalesce(array_agg(c.id::text order by c.route_order, c.id), '{}') as order
      from meters.connections c where c.road_id = ${roadId} and c.status <> 'closed'`,
  );
  return order;
}

/** Who was at the meter of a connection for a month, the newest first. */
export async function listVisits(
  db: Db | Tx,
  { connectionId, period }: { connectionId: string; period: string },
): Promise<{ items: PastVisit[] }> {
  const items = await all<PastVisit>(
    db,
    sql`select id, reason, remark, visited_at as "visitedAt", visited_by_name as "visitedBy", trim_scale(latitude)::text as latitude,
        trim_scale(longitude)::text as longitude, accuracy_m as "accuracyM", distance_m as "distanceM",
        photo_file_id is not null as "hasPhoto"
      from meters.read_attempts where connection_id = ${connectionId} and period = ${period}::date
      order by visited_at desc limit 20`,
  );
  return { items };
}

/** The file of a visit's photo; that it was looked at is noted. */
export async function visitPhoto(db: Db | Tx, actor: Actor, visitId: string): Promise<string> {
  const visit = await first<{ fileId: string; meterId: string; period: string }>(
    db,
    sql`select photo_file_id as "fileId", meter_id as "meterId", period from meters.read_attempts
      where id = ${visitId} and photo_file_id is not null`,
  );
  if (!visit) throw fail(commonErrors.not_found);
  await auditView(db, actor, {
    ...{ action: 'reading.photo-view', objectId: visit.meterId, onceInMinutes: 5 },
    after: { period: visit.period },
  });
  return visit.fileId;
}
