/**
 * What a domain's routes.ts exports: endpoints bound to the query or action that answers them.
 *   query(endpoint, handler)    reads; a consumer's runs under row-level security
 *   action(endpoint, handler, now)   writes, in one transaction, repeatable with an Idempotency-Key; `now` reads what
 *     the record is, for a caller who is refused because somebody else changed it (common.stale_version)
 *   special(endpoint, handler)  streams and bank pages, which need the request itself
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, EndpointParsed, EndpointResult } from '#shared/endpoint.ts';
import type { Actor } from './actor.ts';
import type { Clock } from './clock.ts';
import type { Database, Db, Tx } from './database/db.ts';
import type { Exports } from './exports/exports.ts';

export type QueryHandler<E extends Endpoint> = (
  db: Db | Tx,
  actor: Actor,
  input: EndpointParsed<E>,
) => Promise<EndpointResult<E>>;

export type ActionHandler<E extends Endpoint> = (
  tx: Tx,
  actor: Actor,
  input: EndpointParsed<E>,
) => Promise<EndpointResult<E>>;

/** What the call would answer if nothing were changed: who may change the record may see it. */
export type NowHandler<E extends Endpoint> = (
  db: Db,
  actor: Actor,
  input: EndpointParsed<E>,
) => Promise<EndpointResult<E>>;

export type SpecialContext = {
  database: Database;
  exports: Exports;
  /** Of the utility's time zone, for files that write instants. */
  clock: Clock;
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
};
export type SpecialHandler<E extends Endpoint> = (
  context: SpecialContext,
  input: EndpointParsed<E>,
) => Promise<unknown>;

export type Route =
  | { kind: 'query'; endpoint: Endpoint; handler: QueryHandler<Endpoint> }
  | {
      kind: 'action';
      endpoint: Endpoint;
      handler: ActionHandler<Endpoint>;
      now: NowHandler<Endpoint> | undefined;
    }
  | { kind: 'special'; endpoint: Endpoint; handler: SpecialHandler<Endpoint> };

/** Binds a reading endpoint. */
export function query<E extends Endpoint>(endpoint: E, handler: QueryHandler<E>): Route {
  return { kind: 'query', endpoint, handler: handler as unknown as QueryHandler<Endpoint> };
}

/** Binds a state-changing endpoint to an action. */
export function action<E extends Endpoint>(
  endpoint: E,
  handler: ActionHandler<E>,
  now?: NowHandler<E>,
): Route {
  return {
    kind: 'action',
    endpoint,
    handler: handler as unknown as ActionHandler<Endpoint>,
    now: now as unknown as NowHandler<Endpoint> | undefined,
  };
}

/** Binds an endpoint that needs the request itself: multipart, download, bank pages, sign-in. */
export function special<E extends Endpoint>(endpoint: E, handler: SpecialHandler<E>): Route {
  return { kind: 'special', endpoint, handler: handler as unknown as SpecialHandler<Endpoint> };
}
