/** The program for HTTP tests: a real application over a fresh database, people signed in by role, a movable clock. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll } from 'vitest';
import { buildApplication } from '#app/build-application.ts';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { openSession } from '#domains/identity/actions/open-session.ts';
import { login as logInEndpoint } from '#domains/identity/contract.ts';
import { hashPassword } from '#domains/identity/passwords.rules.ts';
import { makeTokens } from '#domains/identity/tokens.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { type Clock, today } from '#platform/clock.ts';
import { type Database, one, sql, transaction } from '#platform/database/db.ts';
import { openExports } from '#platform/exports/exports.ts';
import { localStore } from '#platform/files/local-store.ts';
import { serveBrowser, serveConfig } from '#platform/http/browser.ts';
import { rateLimiter } from '#platform/http/rate-limit.ts';
import type { Platform } from '#platform/platform.ts';
import { makeSecrets } from '#platform/secrets/secrets.ts';
import type { Endpoint, EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import type { ErrorBody } from '#shared/errors.ts';
import { GATEWAY_NAMES } from '#shared/gateway-names.ts';
import type { BuiltInRole, Permission } from '#shared/permissions.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { noteAnswer, noteRefusal } from './refusals/note-refusal.ts';
import { startOn, ZONE } from './zone.ts';

export type Person = {
  userId: string;
  consumerId: string | null;
  role: string;
  idToken: string;
  password: string;
};
export type Refusal = ErrorBody & { status: number };

/** A clock that does not move until it is moved. */
export type TestClock = Clock & { set(instant: string): void; advance(seconds: number): void };

