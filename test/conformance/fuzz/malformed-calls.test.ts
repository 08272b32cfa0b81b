/**
 * Malformed calls of every endpoint by people of every kind (G35): none is answered with 5xx, no refusal tells of
 * stacks, SQL or paths, and what counts afterwards still counts. Printed: the seed, times and memory.
 * FUZZ_RUNS: how many calls; FUZZ_SEED: which.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type Random, randomOf } from '#app/demo/random.ts';
import { errorCodes } from '#app/services.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { addVisitPhoto } from '#domains/meters/visits/contract.ts';
import { makeOffice } from '#domains/ownership/factory-calls.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { isUnlisted } from '#shared/refusals.ts';
import { ledgerSum, type Person, testApp } from '#test/app.ts';
import { label, type Registered, registry } from '../registry.ts';
import { inputSchema, sample } from '../sample-input.ts';
import {
  brokenBody,
  brokenForm,
  brokenQuery,
  encoded,
  hostileText,
  type RawBody,
  spoiled,
  written,
} from './hostile.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 10_000);
const SEED = process.env.FUZZ_SEED ?? '1';
const AT_ONCE = 4;

const app = await testApp();

async function settle(): Promise<void> {
  for (const upTo of ['CONNECTED', 'PENDING', 'DRAFT', 'READY_TO_PAY', 'READY_TO_SURVEY'] as const)
    await makeApplication(app, { upTo });
  await transaction(app.db, (tx) => makeDebtor(tx, app.system(), { months: 2 }));
  await (await makeOffice(app)).request();
  await (await makeYard(app)).order();
}
await settle();

/** Ids that exist, of every table: calls with them pass the first checks. */
const ids = await (async () => {
  const tables = await all<{ schema: string; name: string }>(
    app.owner.db,
    sql`select table_schema as schema, table_name as name from information_schema.columns
      where column_name = 'id' and data_type = 'uuid' and table_schema not in ('platform', 'pg_catalog')`,
  );
  const found = await Promise.all(
    tables.map(({ schema, name }) =>
      all<{ id: string }>(app.owner.db, sql`select id::text from ${sql.id(schema, name)} limit 20`),
    ),
  );
  return found.flat().map(({ id }) => id);
})();

/** Applications that still take documents: a form about one is read to its end. */
const drafts = (
  await all<{ id: string }>(
    app.owner.db,
    sql`select id from applications.applications where state in ('DRAFT', 'PENDING') order by id`,
  )
).map(({ id }) => id);

/** An ownership request that still takes papers. */
const requests = (await all<{ id: string }>(app.owner.db, sql`select id from ownership.requests`)).map(
  ({ id }) => id,
);
/** A work order that still takes photos. */
const orders = (await all<{ id: string }>(app.owner.db, sql`select id from work_orders.orders`)).map(
  ({ id }) => id,
);
const FITTING: Record<string, string[]> = { applicationId: drafts, requestId: requests, orderId: orders };

type Who = 'admin' | 'consumer' | 'reviewer' | 'nobody' | 'forger';
const people = new Map<Who, Person>();

/** Calls may end sessions and close accounts, also one's own: then somebody else goes on. */
async function person(who: Who): Promise<Person | undefined> {
  if (who === 'nobody' || who === 'forger') return undefined;
  const known = people.get(who);
  if (known) return known;
  const made = who === 'consumer' ? await app.consumer() : await app.staff(who);
  people.set(who, made);
  return made;
}

type Call = { method: string; url: string; headers: Record<string, string>; payload?: string | Buffer };

