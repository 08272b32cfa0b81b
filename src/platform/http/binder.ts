/**
 * The one way from a request to a query or action and back: session, permission, rate, validation, lane, transaction,
 * idempotency, audit, answer schema. A route without a declared access does not exist (Endpoint requires it);
 * two routes on one path stop the start.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodError, z } from 'zod';
import { auditWords, type Endpoint, type EndpointParsed, type RateClass } from '#shared/endpoint.ts';
import { AppError, commonErrors, type FieldError, fail } from '#shared/errors.ts';
import { RIGHTS_HEADER } from '#shared/rights.ts';
import { joinGroups } from '#shared/search/join-groups.ts';
import { type Actor, may } from '../actor.ts';
import { type AtMost, type AtMostEach, atMost, atMostEach } from '../at-most.ts';
import { auditCount } from '../audit.ts';
import { type Clock, today } from '../clock.ts';
import {
  type Database,
  type Db,
  execute,
  PLANNED_ONCE,
  SENT_AHEAD,
  sql,
  type Tx,
  transaction,
} from '../database/db.ts';
import type { Pulse } from '../database/pulse.ts';
import type { Exports } from '../exports/exports.ts';
import { AT_ONCE, COUNTED_AFTER, PERSON_AT_ONCE } from '../limits.ts';
import type { ActionHandler, QueryHandler, Route } from '../route.ts';
import { ACTION_STATEMENT } from '../time-limits.ts';
import { addressKey } from './address-key.ts';
import { fieldErrors, readPart } from './errors.ts';
import { goneOf } from './hung-up.ts';
import { keyOf, once } from './idempotency.ts';
import type { RateLimiter } from './rate-limit.ts';
import { rightsVersion } from './rights-version.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route answers; undefined for addresses beside the API. */
    endpoint?: Endpoint;
  }
}

/** The lanes of the heavy calls; one process has one of each. */
const LANES: ReadonlyMap<RateClass, AtMost> = new Map(
  Object.entries(AT_ONCE).map(([rate, options]) => [rate as RateClass, atMost(options)]),
);

/** What one person has at a time of each kind of call: nobody fills the connections, or the queue of PDFs, alone. */
const OWN: Record<keyof typeof PERSON_AT_ONCE, AtMostEach> = {
  read: atMostEach(PERSON_AT_ONCE.read),
  change: atMostEach(PERSON_AT_ONCE.change),
  file: atMostEach(PERSON_AT_ONCE.file),
};

/**
 * Finds who a bearer token belongs to; undefined if the session is no longer good. Throws during maintenance, unless
 * that person may work during it.
 */
export type Authenticate = (token: string, request: RequestFacts) => Promise<Actor | undefined>;
export type RequestFacts = { now: Date; today: string; requestId: string; ip: string };

export type BinderContext = {
  database: Database;
  exports: Exports;
  pulse: Pulse;
  clock: Clock;
  authenticate: Authenticate;
  /** Throws while maintenance is on: for calls of which nobody knows who makes them. */
  refuseInMaintenance: () => Promise<void>;
  limit: RateLimiter;
  /** Of the program's secrets: what a call had in it is kept as a hash with it (idempotency.ts). */
  pepper: string;
};

/** Registers the routes under their path on a Fastify instance (already prefixed with the service). */
export function bindRoutes(app: FastifyInstance, routes: readonly Route[], context: BinderContext): void {
  for (const route of routes) {
    app.route({
      method: route.endpoint.method,
      url: route.endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { endpoint: route.endpoint },
      handler: (request, reply) => context.pulse.during(() => answer(route, context, request, reply)),
    });
  }
}

