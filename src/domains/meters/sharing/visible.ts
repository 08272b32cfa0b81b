/**
 * What a consumer sees of connections, as WHERE conditions: their own, and those that another account holder shares with
 * them (row-level security says the same, migration 0061). A consumer of an earlier time sees the bills of then.
 */
import type { Actor } from '#platform/actor.ts';
import { type Sql, sql } from '#platform/database/db.ts';

/** @param toPay only those that the actor may also pay for */
const shared = (actor: Actor, toPay: boolean): Sql =>
  sql`any ((select meters.shared_with(${actor.consumerId}::uuid, ${actor.today}::date, ${toPay}::boolean))::uuid[])`;

/** Connections `c`. */
export const seesConnection = (actor: Actor): Sql =>
  actor.kind === 'consumer'
    ? sql`(c.consumer_id = ${actor.consumerId}::uuid or c.id = ${shared(actor, false)})`
    : sql`true`;

/** Bills or payments of the present holder of a connection that is shared with the actor. */
export const seesOf = (actor: Actor, alias: 'i' | 'p'): Sql => {
  const [connection, consumer] = [sql.ref(`${alias}.connection_id`), sql.ref(`${alias}.consumer_id`)];
  return sql`(${connection} = ${shared(actor, false)} and meters.is_of_holder(${connection}, ${consumer}))`;
};

/** The connection with this id is shared with the actor with the right to pay. */
export const sharedToPay = (actor: Actor, id: Sql): Sql => sql`${id} = ${shared(actor, true)}`;

/** The actor may pay what the connection with this id owes. */
export const mayPayFor = (actor: Actor, id: Sql): Sql =>
  actor.kind === 'consumer'
    ? sql`(${id} in (select o.id from meters.connections o where o.consumer_id = ${actor.consumerId}::uuid) or ${sharedToPay(actor, id)})`
    : sql`true`;

/** The connection with this id is another's now, and the actor has bills of it. */
export const onceHeld = (actor: Actor, id: Sql): Sql =>
  sql`${id} = any ((select meters.once_held(${actor.consumerId}::uuid))::uuid[])`;

/**
 * SELECT of the connection that an option of the header's selector stands for: named by its application, or by itself
 * if it was not made from one of the actor's (applications/queries.ts, listOwnerApplications).
 */
export const ofOption = (id: string): Sql =>
  sql`select o.id from meters.connections o where o.id = ${id}::uuid or o.application_id = ${id}::uuid`;
