/**
 * A connection changes hands (decision 0047): it is closed with a last reading, and a successor begins on that day at the same place, with
 * the same meter and the same figure. All that was started for the old one stays with it.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { openConnection } from '../../actions/open-connection.ts';
import { inheritCategories } from '../../actions/set-categories.ts';
import { errors } from '../../contract.ts';
import { lockWithItsMeters } from '../../readings/actions/lock-readings.ts';
import { closeConnection, closeUnmetered } from './close-connection.ts';

export type HandOver = {
  connectionId: string;
  toConsumerId: string;
  /** The last day of the one, the first of the other. */
  on: string;
  /** What the meter shows; null without a meter. */
  registerLitres: number | null;
  reason: string;
};

type Old = {
  status: string;
  meterId: string | null;
  roadId: string;
  plotNumber: string;
  category: string;
  pipeSizeMm: number;
  dwellingUnits: number;
  sewerPercent: string | null;
  dmaId: string | null;
  routeOrder: number;
  latitude: string | null;
  longitude: string | null;
};

/** @returns the connection that begins, and its number */
export async function handOverConnection(
  tx: Tx,
  actor: Actor,
  input: HandOver,
): Promise<{ id: string; number: string }> {
  const { connectionId, on, registerLitres, reason } = input;
  await lockWithItsMeters(tx, connectionId);
  const old = await first<Old>(
    tx,
    sql`select c.status, a.meter_id as "meterId", c.road_id as "roadId", c.plot_number as "plotNumber", c.category,
        c.pipe_size_mm as "pipeSizeMm", c.dwelling_units as "dwellingUnits", c.sewer_percent as "sewerPercent",
        c.dma_id as "dmaId", c.route_order as "routeOrder", c.latitude::text, c.longitude::text
      from meters.connections c left join meters.assignments a on a.connection_id = c.id and a.removed_on is null
      where c.id = ${connectionId}`,
  );
  if (!old) throw fail(commonErrors.not_found);
  const { status, meterId, ...place } = old;
  if (status === 'closed') throw fail(errors.connection_closed);
  if (meterId === null) await closeUnmetered(tx, actor, { connectionId, closedOn: on, reason });
  else if (registerLitres === null) throw fail(errors.connection_has_meter);
  else await closeConnection(tx, actor, { meterId, readOn: on, registerLitres, reason });
  const successor = await openConnection(tx, actor, {
    ...place,
    consumerId: input.toConsumerId,
    connectedOn: on,
    followsId: connectionId,
  });
  await inheritCategories(tx, { fromId: connectionId, toId: successor.id, on });
  if (meterId !== null && registerLitres !== null) {
    await keepMeter(tx, actor, {
      connectionId: successor.id,
      meterId,
      installedOn: on,
      openingLitres: registerLitres,
    });
  }
  return successor;
}

type Kept = { connectionId: string; meterId: string; installedOn: string; openingLitres: number };

/** The meter was not touched: it goes on at its place, for the other account. */
async function keepMeter(tx: Tx, actor: Actor, kept: Kept): Promise<void> {
  await execute(
    tx,
    sql`update meters.meters set status = 'INSTALLED', version = version + 1 where id = ${kept.meterId}`,
  );
  await execute(
    tx,
    sql`insert into meters.assignments (connection_id, meter_id, installed_on, opening_litres)
      values (${kept.connectionId}, ${kept.meterId}, ${kept.installedOn}, ${kept.openingLitres})`,
  );
  await audit(tx, actor, {
    action: 'meter.install',
    object: 'meter',
    objectId: kept.meterId,
    after: { ...kept },
  });
}
