/** What connections are to the register of consumers: counted, found by, handed over when two consumers become one. */
import type { ConsumerParts, Holder } from '#domains/consumers/consumer-parts.ts';
import { audit } from '#platform/audit.ts';
import { all, type Sql, sql } from '#platform/database/db.ts';
import { toLatinDigits } from '#shared/money.ts';
import { isReadAs, plateHas } from './by-number.ts';
import { type Place, readPlace } from './place.rules.ts';
import { endClaimed } from './sharing/actions/end-claimed.ts';

export const connectionHolder: Holder = {
  holdings: (db, ids) =>
    all(
      db,
      sql`select 'connections' as kind, count(*) as count, null as "amountMinor" from meters.connections
        where consumer_id = any(${ids}::uuid[])`,
    ),
  async move(tx, actor, { fromId, intoId }, only) {
    const moved = await all<{ id: string }>(
      tx,
      sql`update meters.connections set consumer_id = ${intoId}, version = version + 1
        where consumer_id = ${fromId} and (${only === undefined}::boolean or id = any(${only ?? []}::uuid[])) returning id`,
    );
    await audit(
      tx,
      actor,
      ...moved.map(({ id }) => ({
        action: 'connection.consumer' as const,
        object: 'connection',
        objectId: id,
        before: { consumerId: fromId },
        after: { consumerId: intoId },
      })),
    );
    return moved.map(({ id }) => id);
  },
  undo: endClaimed,
};

export const connectionsOfConsumers: ConsumerParts['connections'] = {
  count: (id) => sql`(select count(*) from meters.connections x where x.consumer_id = ${id})`,
  inSector: (sectorId) => sql`select x.consumer_id from meters.connections x
    join settings.roads d on d.id = x.road_id where d.sector_id = ${sectorId}`,
  searched(text) {
    const place = readPlace(text);
    const latin = toLatinDigits(text).trim().toLowerCase();
    // Numbers of meters and connections have digits: a name asks for neither.
    const numbered = /\d/.test(latin) && latin.length >= 3 ? numberedSo(latin) : undefined;
    const found = [...(place ? [standingAt(place)] : []), ...(numbered ? [numbered] : [])];
    return found.length > 0 ? sql.join(found, sql` union `) : undefined;
  },
  numbered: (number) => sql`select x.consumer_id from meters.connections x where x.number = ${number}`,
  hasMeter: (id, number) => sql`exists (select from meters.connections x
    join meters.assignments a on a.connection_id = x.id and a.removed_on is null
    join meters.meters m on m.id = a.meter_id
    where x.consumer_id = ${id} and ${isReadAs(number)})`,
};

/** Any meter that is or was at the connection; of the connection's own number the beginning. Of these only a meter's has blanks. */
function numberedSo(latin: string): Sql {
  const last = latin.padEnd(10, '9');
  const plated = sql`select x.consumer_id from meters.meters m join meters.assignments a on a.meter_id = m.id
      join meters.connections x on x.id = a.connection_id where ${plateHas(latin)}`;
  if (/\s/.test(latin)) return plated;
  return sql`${plated}
    union select x.consumer_id from meters.connections x
      where ${/^\d+$/.test(latin)}::boolean and x.number between ${latin} and ${last}
    union select x.consumer_id from meters.connections x where platform.plot_key(x.plot_number) = platform.plot_key(${latin}::text)`;
}

function standingAt({ sector, road, plot }: Place): Sql {
  const conditions = [
    ...(sector ? [sql`lower(s.number) = ${sector}`] : []),
    ...(road ? [sql`lower(d.number) = ${road}`] : []),
    ...(plot ? [sql`platform.plot_key(x.plot_number) = platform.plot_key(${plot}::text)`] : []),
  ];
  return sql`select x.consumer_id from meters.connections x join settings.roads d on d.id = x.road_id
    join settings.sectors s on s.id = d.sector_id where ${sql.join(conditions, sql` and `)}`;
}