async function answer(route: Route, context: BinderContext, request: FastifyRequest, reply: FastifyReply) {
  const { endpoint } = route;
  const actor = await actorFor(endpoint, context, request, reply);
  const rate = rateOf(route, actor);
  const count = () => context.limit(rate, actor.userId ?? addressKey(actor.ip ?? ''));
  const counted = { actor, request, reply };
  if (COUNTED_AFTER.has(rate)) {
    return answerAs(route, context, counted).catch(async (refusal) => {
      await count();
      throw refusal;
    });
  }
  const forgive = rate === 'normal' ? undefined : await count();
  const answered = await answerAs(route, context, counted);
  await forgive?.();
  return answered;
}

/** A change leaves rows that are kept for good: an officer works as fast as the server answers, a household does not. */
const rateOf = ({ kind, endpoint: { rate } }: Route, actor: Actor): RateClass =>
  rate === 'normal' && kind === 'action' && actor.kind === 'consumer' ? 'household' : rate;

type Counted = { actor: Actor; request: FastifyRequest; reply: FastifyReply };

async function answerAs(route: Route, context: BinderContext, { actor, request, reply }: Counted) {
  const { endpoint } = route;
  const input = parseInput(endpoint, request);
  const turn = <T>(work: () => Promise<T>): Promise<T> => {
    const lane = LANES.get(endpoint.rate);
    if (lane) return lane.run(work);
    const own = ownTurns(route);
    return own && actor.userId ? own.run(actor.userId, work, goneOf(reply)) : work();
  };
  if (route.kind === 'special') {
    const { database, exports, clock } = context;
    const special = async () => route.handler({ database, exports, clock, actor, request, reply }, input);
    const result = await turn(special);
    return result === undefined || reply.sent ? reply : { data: parseOutput(endpoint, result) };
  }
  const result = await turn(() =>
    route.kind === 'query'
      ? runQuery(route.handler, context.database.db, actor, input)
      : runAction(route.handler, { endpoint, context, actor, key: keyOf(request) }, input).catch(
          async (error) => {
            throw await withNow(error, route, { context, actor, input });
          },
        ),
  );
  return { data: parseOutput(endpoint, result) };
}

/** Uploads have no turns: one may last an hour, and what is heavy about them has its own (files/pictures.ts). */
function ownTurns({ kind, endpoint }: Route): AtMostEach | undefined {
  if (kind === 'query') return OWN.read;
  if (kind === 'action') return OWN.change;
  return endpoint.kind === 'download' ? OWN.file : undefined;
}

async function actorFor(
  endpoint: Endpoint,
  context: BinderContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor> {
  const facts: RequestFacts = {
    now: context.clock.now(),
    today: today(context.clock),
    requestId: request.id,
    ip: request.ip,
  };
  if ('public' in endpoint.access) {
    if (!endpoint.openInMaintenance) await context.refuseInMaintenance();
    return anonymous(facts);
  }
  const token = /^Bearer (\S{1,4096})$/.exec(request.headers.authorization ?? '')?.[1];
  const actor = token ? await context.authenticate(token, facts) : undefined;
  if (!actor) throw fail(commonErrors.not_signed_in);
  reply.header(RIGHTS_HEADER, rightsVersion(actor));
  if ('permission' in endpoint.access && !may(actor, endpoint.access.permission)) {
    throw fail(commonErrors.not_permitted, { permission: endpoint.access.permission });
  }
  if ('consumer' in endpoint.access && !actor.consumerId) throw fail(commonErrors.not_permitted);
  return actor;
}

function anonymous(facts: RequestFacts): Actor {
  return {
    ...facts,
    kind: 'staff',
    userId: null,
    sessionId: null,
    name: 'anonymous',
    role: 'anonymous',
    permissions: new Set(),
    consumerId: null,
  };
}

/** A number that was typed in groups is looked for as it is stored, by every list and search. Not in the contracts: each page would load it. */
export const joinSearch = <Q>(query: Q): Q => {
  const { search } = (query ?? {}) as { search?: unknown };
  return typeof search === 'string' ? { ...query, search: joinGroups(search) } : query;
};

function parseInput(endpoint: Endpoint, request: FastifyRequest): EndpointParsed<Endpoint> {
  const problems: FieldError[] = [];
  const part = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
    const parsed = readPart(schema, value ?? {});
    if (parsed.success) return parsed.data;
    problems.push(...fieldErrors(parsed.error as ZodError));
    return undefined as z.output<S>;
  };
  const input = {
    params: part(endpoint.params, request.params),
    query: joinSearch(part(endpoint.query, request.query)),
    body: endpoint.kind === 'multipart' ? {} : part(endpoint.body, request.body),
  };
  if (problems.length > 0) throw fail(commonErrors.invalid_input, {}, problems);
  return input;
}

