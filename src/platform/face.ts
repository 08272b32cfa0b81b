/**
 * The face of a domain: all that the program asks of it, in one file (its domain.ts). src/services.ts lists the faces
 * in the order in which domains may import one another, and joins them to one program.
 *
 * What a domain to the left needs from those to the right comes through a point: the left one declares it, others hand
 * values to it in their faces, and the left one reads them from the joined faces. Nobody imports to the right.
 */
import { type Endpoint, endpointsOf } from '#shared/endpoint.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Words } from '#shared/words.ts';
import type { Job, LongJob } from './jobs.ts';
import type { Platform } from './platform.ts';
import type { Route } from './route.ts';

/** A contract module: endpoints by name, and the codes that they refuse with. */
export type Contract = { errors?: Record<string, ErrorCode> } & Record<string, unknown>;

declare const valueType: unique symbol;
/** A point takes values of type T from others. The id is the owner's name and what is handed in. */
export type Point<T> = { readonly id: string; readonly [valueType]?: (value: T) => T };
/** A value with the point it is for. */
export type Plug = { readonly pointId: string; readonly value: unknown };

/** @param id for example `consumers.holders` */
export const point = <T>(id: string): Point<T> => ({ id });

/** Hands a value to a point of a domain to the left. */
export const plug = <T>(to: Point<T>, value: T): Plug => ({ pointId: to.id, value });

/** What all faces give together. */
export type JoinedFaces = {
  words: Words;
  endpoints: readonly Endpoint[];
  /** `domain_name`: the name under which a contract exports the endpoint. */
  nameOf: (endpoint: Endpoint) => string;
  /** What was handed to a point, in the order of the domains. */
  all: <T>(at: Point<T>) => readonly T[];
  /** The one value of a point. Throws unless exactly one was handed in: the program does not start. */
  only: <T>(at: Point<T>) => T;
};

export type DomainJob = {
  run: Job;
  /** When it runs by itself: every minute, or once a day at this time of the utility's day ('00:10', by TIME_ZONE). */
  runs?: 'every-minute' | { dailyAt: string };
  /** The domain says when an alarm of it is over: a success of one of several workers does not (job-alarms.ts). */
  solvedByDomain?: true;
  /** It may work for minutes, in places of its own. A job that runs once a day does. */
  long?: LongJob;
};

export type DomainFace = {
  /** The folder's name. */
  name: string;
  contracts: readonly Contract[];
  routes: (platform: Platform, joined: JoinedFaces) => readonly Route[];
  /** By name, `<domain>:<verb-noun>`. */
  jobs?: (platform: Platform, joined: JoinedFaces) => Readonly<Record<string, DomainJob>>;
  plugs?: readonly Plug[];
  /** Runs at each start of the program, before the first request. */
  prepare?: (platform: Platform) => Promise<void>;
};

/** Joins the faces. */
export function joinFaces(faces: readonly DomainFace[], words: Words): JoinedFaces {
  const plugs = faces.flatMap((face) => face.plugs ?? []);
  const all = <T>(at: Point<T>) =>
    plugs.filter(({ pointId }) => pointId === at.id).map(({ value }) => value as T);
  const names = new Map(
    faces.flatMap(({ name: domain, contracts }) =>
      contracts.flatMap((contract) =>
        endpointsOf(contract).map(([name, endpoint]): [Endpoint, string] => [endpoint, `${domain}_${name}`]),
      ),
    ),
  );
  return {
    words,
    endpoints: [...names.keys()],
    nameOf: (endpoint) => {
      const name = names.get(endpoint);
      if (!name) throw new Error(`${endpoint.method} ${endpoint.path} is bound, but no contract exports it`);
      return name;
    },
    all,
    only: <T>(at: Point<T>): T => {
      const [value, ...others] = all(at);
      if (value === undefined || others.length > 0) {
        throw new Error(
          `${at.id} takes one value, ${others.length + (value === undefined ? 0 : 1)} were handed in`,
        );
      }
      return value;
    },
  };
}
