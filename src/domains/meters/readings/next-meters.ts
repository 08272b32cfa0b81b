/**
 * The next meters on the reader's way, with all that the screen shows of them. It begins at the reader's last connection:
 * road after road, and along each road from house to house, until enough are found, however large the town is.
 */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { checkReadings, limitKey, limits, placeLines } from './check-readings.ts';
import type { NextMeter } from './contract.ts';
import { monthInForce } from './month-in-force.rules.ts';
import { roads, visibleTo } from './queries.ts';
import { stillToRead } from './still-to-read.ts';

type Wanted = {
  period?: string | undefined;
  sectorId?: string | undefined;
  from?: string | undefined;
  after?: string | undefined;
  limit: number;
};

export function nextMeters(db: Db | Tx, actor: Actor, wanted: Wanted): Promise<NextMeter[]> {
  return all(db, nextMetersQuery(actor, wanted));
}

export function nextMetersQuery(actor: Actor, wanted: Wanted): Sql<NextMeter> {
  const period = wanted.period ?? monthInForce(actor.today);
  const meters = metersOf(actor, period, found(actor, { ...wanted, period }));
  return sql<NextMeter>`${meters} order by f.way, f.route_order, f.connection_id`;
}

/**
 * Each of these meters with what it is expected to show, and `wayOrder` along its road.
 * @param found SELECT of connections with their meters from the roads of `way`
 */
export function metersOf(actor: Actor, period: string, found: Sql): Sql {
  const span = { from: period, to: period };
  const lines = sql`select row_number() over ()::int as row_key, meter_id, ${period}::date as period,
    ${actor.today}::date as read_on, 0::bigint as register_litres, null::text as problem from found`;
  return sql`with way as materialized (select * from ${roads} w), found as (${found}),
    expected as (${checkReadings(placeLines(lines, span, actor.today), span, actor.today)}), limits as (${limits})
    select f.connection_id as "connectionId", f.number as "connectionNumber", u.name as "consumerName",
      u.name_bn as "consumerNameBn", f.sector_number as "sectorNumber", f.road_number as "roadNumber",
      f.plot_number as "plotNumber", f.meter_id as "meterId", m.number as "meterNumber",
      e.previous_litres as "previousLitres", e.previous_on as "previousOn", e.expected_litres as "expectedLitres",
      ${actor.today}::date as "expectedOn", t.high_factor::float8 as "highFactor", t.high_litres as "highLitres",
      t.low_factor::float8 as "lowFactor", t.low_litres as "lowLitres", coalesce(h.months, '[]') as history,
      f.route_order as "wayOrder"
    from found f join consumers.consumers u on u.id = f.consumer_id join meters.meters m on m.id = f.meter_id
    join meters.connections c on c.id = f.connection_id
    left join expected e on e.connection_id = f.connection_id left join limits t on t.category = ${limitKey}
    left join lateral (
      select jsonb_agg(jsonb_build_object('period', r.period, 'consumptionLitres', r.consumption_litres) order by r.period desc) as months
      from (select period, consumption_litres from meters.readings
        where connection_id = f.connection_id and living and period < ${period}::date order by period desc limit 12) r
    ) h on true`;
}

function found(actor: Actor, { period, sectorId, from, after, limit }: Wanted & { period: string }): Sql {
  const start = after ?? from ?? null;
  const isPast = after ? sql`>` : sql`>=`;
  return sql`select x.*, d.way, d.sector_number, d.number as road_number
    from (
      select w.*, h.way as here, h.route_order as here_order, h.id as here_id from way w
      left join (
        select o.way, c.route_order, c.id from meters.connections c join way o on o.id = c.road_id where c.id = ${start}::uuid
      ) h on true
      where (${start}::uuid is null or w.way >= h.way) and (${sectorId ?? null}::uuid is null or w.sector_id = ${sectorId ?? null}::uuid)
      order by w.way
    ) d
    cross join lateral (
      select c.id as connection_id, c.number, c.plot_number, c.consumer_id, c.route_order, a.meter_id
      from meters.connections c join meters.assignments a on a.connection_id = c.id and a.removed_on is null
      where c.road_id = d.id and ${stillToRead(period)} and ${visibleTo(actor)}
        and (d.here is null or d.way > d.here or (c.route_order, c.id) ${isPast} (d.here_order, d.here_id))
      order by c.route_order, c.id limit ${limit}
    ) x
    order by d.way, x.route_order, x.connection_id limit ${limit}`;
}
