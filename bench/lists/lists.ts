/**
 * The lists of applications and work orders over 200,000 of each: every queue of the menu, the view of each role, and the counters
 * beside them. Each is asked as its call asks it, in turn with the same rows by the shortest way to them, and both have to give the same
 * rows in the same order. What the whole call takes over HTTP (session, permission, answer schema) is told beside it.
 *
 * Result, a line for each list: p95_ms of the question, bare_p95_ms, their ratio, http_p95_ms. In all: worst_ratio of first pages and
 * counters, and worst_other of filtered, searched and deep pages. `npm run bench -- lists [applications] [work orders] [--plans]`:
 * --plans prints how PostgreSQL answered each statement of a list that is above twice the bare one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { type CompiledQuery, Kysely, type LogEvent, PostgresDialect } from 'kysely';
import { openSession } from '#domains/identity/actions/open-session.ts';
import { makeTokens } from '#domains/identity/tokens.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Database, type Db, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { asConsumer } from '#platform/http/binder.ts';
import { makeSecrets, type Secrets } from '#platform/secrets/secrets.ts';
import { dayOf } from '#shared/dates.ts';
import type { Permission } from '#shared/permissions.ts';
import { DEFAULT_TIME_ZONE } from '#shared/time-zone.ts';
import type { ServerMessage } from '../api.ts';
import { benchServer, seconds } from '../bench-database.ts';
import type { Case } from './case.ts';
import { casesOf } from './cases.ts';
import { seedLists } from './seed-lists.ts';

const SIZE = 200_000;
const ROUNDS = 40;
/** Slow ones are asked less often, and at least so many times. */
const ROUNDS_AT_LEAST = 20;
const SECONDS = 1.5;
const WARM = 3;
const HTTP_ROUNDS = 20;

export async function run(args: string[]): Promise<Record<string, unknown>> {
  const { values, positionals } = parseArgs({
    args,
    options: { keep: { type: 'string' }, plans: { type: 'boolean' }, only: { type: 'string' } },
    allowPositionals: true,
  });
  const [applications = SIZE, orders = applications] = positionals.map(Number);
  const server = await benchServer((owner) => seedLists(owner, { applications, orders }), {}, values.keep);
  const { owner, app, drop } = await server.clone('lists');
  const secrets = makeSecrets();
  const url = app.pool.options.connectionString ?? '';
  const program = await startProgram({ BENCH_DATABASE: url, BENCH_SECRETS: JSON.stringify(secrets) });
  try {
    await sql`vacuum analyze`.execute(owner.db);
    const measured: Measured[] = [];
    for (const prepared of await preparedCases(app.db, values.only)) {
      const token = await signIn(app, secrets, prepared.actor);
      const found = {
        ...(await measure(app.db, prepared)),
        http_p95_ms: await overHttp(program.url, token, prepared.case),
      };
      console.log(JSON.stringify(found));
      if (values.plans && found.ratio > 2) await printPlans(app, prepared);
      measured.push(found);
    }
    const worst = (isHeld: boolean) =>
      Math.max(
        ...measured
          .filter(({ kind }) => (kind === 'first' || kind === 'counters') === isHeld)
          .map(({ ratio }) => ratio),
      );
    return {
      ...{ applications, orders, lists: measured.length },
      ...{ worst_ratio: worst(true), worst_other: worst(false) },
      above_2: measured.filter(({ ratio }) => ratio > 2).map(({ list }) => list),
    };
  } finally {
    program.process.kill('SIGKILL');
    await drop();
    await server.stop();
  }
}

export type Prepared = { case: Case; actor: Actor };
type Measured = { list: string; kind: Case['kind']; p95_ms: number; bare_p95_ms: number; ratio: number };

/** Each list with who opens it: of twenty surveyors or installers the first. */
export async function preparedCases(db: Db, only = ''): Promise<Prepared[]> {
  const { sector } = await one<{ sector: string }>(
    db,
    sql`select id as sector from settings.sectors where number = '3'`,
  );
  const now = new Date();
  const people = await all<
    Pick<Actor, 'name' | 'role' | 'consumerId'> & { userId: string; words: Permission[] }
  >(
    db,
    sql`select distinct on (r.code) u.id as "userId", u.name, r.code as role, u.consumer_id as "consumerId",
        array(select p.permission from roles.permissions p where r.code = 'admin' or exists (
          select from roles.role_permissions x where x.role_id = r.id and x.permission = p.permission)) as words
      from identity.users u join roles.roles r on r.id = u.role_id order by r.code, u.id`,
  );
  return casesOf(sector)
    .filter(({ list }) => list.includes(only))
    .map((opened) => {
      const person = people.find(({ role }) => role === opened.role);
      if (!person) throw new Error(`nobody is ${opened.role}`);
      const { words, ...who } = person;
      const kind = opened.role === 'consumer' ? 'consumer' : 'staff';
      const request = {
        sessionId: null,
        now,
        today: dayOf(now, DEFAULT_TIME_ZONE),
        requestId: 'bench',
        ip: null,
      };
      return { case: opened, actor: { ...who, ...request, kind, permissions: new Set(words) } };
    });
}