function runQuery(handler: QueryHandler<Endpoint>, db: Db, actor: Actor, input: EndpointParsed<Endpoint>) {
  if (actor.kind !== 'consumer') return handler(db, actor, input);
  return transaction(db, async (tx) => {
    await asConsumer(tx, actor);
    return handler(tx, actor, input);
  });
}

/** From here to the end of the transaction only the consumer's own rows exist. */
export async function asConsumer(tx: Tx, actor: Actor): Promise<void> {
  await execute(
    tx,
    sql`${SENT_AHEAD}${PLANNED_ONCE} select set_config('role', 'jolkol_consumer', true), set_config('app.consumer_id', ${actor.consumerId ?? ''}, true), set_config('app.today', ${actor.today}, true)`,
  );
}

type ActionCall = { endpoint: Endpoint; context: BinderContext; actor: Actor; key: string | undefined };

function runAction(handler: ActionHandler<Endpoint>, call: ActionCall, input: EndpointParsed<Endpoint>) {
  const { endpoint, context, actor, key } = call;
  return transaction(context.database.db, async (tx) => {
    await execute(
      tx,
      sql`${SENT_AHEAD}${PLANNED_ONCE} select set_config('statement_timeout', ${ACTION_STATEMENT}, true)`,
    );
    const work = async () => {
      const result = await handler(tx, actor, input);
      if (auditWords(endpoint.audit).length > 0 && auditCount(tx) === 0) {
        throw new Error(`${endpoint.method} ${endpoint.path} changed something without an audit row`);
      }
      return result;
    };
    if (!key || !actor.userId) return work();
    const { pepper } = context;
    return once(tx, actor, { key, name: `${endpoint.method} ${endpoint.path}`, input, pepper }, work);
  });
}

type Refused = { context: BinderContext; actor: Actor; input: EndpointParsed<Endpoint> };

/**
 * Somebody else changed the record: the refusal says what it is now, as the call's own answer would, so that the form
 * can show both. Read after the refused transaction: what was committed meanwhile is seen.
 */
async function withNow(
  thrown: unknown,
  { endpoint, now }: Extract<Route, { kind: 'action' }>,
  { context, actor, input }: Refused,
): Promise<unknown> {
  if (!(thrown instanceof AppError) || thrown.error !== commonErrors.stale_version || !now) return thrown;
  // It may be gone by now: then there is nothing to show, and the next try says so.
  const found = await now(context.database.db, actor, input).catch(() => undefined);
  if (found !== undefined) thrown.now = parseOutput(endpoint, found);
  return thrown;
}

/** The answer's schema lets only declared fields out; a result that does not fit is our mistake: 500. */
function parseOutput(endpoint: Endpoint, result: unknown): unknown {
  const parsed = endpoint.output.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new Error(`${endpoint.method} ${endpoint.path} answers outside its schema: ${parsed.error.message}`);
}

/** Long enough for programs not to ask all the time, and soon enough for people who wait for the end. */
export const MAINTENANCE_RETRY_S = 120;

/** The wait that a refusal asks for, in seconds. */
export function retryAfter(error: AppError): number | undefined {
  if (error.error.status === 429) return Number(error.params.seconds ?? 1);
  if (error.error === commonErrors.under_maintenance) return MAINTENANCE_RETRY_S;
  return error.error.status === 503 ? 5 : undefined;
}
