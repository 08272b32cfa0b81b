/** Questions about access to connections. A consumer's rows are limited here and again by row-level security. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { Access, SharedAccess } from './contract.ts';

const place = sql`c.id as "connectionId", c.number, s.number as "sectorNumber", d.number as "roadNumber",
  c.plot_number as "plotNumber", c.status = 'closed' as "isClosed"`;
const placed = sql`join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id`;

const state = (actor: Actor): Sql => sql`case when a.ended_at is not null then 'ENDED'
  when a.ends_on < ${actor.today}::date then 'OVER' when a.accepted_at is not null then 'ACTIVE'
  when a.expires_at <= ${actor.now}::timestamptz then 'EXPIRED' else 'WAITING' end`;

const columns = (
  actor: Actor,
): Sql => sql`a.id, a.name, a.phone, a.may_pay as "mayPay", a.ends_on as "endsOn",
  a.invited_at as "invitedAt", a.expires_at as "expiresAt", a.accepted_at as "acceptedAt", a.ended_at as "endedAt",
  a.ended_as as "endedAs", ${state(actor)} as state`;

type GivenRow = SharedAccess['given'][number] & Access;

/** Given: those of their own connections, the living first. Received: those in force. */
export async function listSharedAccess(db: Db | Tx, actor: Actor): Promise<SharedAccess> {
  const me = String(actor.consumerId);
  const connections = await all<Omit<SharedAccess['given'][number], 'accesses'>>(
    db,
    sql`select ${place} from meters.connections c ${placed} where c.consumer_id = ${me}::uuid order by c.number`,
  );
  const accesses = await all<GivenRow>(
    db,
    sql`select a.connection_id as "connectionId", ${columns(actor)} from meters.accesses a
      join meters.connections c on c.id = a.connection_id
      where c.consumer_id = ${me}::uuid and a.holder_id = any ((select consumers.known_as(${me}::uuid))::uuid[])
      order by a.ended_at is not null, a.invited_at desc, a.id limit 200`,
  );
  const received = await all<SharedAccess['received'][number]>(
    db,
    sql`select a.id, ${place}, coalesce(meters.holder_name(c.id), '') as "holderName",
        meters.holder_name_bn(c.id) as "holderNameBn", a.may_pay as "mayPay",
        a.ends_on as "endsOn"
      from meters.accesses a join meters.connections c on c.id = a.connection_id ${placed}
      where a.consumer_id = any ((select consumers.known_as(${me}::uuid))::uuid[]) and a.ended_at is null
        and c.id = any ((select meters.shared_with(${me}::uuid, ${actor.today}::date, false))::uuid[])
      order by c.number`,
  );
  const given = connections.map((connection) => ({
    ...connection,
    accesses: accesses.filter(({ connectionId }) => connectionId === connection.connectionId),
  }));
  return { given, received };
}

/** Both sides of a consumer's sharing, as staff see them. */
export async function accessesOfConsumer(db: Db | Tx, actor: Actor, consumerId: string) {
  const known = sql`any ((select consumers.known_as(${consumerId}::uuid))::uuid[])`;
  type Row = Access & Omit<SharedAccess['given'][number], 'accesses'>;
  const items = await all<
    Row & { isGiven: boolean; otherId: string | null; otherName: string | null; otherNameBn: string | null }
  >(
    db,
    sql`select ${place}, ${columns(actor)}, a.holder_id = ${known} as "isGiven", o.id as "otherId",
        o.name as "otherName", o.name_bn as "otherNameBn"
      from meters.accesses a join meters.connections c on c.id = a.connection_id ${placed}
      left join consumers.consumers o on o.id = case when a.holder_id = ${known} then a.consumer_id else a.holder_id end
      where a.holder_id = ${known} or a.consumer_id = ${known}
      order by a.ended_at is not null, a.invited_at desc, a.id limit 200`,
  );
  return { items };
}