/** The question of the call. */
function asked(db: Db, { case: { endpoint, query, ask }, actor }: Prepared): Promise<unknown> {
  const input = endpoint.query.parse(query) as never;
  return asReader(db, actor, (reader) => ask(reader, actor, input));
}

function askedBare(db: Db, { case: { bare }, actor }: Prepared): Promise<{ id: string }[]> {
  const { rows, counts } = bare(actor);
  return asReader(db, actor, async (reader) => {
    const [found] = await Promise.all([rows ? all(reader, rows) : [], all(reader, counts)]);
    return found;
  });
}

/** A household's questions are asked under a role of their own, in a transaction: the bare ones, too. */
function asReader<T>(db: Db, actor: Actor, ask: (reader: Db | Tx) => Promise<T>): Promise<T> {
  if (actor.kind !== 'consumer') return ask(db);
  return transaction(db, async (tx) => {
    await asConsumer(tx, actor);
    return ask(tx);
  });
}

/** One answer of each: throws if the rows are not the same. */
export async function compare(db: Db, prepared: Prepared): Promise<number> {
  const ours = ((await asked(db, prepared)) as { items?: { id: string }[] }).items ?? [];
  const bare = await askedBare(db, prepared);
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).join();
  if (ids(ours) !== ids(bare)) throw new Error(`${prepared.case.list}: ours ${ids(ours)}, bare ${ids(bare)}`);
  return ours.length;
}

async function measure(db: Db, prepared: Prepared): Promise<Measured> {
  const rows = await compare(db, prepared);
  const times = { ours: [] as number[], bare: [] as number[] };
  const end = performance.now() + SECONDS * 1000;
  for (let round = -WARM; round < ROUNDS; round += 1) {
    if (round >= ROUNDS_AT_LEAST && performance.now() > end) break;
    const ours = await seconds(() => asked(db, prepared));
    const bare = await seconds(() => askedBare(db, prepared));
    if (round < 0) continue;
    times.ours.push(ours);
    times.bare.push(bare);
  }
  const [ours, bare] = [p95(times.ours), p95(times.bare)];
  const { list, kind } = prepared.case;
  return {
    ...{ list, kind, rows },
    p95_ms: ours,
    bare_p95_ms: bare,
    ratio: Number((ours / bare).toFixed(2)),
  };
}

/** Milliseconds, to a hundredth. */
function p95(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Number(((sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0) * 1000).toFixed(2));
}

async function overHttp(url: string, token: string, { endpoint, query }: Case): Promise<number> {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
  const path = `${url}/api/${endpoint.service}${endpoint.path}?${asked}`;
  const times: number[] = [];
  for (let round = -2; round < HTTP_ROUNDS; round += 1) {
    const took = await seconds(async () => {
      const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`);
    });
    if (round >= 0) times.push(took);
  }
  return p95(times);
}

async function signIn({ db }: Database, secrets: Secrets, { userId, role }: Actor): Promise<string> {
  const keys = { tokens: makeTokens(secrets), secrets };
  const at = { now: new Date(), ip: null, device: 'bench' };
  const { response } = await transaction(db, (tx) => openSession(tx, keys, { id: String(userId), role }, at));
  return response.AuthenticationResult.IdToken;
}

/** Asks once more, and explains each statement that was sent, then the bare ones. */
async function printPlans({ db, pool }: Database, prepared: Prepared): Promise<void> {
  const statements: Pick<CompiledQuery, 'sql' | 'parameters'>[] = [];
  const dialect = new PostgresDialect({ pool });
  const note = ({ query }: LogEvent) => void statements.push(query);
  const noting: Db = new Kysely({ dialect, log: note });
  await asked(noting, prepared);
  const { rows, counts } = prepared.case.bare(prepared.actor);
  for (const bare of [rows, counts]) if (bare) statements.push(bare.compile(db));
  for (const { sql: text, parameters } of statements.filter(({ sql: text }) => text.startsWith('select'))) {
    const found = await pool.query(`explain (analyze, buffers) ${text}`, [...parameters]);
    console.log(`\n${text.slice(0, 200)}\n${found.rows.map((row) => Object.values(row)[0]).join('\n')}`);
  }
}

function startProgram(environment: Record<string, string>): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, ['bench/api-program.ts'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (message) =>
      resolve({ url: `http://127.0.0.1:${(message as ServerMessage).port}`, process: child }),
    );
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}`)));
  });
}