function testClock(start: string): TestClock {
  let now = new Date(start);
  return {
    timeZone: ZONE,
    now: () => now,
    set: (instant) => {
      now = new Date(instant);
    },
    advance: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

/** Opens /metrics of the programs of tests. */
export const METRICS_TOKEN = 'token-of-the-tests-0001';

export type TestApp = Awaited<ReturnType<typeof testApp>>;

/**
 * Starts the application on a fresh clone of the migrated database; stopped when the test file ends.
 * @param options through: the program's own way to that database, if it is to be cut
 */
export async function testApp(
  options: { now?: string; through?: (made: TestDatabase) => Promise<Database> } = {},
) {
  const databases = await testDatabase();
  const clock = testClock(options.now ?? startOn('2026-11-15'));
  const folder = await mkdtemp(join(tmpdir(), 'jolkol-test-'));
  const temporaryFolder = join(folder, 'tmp');
  const database = (await options.through?.(databases)) ?? databases.database;
  const exports = openExports({
    url: database.pool.options.connectionString ?? '',
    ...{ timeZone: ZONE, folder: temporaryFolder, connections: 4, fileMb: 64, allMb: 512 },
  });
  const platform: Platform = {
    ...{ database, exports },
    clock,
    secrets: makeSecrets(),
    files: {
      store: localStore({ folder: join(folder, 'files'), secret: Buffer.alloc(32, 7), linkBase: '/files' }),
      temporaryFolder,
    },
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
    // Servers of the tests run on this machine.
    sending: { privateHosts: ['127.0.0.1'], programHosts: { email: null, sms: null } },
    gateways: {
      ...{ names: [...GATEWAY_NAMES], hosts: [], credentials: {} },
      callbackUrl: 'http://localhost/api/billing',
      simulates: async () => true,
    },
  };
  const asRunning = await browserSide(join(folder, 'browser'));
  const server = await buildApplication(platform, {
    ...asRunning,
    limit: async () => undefined,
    metricsToken: METRICS_TOKEN,
    // If connections are cut at random, other calls are refused in each run.
    ...(options.through ? {} : { refused: noteRefusal }),
  });
  afterAll(async () => {
    await server.close();
    await exports.close();
    await rm(folder, { recursive: true, force: true });
  });
  const system = (): Actor => systemActor(clock.now(), today(clock));
  return {
    ...databases,
    platform,
    clock,
    server,
    system,
    call: <E extends Endpoint>(endpoint: E, input?: EndpointInput<E> & CallOptions) =>
      call(server, endpoint, input),
    refused: <E extends Endpoint>(endpoint: E, input?: EndpointInput<E> & CallOptions) =>
      refused(server, endpoint, input),
    /** The code of the refusal; undefined if the call succeeded. */
    codeOf: <E extends Endpoint>(endpoint: E, input?: EndpointInput<E> & CallOptions) =>
      codeOf(server, endpoint, input),
    /** The code of the refusal, or what the call gave. */
    answerOf: <E extends Endpoint>(endpoint: E, input?: EndpointInput<E> & CallOptions) =>
      answerOf(server, endpoint, input),
    /** Another process over the same database: by other settings, and with the real limits if asked. */
    another: async (changes: Partial<Platform> = {}, limits?: 'limited') => {
      const limit = limits ? rateLimiter(databases.database.pool) : async () => undefined;
      const other = await buildApplication(
        { ...platform, ...changes },
        { ...asRunning, limit, refused: noteRefusal },
      );
      afterAll(() => other.close());
      return {
        server: other,
        call: <E extends Endpoint>(endpoint: E, input?: EndpointInput<E> & CallOptions) =>
          call(other, endpoint, input),
        refused: <E extends Endpoint>(endpoint: E, input?: EndpointInput<E> & CallOptions) =>
          refused(other, endpoint, input),
      };
    },
    /** Signs in with a password; fails the test if that is refused or not enough. */
    signIn: async (login: string, password: string) => {
      const answer = await call(server, logInEndpoint, { body: { login, password } });
      if ('challenge' in answer) throw new Error(`signing in wants a second step: ${answer.challenge.step}`);
      return answer;
    },
    sendFile: <E extends Endpoint>(endpoint: E, sent: Sent) => sendFile(server, endpoint, sent),
    /** A staff member of a built-in role, signed in. */
    staff: (role: Exclude<BuiltInRole, 'consumer'>) => signedIn(platform, system(), role),
    /** A consumer with an account, signed in. */
    consumer: (name = 'Rahima Khatun') => signedIn(platform, system(), 'consumer', name),
    /** A role with exactly these permissions, and somebody who has it. */
    staffWith: async (permissions: Permission[]) => {
      const code = `role-${crypto.randomUUID().slice(0, 8)}`;
      await sql`with r as (insert into roles.roles (code, name) values (${code}, ${code}) returning id)
        insert into roles.role_permissions (role_id, permission)
        select r.id, p from r, unnest(${permissions}::text[]) as p`.execute(databases.db);
      return signedIn(platform, system(), code);
    },
    /** The actor that a person's request would have. */
    actorOf: (person: Person): Actor => ({
      ...system(),
      kind: person.role === 'consumer' ? 'consumer' : 'staff',
      userId: person.userId,
      role: person.role,
      consumerId: person.consumerId,
      name: 'test',
    }),
  };
}

/** The document of the browser side in tests: nothing is built for them. Without a title nothing is written into it. */
export const DOCUMENT = '<!doctype html><body>Jolkol</body>';

/** What a running program serves beside its calls, so that a test sees what they do to each other. */
async function browserSide(folder: string) {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), DOCUMENT);
  return {
    origins: { page: 'http://localhost' },
    browser: async (server: FastifyInstance) => {
      const config = async () => ({ services: {} });
      serveConfig(server, config);
      await serveBrowser(server, config, folder);
    },
  };
}

let people = 0;
const PASSWORD = 'neel-akash-42';
/** All people of a process have one password, so that it is hashed once: a hash takes longer than most tests. */
let passwordHash: Promise<string> | undefined;

async function signedIn(
  platform: Platform,
  actor: Actor,
  role: string,
  name = 'Karim Uddin',
): Promise<Person> {
  people += 1;
  const phone = `+88017${String(10_000_000 + people)}`;
  const keys = { tokens: makeTokens(platform.secrets), secrets: platform.secrets };
  passwordHash ??= hashPassword(PASSWORD);
  const hash = await passwordHash;
  return transaction(platform.database.db, async (tx) => {
    const consumer = role === 'consumer' ? await createConsumer(tx, actor, { name, phone }) : null;
    const { id } = await one<{ id: string }>(
      tx,
      sql`insert into identity.users (role_id, name, phone, password_hash, consumer_id)
        select r.id, ${name}, ${phone}, ${hash}, ${consumer?.id ?? null}::uuid
        from roles.roles r where r.code = ${role} returning id`,
    );
    const { response } = await openSession(
      tx,
      keys,
      { id, role },
      { now: actor.now, ip: null, device: 'test' },
    );
    const idToken = response.AuthenticationResult.IdToken;
    return { userId: id, consumerId: consumer?.id ?? null, role, idToken, password: PASSWORD };
  });
}

