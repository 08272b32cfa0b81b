/** The meters that a household may read itself. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, sql, type Tx } from '#platform/database/db.ts';
import { type OwnWindow, ownWindow } from '../estimates/estimate.rules.ts';
import { readEstimateSettings } from '../estimates/queries.ts';
import { roads } from '../readings/queries.ts';
import type { OwnMeter } from './contract.ts';

/** An own figure takes the place of the reading `r`: of an estimate that is not billed, or of an own one that nobody has decided. */
export const givesWay = (
  actor: Actor,
) => sql`((r.source = 'ESTIMATE' and (r.waiting or r.state = 'ESTIMATED'))
  or (r.source = 'SELF' and r.waiting and r.taken_by = ${actor.userId}::uuid))`;

/** Condition on connections `c`: the actor's own, with a meter. Who was let see one does not read it. */
export const isOwnMetered = (actor: Actor) =>
  sql`c.consumer_id = ${actor.consumerId}::uuid and c.status = 'active' and c.metered_on is not null`;

type Month = { connectionId: string; period: string };
/** Condition on visits `a`: the actor's own, with a photo, of a meter that the connection has now. */
export const isOwnPhoto = (actor: Actor, { connectionId, period }: Month) =>
  sql`a.connection_id = ${connectionId} and a.period = ${period}::date and a.visited_by = ${actor.userId}::uuid and a.photo_file_id is not null`;

/** The file of the newest photo that the actor sent, as long as its figure waits for staff. */
export async function ownPhoto(db: Db | Tx, actor: Actor, of: Month): Promise<string | null> {
  const photo = await first<{ fileId: string }>(
    db,
    sql`select a.photo_file_id as "fileId" from meters.read_attempts a join meters.connections c on c.id = a.connection_id
      join meters.readings r on r.connection_id = c.id and r.period = a.period and r.living and r.source = 'SELF' and r.waiting
        and r.taken_by = a.visited_by
      where ${isOwnPhoto(actor, of)} and ${isOwnMetered(actor)} order by a.visited_at desc, a.id desc limit 1`,
  );
  return photo?.fileId ?? null;
}

export async function listOwnMeters(db: Db | Tx, actor: Actor): Promise<OwnWindow & { items: OwnMeter[] }> {
  const window = ownWindow(actor.today, await readEstimateSettings(db));
  const { period, isOpen } = window;
  const items = await all<OwnMeter>(
    db,
    sql`select c.id as "connectionId", c.number as "connectionNumber", d.sector_number as "sectorNumber", d.number as "roadNumber",
        c.plot_number as "plotNumber", m.number as "meterNumber", coalesce(p.register_litres, a.opening_litres) as "lastLitres",
        coalesce(p.read_on, a.installed_on) as "lastOn",
        case when r.id is not null then jsonb_build_object('registerLitres', r.register_litres, 'readOn', r.read_on, 'isBilled', r.state = 'BILLED',
          'isEstimate', r.source = 'ESTIMATE', 'isOwn', r.source = 'SELF') end as reading,
        ${isOpen} and a.installed_on < ${actor.today}::date and coalesce(c.last_read <= ${period}::date, true)
          and (r.id is null or ${givesWay(actor)}) as "canSend"
      from meters.connections c join ${roads} d on d.id = c.road_id
      join meters.assignments a on a.connection_id = c.id and a.removed_on is null
      join meters.meters m on m.id = a.meter_id
      left join lateral (
        select register_litres, read_on from meters.readings b where b.connection_id = c.id and b.meter_id = m.id and b.living
          and b.source <> 'ESTIMATE' and b.period < ${period}::date order by b.period desc limit 1
      ) p on true
      left join meters.readings r on r.connection_id = c.id and r.period = ${period}::date and r.living
      where ${isOwnMetered(actor)} order by c.number`,
  );
  return { ...window, items };
}
