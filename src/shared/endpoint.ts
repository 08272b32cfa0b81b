/**
 * An endpoint as plain data: read by the server's binder, the browser's caller, OpenAPI and the conformance
 * tests. A domain's contract.ts exports its endpoints; there is no other list of calls.
 */
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';
import type { AuditWord } from './words.ts';

/** The five API services of the product (spec §1). */
export const SERVICES = ['main', 'billing', 'role', 'wallet', 'social'] as const;
export type Service = (typeof SERVICES)[number];

/** How often one caller may call: counted in the database, so that it holds over several processes. */
export type RateClass =
  | 'normal'
  | 'login'
  /** The password and its second step: only failures stay counted. */
  | 'sign-in'
  /** A public call whose credential is a secret that nobody can guess: only failures stay counted. */
  | 'link'
  /** Asks by the code of a paper: only failures are counted, after them, so that a good code is answered to everybody. */
  | 'paper'
  /** A public call without a credential that begins something. */
  | 'begin'
  | 'otp'
  | 'refresh'
  | 'export'
  /** Calculates over the whole town, or has it calculated or printed in the background. */
  | 'preview'
  | 'upload'
  /** Saves while somebody types, without a row in the log. */
  | 'save'
  | 'money'
  /** A gateway calls, without a credential. */
  | 'callback'
  /** A browser comes back from a gateway. */
  | 'return'
  | 'search'
  | 'test'
  /** No endpoint declares it: a change by a `normal` call is counted by it if a household makes it. */
  | 'household';

/**
 * Who may call: a permission word, any signed-in person, or everybody, and then why. `consumer`: of those only consumers, because
 * the answer is of what is theirs.
 */
export type Access =
  | { permission: Permission; consumer?: string }
  | { signedIn: string }
  | { consumer: string }
  | { public: string };

/** What a state-changing call leaves in the audit log: a word `noun.verb`, one of several by what it did, or why nothing. */
export type Audit = AuditWord | readonly AuditWord[] | { none: string };

type Shape = z.ZodType;

/** The declaration of an endpoint, as a contract writes it. */
export type EndpointDeclaration<Q extends Shape, P extends Shape, B extends Shape, O extends Shape> = {
  service: Service;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As the specification spells it, with {id} for a parameter. */
  path: string;
  summary: string;
  access: Access;
  query?: Q;
  params?: P;
  body?: B;
  /** Schema of what is below `data`. Undeclared fields never leave the server. */
  output: O;
  /** json; multipart: the handler reads the streamed form, which is one `file` and the fields that `body` describes; download: the handler streams a file; page: HTML or a redirect for a browser that a bank sends, at `path` itself instead of below /api. */
  kind?: 'json' | 'multipart' | 'download' | 'page';
  rate?: RateClass;
  /** Public calls only: why it is answered during maintenance too. Without a reason it is refused then. */
  openInMaintenance?: string;
  /** What the call can refuse beside what follows from this declaration (refusals.ts). */
  refuses?: readonly ErrorCode[];
  /** Required for POST, PUT and DELETE. */
  audit?: Audit;
};

/** An endpoint with its defaults filled in. */
export type Endpoint<
  Q extends Shape = Shape,
  P extends Shape = Shape,
  B extends Shape = Shape,
  O extends Shape = Shape,
> = Required<Omit<EndpointDeclaration<Q, P, B, O>, 'audit'>> & { audit: Audit; isEndpoint: true };

const nothing = z.object({});

/** Declares an endpoint. Throws if a call that changes data states nothing about its audit. */
export function endpoint<
  O extends Shape,
  Q extends Shape = typeof nothing,
  P extends Shape = typeof nothing,
  B extends Shape = typeof nothing,
>(declaration: EndpointDeclaration<Q, P, B, O>): Endpoint<Q, P, B, O> {
  if (declaration.method !== 'GET' && declaration.audit === undefined) {
    throw new Error(`${declaration.method} ${declaration.path} does not say what it leaves in the audit log`);
  }
  return {
    query: nothing as unknown as Q,
    params: nothing as unknown as P,
    body: nothing as unknown as B,
    kind: 'json',
    rate: 'normal',
    openInMaintenance: '',
    refuses: [],
    audit: { none: 'reads only' },
    ...declaration,
    isEndpoint: true,
  };
}

/** What a caller passes in (before defaults and transforms). */
export type EndpointInput<E extends Endpoint> = {
  query?: z.input<E['query']>;
  params?: z.input<E['params']>;
  body?: z.input<E['body']>;
};
/** What the handler gets (after validation). */
export type EndpointParsed<E extends Endpoint> = {
  query: z.output<E['query']>;
  params: z.output<E['params']>;
  body: z.output<E['body']>;
};
/** What a handler returns (before the answer's schema is applied). */
export type EndpointResult<E extends Endpoint> = z.input<E['output']>;
/** What a caller gets. */
export type EndpointAnswer<E extends Endpoint> = z.output<E['output']>;

/** The words that a call may leave in the audit log. */
export function auditWords(audit: Audit): readonly AuditWord[] {
  if (typeof audit === 'string') return [audit];
  return 'none' in audit ? [] : audit;
}

/** Picks the endpoints out of a contract module's exports, with their names. */
export function endpointsOf(contract: Record<string, unknown>): [string, Endpoint][] {
  return Object.entries(contract).filter(
    (entry): entry is [string, Endpoint] =>
      typeof entry[1] === 'object' && entry[1] !== null && 'isEndpoint' in entry[1],
  );
}

/** Path parameter schema of the many endpoints that name one record. */
export const idParams = z.object({ id: z.uuid() });
/** The answer of a call that only has to succeed. */
export const done = z.object({ done: z.literal(true) });