export type CallOptions = { as?: Person; headers?: Record<string, string> };

async function inject(
  server: FastifyInstance,
  endpoint: Endpoint,
  input: EndpointInput<Endpoint> & CallOptions,
) {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  return server.inject({
    method: endpoint.method,
    url: `/api/${endpoint.service}${path}`,
    query: textQuery(input.query),
    headers: { ...(input.as ? { authorization: `Bearer ${input.as.idToken}` } : {}), ...input.headers },
    ...(endpoint.method === 'GET' || endpoint.kind === 'multipart'
      ? {}
      : { payload: (input.body ?? {}) as object }),
  });
}

function textQuery(query: unknown): Record<string, string> {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined).map(([key, value]) => [key, String(value)]),
  );
}

/** Calls an endpoint over HTTP and gives what is below `data`; fails the test on any refusal. */
async function call<E extends Endpoint>(
  server: FastifyInstance,
  endpoint: E,
  input: EndpointInput<E> & CallOptions = {},
): Promise<EndpointAnswer<E>> {
  const answer = await inject(server, endpoint, input);
  if (answer.statusCode !== 200) {
    throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.statusCode}: ${answer.body}`);
  }
  noteAnswer(endpoint, answer.body);
  return answer.json<{ data: EndpointAnswer<E> }>().data;
}

/** Calls an endpoint that must refuse, and gives the refusal. */
async function refused<E extends Endpoint>(
  server: FastifyInstance,
  endpoint: E,
  input: EndpointInput<E> & CallOptions = {},
): Promise<Refusal> {
  const answer = await inject(server, endpoint, input);
  if (answer.statusCode < 400)
    throw new Error(`${endpoint.method} ${endpoint.path} was not refused: ${answer.body}`);
  return { ...answer.json<{ error: ErrorBody }>().error, status: answer.statusCode };
}

/** Calls an endpoint that can succeed or refuse. */
async function codeOf<E extends Endpoint>(
  server: FastifyInstance,
  endpoint: E,
  input: EndpointInput<E> & CallOptions = {},
): Promise<string | undefined> {
  const answer = await inject(server, endpoint, input);
  return answer.statusCode < 400 ? undefined : answer.json<{ error: ErrorBody }>().error.code;
}

/** The same, with the data of a call that succeeded. */
async function answerOf<E extends Endpoint>(
  server: FastifyInstance,
  endpoint: E,
  input: EndpointInput<E> & CallOptions = {},
): Promise<{ code: string | undefined; data?: EndpointAnswer<E> }> {
  const answer = await inject(server, endpoint, input);
  if (answer.statusCode >= 400) return { code: answer.json<{ error: ErrorBody }>().error.code };
  noteAnswer(endpoint, answer.body);
  return { code: undefined, data: answer.json<{ data: EndpointAnswer<E> }>().data };
}

type Sent = {
  as: Person;
  content: Buffer | string;
  name: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
};

/** Sends a file to a multipart endpoint over HTTP, in its field `file`; gives status, data and refusal. */
async function sendFile<E extends Endpoint>(server: FastifyInstance, endpoint: E, sent: Sent) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(sent.content))]), sent.name);
  const request = new Request('http://x', { method: 'POST', body: form });
  const answer = await server.inject({
    method: endpoint.method,
    url: `/api/${endpoint.service}${endpoint.path}`,
    query: sent.query ?? {},
    headers: {
      authorization: `Bearer ${sent.as.idToken}`,
      'content-type': request.headers.get('content-type') ?? '',
      ...sent.headers,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const { data, error } = answer.json<{ data: EndpointAnswer<E>; error?: ErrorBody }>();
  if (!error) noteAnswer(endpoint, answer.body);
  return { status: answer.statusCode, data, code: error?.code };
}

/** Sum of all ledger entries, which is always zero. */
export async function ledgerSum(app: Pick<TestApp, 'db'>): Promise<number> {
  const { sum } = await one<{ sum: number }>(
    app.db,
    sql`select coalesce(sum(amount_minor), 0)::bigint as sum from ledger.entries`,
  );
  return sum;
}