function callOf(random: Random, { endpoint }: Registered, token: string | undefined): Call {
  const filling = {
    id: (field = '') => {
      const fitting = random.chance(0.5) ? (FITTING[field] ?? ids) : ids;
      return random.chance(0.7) ? random.pick(fitting) : '0190ffff-ffff-7fff-8fff-ffffffffffff';
    },
    text: () => (random.chance(0.5) ? 'x' : hostileText(random)),
  };
  const path = endpoint.path.replace(/\{\w+\}/g, () =>
    random.chance(0.7) ? filling.id() : encoded(hostileText(random).slice(0, 600)),
  );
  const query = sample(inputSchema(endpoint.query), filling) as Record<string, unknown>;
  const asked = random.chance(0.5) ? spoiled(random, query) : query;
  const good = new URLSearchParams(
    Object.entries(asked ?? {}).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : written(value),
    ]),
  ).toString();
  const search = random.chance(0.3) ? brokenQuery(random, good) : good;
  const prefix = endpoint.kind === 'page' ? '' : `/api/${endpoint.service}`;
  const headers: Record<string, string> = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(random.chance(0.1) ? { 'idempotency-key': random.pick(['x', 'x'.repeat(5000), "';--", '\t']) } : {}),
    ...(random.chance(0.05) ? { 'accept-encoding': random.pick(['br;q=2', '*', 'x'.repeat(500)]) } : {}),
    ...(random.chance(0.05)
      ? { 'x-http-method-override': 'DELETE', 'x-forwarded-for': 'not an address' }
      : {}),
  };
  const call = { method: endpoint.method, url: `${prefix}${path}${search ? `?${search}` : ''}`, headers };
  if (endpoint.method === 'GET') return call;
  const { payload, type } = bodyOf(random, endpoint, filling);
  return { ...call, headers: { ...headers, 'content-type': type }, payload };
}

function bodyOf(
  random: Random,
  endpoint: Registered['endpoint'],
  filling: Parameters<typeof sample>[1],
): RawBody {
  if (endpoint.kind === 'multipart') return brokenForm(random);
  const good = sample(inputSchema(endpoint.body), filling);
  if (random.chance(0.25)) return brokenBody(random, written(good));
  return { payload: written(spoiled(random, good)), type: 'application/json' };
}

