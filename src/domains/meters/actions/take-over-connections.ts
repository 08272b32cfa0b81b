/**
 * Many connections with their meters, as another program has them when a utility changes to this program. The reading
 * that was billed there last is taken over as BILLED, so that the first bill here begins at the end of the last one.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, one, sql, type Tx } from '#platform/database/db.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import type { NewConnection } from './open-connection.ts';

export type TakenOver = Omit<NewConnection, 'number' | 'applicationId'> & {
  /** Position on the reader's way along the road. */
  routeOrder: number;
  meter: { number: string; make: string; sizeMm: number; registerDigits: number; sealNumber: string | null };
  openingLitres: number;
  /** Left out if nothing was billed yet. */
  lastBilled?: { period: string; readOn: string; registerLitres: number };
};

/** Writes all rows; connection and meter ids come back in the given order. */
export async function takeOverConnections(
  tx: Tx,
  actor: Actor,
  connections: readonly TakenOver[],
): Promise<{ id: string; meterId: string }[]> {
  if (connections.length === 0) return [];
  const list = sql`jsonb_array_elements(${JSON.stringify(connections)}::jsonb) with ordinality as list (c, n)`;
  const { first } = await one<{ first: number }>(
    tx,
    sql`select platform.take_numbers('connection', ${connections.length}::bigint) as first`,
  );
  const opened = await all<{ id: string }>(
    tx,
    sql`insert into meters.connections (number, consumer_id, road_id, plot_number, category, pipe_size_mm, dwelling_units,
        sewer_percent, dma_id, connected_on, route_order)
      select platform.human_number(${NUMBER_KINDS.connection}, ${first}::bigint - 1 + n), (c ->> 'consumerId')::uuid,
        (c ->> 'roadId')::uuid, platform.plot_written(c ->> 'plotNumber'), c ->> 'category', (c ->> 'pipeSizeMm')::int,
        coalesce((c ->> 'dwellingUnits')::int, 1), (c ->> 'sewerPercent')::numeric, (c ->> 'dmaId')::uuid,
        (c ->> 'connectedOn')::date, (c ->> 'routeOrder')::int
      from ${list} order by n returning id`,
  );
  const meters = await all<{ id: string }>(
    tx,
    sql`insert into meters.meters (number, make, size_mm, register_digits, seal_number, status, aged_from)
      select m ->> 'number', m ->> 'make', (m ->> 'sizeMm')::int, (m ->> 'registerDigits')::int, m ->> 'sealNumber', 'INSTALLED',
        (c ->> 'connectedOn')::date
      from ${list} cross join lateral (select c -> 'meter' as m) x order by n returning id`,
  );
  const ids = opened.map(({ id }, index) => ({ id, meterId: meters[index]?.id ?? '' }));
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(ids.map((pair, index) => ({ ...pair, n: index + 1 })))}::jsonb)
    as pair (id uuid, "meterId" uuid, n int)`;
  await execute(
    tx,
    sql`insert into meters.assignments (connection_id, meter_id, installed_on, opening_litres)
    select pair.id, pair."meterId", (c ->> 'connectedOn')::date, (c ->> 'openingLitres')::bigint
    from ${list} join ${pairs} on pair.n = list.n order by list.n`,
  );
  await execute(
    tx,
    sql`insert into meters.seals (meter_id, number, sealed_on, at)
    select pair."meterId", c -> 'meter' ->> 'sealNumber', (c ->> 'connectedOn')::date, ${actor.now}
    from ${list} join ${pairs} on pair.n = list.n where c -> 'meter' ->> 'sealNumber' is not null order by list.n`,
  );
  await execute(
    tx,
    sql`insert into meters.readings (connection_id, meter_id, period, read_on, register_litres, previous_litres,
      previous_on, source, state)
    select pair.id, pair."meterId", (c -> 'lastBilled' ->> 'period')::date, (c -> 'lastBilled' ->> 'readOn')::date,
      (c -> 'lastBilled' ->> 'registerLitres')::bigint, null, null, 'IMPORT', 'BILLED'
    from ${list} join ${pairs} on pair.n = list.n where c ? 'lastBilled' order by list.n`,
  );
  await audit(tx, actor, {
    action: 'connection.take-over',
    object: 'connection',
    objectId: ids[0]?.id ?? '',
    after: { count: ids.length },
  });
  return ids;
}
