/** A connection comes into being: from an approved application, or as it is at take-over. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';

type OpenedConnection = { id: string; number: string };

export type NewConnection = {
  /** The number that was given before (connection letter); without one the next of the series. */
  number?: string;
  consumerId: string;
  roadId: string;
  plotNumber: string;
  category: string;
  pipeSizeMm: number;
  connectedOn: string;
  dwellingUnits?: number;
  sewerPercent?: string | null;
  dmaId?: string | null;
  applicationId?: string | null;
  /** The connection that this one takes over, with its meter. */
  followsId?: string;
  /** Its place on the way of the reader; without one it is the last of its road. */
  routeOrder?: number;
  /** Its place on the map, in degrees. */
  latitude?: string | null;
  longitude?: string | null;
};

/** Writes the connection's row and gives its id and number. */
export async function openConnection(tx: Tx, actor: Actor, input: NewConnection): Promise<OpenedConnection> {
  const connection = await one<OpenedConnection>(
    tx,
    sql`insert into meters.connections (number, consumer_id, road_id, plot_number, category, pipe_size_mm,
        dwelling_units, sewer_percent, dma_id, application_id, connected_on, follows_id, latitude, longitude, route_order)
      select coalesce(${input.number ?? null}, platform.human_number(${NUMBER_KINDS.connection}, platform.take_numbers('connection'))),
        ${input.consumerId},
        ${input.roadId}, platform.plot_written(${input.plotNumber}::text), ${input.category}, ${input.pipeSizeMm}, ${input.dwellingUnits ?? 1},
        ${input.sewerPercent ?? null}::numeric, ${input.dmaId ?? null}::uuid, ${input.applicationId ?? null}::uuid,
        ${input.connectedOn}::date, ${input.followsId ?? null}::uuid, ${input.latitude ?? null}::numeric, ${input.longitude ?? null}::numeric,
        coalesce(${input.routeOrder ?? null}::int, (select max(route_order) from meters.connections where road_id = ${input.roadId}) + 1, 1)
      returning id, number`,
  );
  await audit(tx, actor, {
    action: 'connection.open',
    object: 'connection',
    objectId: connection.id,
    after: { ...input, number: connection.number },
  });
  return connection;
}