const TELLTALE =
  /\bat [\w.<>]+ \(|node_modules|\/src\/|\.ts:\d+|file:\/\/|\bselect .+ from\b|insert into|syntax error|violates|relation "|column "|pg_|ECONN|stack/i;
const known = new Set(errorCodes.map(({ code }) => code));

/** What is wrong with an answer; undefined if nothing is. */
function fault(endpoint: Registered['endpoint'], status: number, body: string): string | undefined {
  if (status >= 500) return `answers ${status}`;
  if (status < 400) return undefined;
  if (TELLTALE.test(body)) return `tells ${TELLTALE.exec(body)?.[0]}`;
  if (endpoint.kind === 'page') return undefined;
  const { error } = JSON.parse(body) as { error?: { code?: string } };
  return known.has(error?.code ?? '') ? undefined : `refuses without a known code: ${body.slice(0, 100)}`;
}

function memory_bytes(): number {
  setFlagsFromString('--expose_gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

const faults: string[] = [];
const times_ms: number[] = [];
const statuses = new Map<number, number>();

const shown = ({ url, payload = '' }: Call) => `${url.slice(0, 150)} ${String(payload).slice(0, 150)}`;

async function run(index: number): Promise<void> {
  const random = randomOf(`${SEED}/${index}`);
  const registered = registry[index % registry.length] as Registered;
  const who = random.weighted<Who>([
    ['admin', 10],
    ['reviewer', 3],
    ['consumer', 4],
    ['nobody', 1],
    ['forger', 1],
  ]);
  const token =
    who === 'forger' ? hostileText(random).replace(/[^\x21-\x7e]/g, '') : (await person(who))?.idToken;
  const call = callOf(random, registered, token);
  const began = performance.now();
  const { statusCode, body } = await app.server.inject(call as never);
  times_ms.push(performance.now() - began);
  statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  if (statusCode === 403 && token && who !== 'forger') people.delete(who);
  const what = fault(registered.endpoint, statusCode, body);
  if (what) faults.push(`${SEED}/${index} ${who} ${label(registered)} ${what}: ${shown(call)}`);
}

async function runAll(from: number, to: number): Promise<void> {
  let next = from;
  const worker = async () => {
    for (let index = next++; index < to; index = next++) await run(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** A visit takes a photo of who was at the meter. */
async function visitOf({ userId, role }: Person): Promise<void> {
  const { id } = await one<{ id: string }>(
    app.owner.db,
    sql`insert into meters.read_attempts (id, connection_id, meter_id, period, visited_at, visited_by, visited_by_name)
      select gen_random_uuid(), a.connection_id, a.meter_id, '2026-10-01', ${app.clock.now()}, ${userId}, ${role} from meters.assignments a
      limit 1 returning id`,
  );
  FITTING.visitId = [id];
}

const FORMS = registry.filter(({ endpoint }) => endpoint.kind === 'multipart');
/** Answers of somebody who did not come as far as the form. */
const AT_THE_DOOR = [402, 403, 404];

test('every form is read with broken fields and files, by those who may send it (G35)', {
  timeout: 300_000,
}, async () => {
  const unread: string[] = [];
  for (const registered of FORMS) {
    const { endpoint } = registered;
    const seen = new Set<number>();
    const codes = new Set<string>();
    for (const who of ['admin', 'consumer', 'reviewer'] as const) {
      for (let round = 0; round < 40; round += 1) {
        const random = randomOf(`${SEED}/form/${label(registered)}/${who}/${round}`);
        const somebody = await person(who);
        if (somebody && endpoint === addVisitPhoto) await visitOf(somebody);
        const call = callOf(random, registered, somebody?.idToken ?? '');
        const { statusCode, body } = await app.server.inject(call as never);
        seen.add(statusCode);
        codes.add(statusCode < 400 ? 'taken' : (JSON.parse(body).error?.code ?? ''));
        const what = fault(endpoint, statusCode, body);
        if (what) faults.push(`form ${who} ${label(registered)} ${what}: ${shown(call)}`);
      }
    }
    const isRead = [...codes].some(
      (code) => code === 'taken' || /^files\.|_missing$|unreadable|not_a_table/.test(code),
    );
    if (!isRead || [...seen].every((status) => AT_THE_DOOR.includes(status)))
      unread.push(`${label(registered)}: ${[...codes].join(', ')}`);
  }
  expect(faults.slice(0, 20)).toEqual([]);
  expect(unread).toEqual([]);
  expect(FORMS.length).toBeGreaterThan(6);
});

/** A boundary that is missing, empty, or longer than any. */
const NO_BOUNDARY = ['', '; charset=utf-8', '; boundary=', '; boundary=""', `; boundary=${'b'.repeat(300)}`];

test('a form that does not say how its parts are divided is refused by each call, with a code of its contract', {
  timeout: 300_000,
}, async () => {
  const wrong: string[] = [];
  for (const registered of FORMS) {
    const { endpoint } = registered;
    const codes = new Set<string>();
    for (const who of ['admin', 'consumer', 'reviewer'] as const) {
      for (const [index, tail] of [...NO_BOUNDARY, ...NO_BOUNDARY, ...NO_BOUNDARY].entries()) {
        const random = randomOf(`${SEED}/boundary/${label(registered)}/${who}/${index}`);
        const call = callOf(random, registered, (await person(who))?.idToken ?? '');
        call.headers['content-type'] = `multipart/form-data${tail}`;
        const { statusCode, body } = await app.server.inject(call as never);
        const code = statusCode < 400 ? 'taken' : String(JSON.parse(body).error?.code);
        codes.add(code);
        if (statusCode < 400 || statusCode >= 500 || isUnlisted(endpoint, code))
          wrong.push(`${label(registered)} ${tail}: ${statusCode} ${code}`);
      }
    }
    if (!codes.has('common.invalid_input')) wrong.push(`${label(registered)}: ${[...codes].join(', ')}`);
  }
  expect(wrong).toEqual([]);
});

test(`${RUNS} malformed calls: no 5xx, nothing told, nothing lost (G35)`, { timeout: 900_000 }, async () => {
  const warm = Math.floor(RUNS / 4);
  await runAll(0, warm);
  const before = memory_bytes();
  await runAll(warm, RUNS);
  const after = memory_bytes();
  times_ms.sort((a, b) => a - b);
  const p99 = times_ms[Math.floor(times_ms.length * 0.99)] ?? 0;
  process.stdout.write(
    `fuzz: seed ${SEED}, ${times_ms.length} calls of ${registry.length} endpoints, statuses ${JSON.stringify(Object.fromEntries(statuses))}, p99 ${p99.toFixed(0)} ms, heap ${(before / 1e6).toFixed(0)} → ${(after / 1e6).toFixed(0)} MB\n`,
  );
  expect([...new Set(faults)].slice(0, 40)).toEqual([]);
  expect(after / before).toBeLessThan(1.2);
  expect(await ledgerSum(app)).toBe(0);
});
