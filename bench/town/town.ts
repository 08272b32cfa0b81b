/**
 * Six roles at work in the demo town, and in a town of 100,000 connections that is made of it: twenty callers make the
 * sixteen commonest calls through the whole program (HTTP, session, permission, audit), and in turn the same calls'
 * one essential statement each, prepared, over a plain pool. Then twenty counters take payments at the same time.
 *
 * Result, a line for each size: calls_per_s and p95_ms of the program; share_of_bare = its calls a second by those of the
 * bare statements; receipt_ms = how long the statement that takes a receipt's number took, mean and longest, waiting
 * included. Before it: each call's times, and each statement with more than 5 % of the SQL time.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { loadDemoTown } from '#app/demo/load-demo-town.ts';
import { STAFF } from '#app/demo/logins.ts';
import { openSession } from '#domains/identity/actions/open-session.ts';
import { makeTokens } from '#domains/identity/tokens.ts';
import { systemClock } from '#platform/clock.ts';
import { type Database, first, openDatabase, sql, transaction } from '#platform/database/db.ts';
import { localStore } from '#platform/files/local-store.ts';
import { makeSecrets } from '#platform/secrets/secrets.ts';
import { DEFAULT_TIME_ZONE } from '#shared/time-zone.ts';
import type { ServerMessage } from '../api.ts';
import { type BenchServer, benchServer } from '../bench-database.ts';
import { CALLS, type CallName, factsOf, giveBack, ROLES, type Role, type TownFacts } from './calls.ts';
import { multiplyTown } from './seed-town.ts';
import { costsOfStatements, printStatements, receiptTimes, resetStatements } from './statements.ts';

const DEMO = 5000;
const LARGE = 100_000;
const CALLERS = 20;
const ROUNDS = 3;
const SECONDS = 8;
const BARE_SECONDS = 4;
/** How often a call is made to learn what it costs alone. */
const REPEATS = 60;

/**
 * @param args sizes in connections, multiples of 5,000; 5000 and 100000 unless given. `--keep <folder>` keeps the towns for
 * the next run of the same day. `--each` measures each call alone, with one caller, instead.
 */
export async function run(args: string[]): Promise<Record<string, unknown>> {
  const { values, positionals } = parseArgs({
    args,
    options: { keep: { type: 'string' }, each: { type: 'boolean' } },
    allowPositionals: true,
  });
  const sizes = positionals.length > 0 ? positionals.map(Number) : [DEMO, LARGE];
  const server = await benchServer(makeDemo, STATISTICS, values.keep);
  try {
    let result: Record<string, unknown> = {};
    for (const [at, size] of sizes.entries()) {
      await server.prepare(`made_${size}`, async (url) => {
        if (size > DEMO) await multiplyTown(url, size / DEMO - 1);
      });
      result = await measure(server, size, values.each ? eachAlone : together);
      if (at < sizes.length - 1) console.log(JSON.stringify({ bench: 'town', ...result }));
    }
    return result;
  } finally {
    await server.stop();
  }
}

/** Statements are counted, with their time and what they read. */
const STATISTICS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'top',
  'pg_stat_statements.track_planning': 'on',
  track_io_timing: 'on',
};

async function makeDemo(owner: Database, appUrl: string): Promise<void> {
  const folder = join(tmpdir(), 'jolkol-bench-files');
  const app = openDatabase(appUrl, { max: 6, name: 'demo-town', settings: { synchronous_commit: 'off' } });
  try {
    await loadDemoTown({
      db: app.db,
      secrets: makeSecrets(),
      ownerUrl: owner.pool.options.connectionString ?? '',
      files: {
        store: localStore({ folder, secret: Buffer.alloc(32), linkBase: '/files' }),
        temporaryFolder: folder,
      },
      clock: systemClock(DEFAULT_TIME_ZONE),
      log: { info: (text: unknown) => console.log(String(text)) } as never,
    });
  } finally {
    await app.close();
  }
}

async function measure(
  server: BenchServer,
  size: number,
  drive: (town: Town) => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { owner, app, drop } = await server.clone(`town_${size}`, `made_${size}`);
  const superuser = plainPool(server.superuserUrl(`town_${size}`), 1);
  await superuser.query('create extension pg_stat_statements');
  await superuser.query('vacuum analyze');
  const secrets = makeSecrets();
  const tokens = await signIn(owner, secrets);
  const facts = await factsOf(owner.db);
  const appUrl = app.pool.options.connectionString ?? '';
  const program = await startProgram({ BENCH_DATABASE: appUrl, BENCH_SECRETS: JSON.stringify(secrets) });
  const bare = plainPool(appUrl, 16);
  try {
    return {
      connections: size,
      ...(await drive({ facts, program, bare, superuser, ask: caller(program.url, tokens, facts) })),
    };
  } finally {
    program.process.kill('SIGKILL');
    await Promise.all([bare.end(), superuser.end()]);
    await drop();
  }
}

type Town = { facts: TownFacts; program: Program; ask: Ask; bare: pg.Pool; superuser: pg.Pool };

/** All roles at once, as in the busiest hour; then all counters. */
async function together({ facts, ask, bare, superuser }: Town): Promise<Record<string, unknown>> {
  await drive(ROLES, ask, 2);
  await drive(ROLES, bareCaller(bare, facts), 1);
  await giveBack(facts, superuser);
  await resetStatements(superuser);
  const ours: Timed[] = [];
  const plain: Timed[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(...(await drive(ROLES, ask, SECONDS)));
    plain.push(...(await drive(ROLES, bareCaller(bare, facts), BARE_SECONDS)));
    await giveBack(facts, superuser);
  }
  console.log(`\n${CALLERS} callers`);
  printCalls(ours, plain);
  await printStatements(superuser);
  await resetStatements(superuser);
  const paid = await drive({ cashier: { callers: CALLERS, calls: ['pay'] } }, ask, SECONDS);
  const perSecond = (timed: readonly Timed[], seconds: number) => timed.length / seconds;
  const [our, bareRate] = [perSecond(ours, ROUNDS * SECONDS), perSecond(plain, ROUNDS * BARE_SECONDS)];
  return {
    calls_per_s: Math.round(our),
    failed: ours.filter(({ failed }) => failed).length,
    p95_ms: Math.round(
      quantile(
        ours.map(({ ms }) => ms),
        0.95,
      ),
    ),
    share_of_bare: Math.round((our / bareRate) * 1000) / 1000,
    payments_per_s: Math.round(perSecond(paid, SECONDS)),
    receipt_ms: await receiptTimes(superuser),
  };
}

/**
 * One caller, one call after the other: what a call costs the processor of the program and PostgreSQL. Unlike times, these
 * hardly change if the machine does other work as well.
 */
async function eachAlone({ program, ask, superuser }: Town): Promise<Record<string, unknown>> {
  console.log('\ncall (role)                 cpu ms    sql ms  statements  rows  8 KB pages');
  let [cpu, sqlTime, weights] = [0, 0, 0];
  for (const [role, { callers, calls }] of Object.entries(ROLES)) {
    for (const name of new Set<CallName>(calls)) {
      for (let at = 0; at < 8; at += 1) await ask(role as Role, name);
      await resetStatements(superuser);
      const before = await program.cpuMs();
      for (let at = 0; at < REPEATS; at += 1) await ask(role as Role, name);
      const mine = ((await program.cpuMs()) - before) / REPEATS;
      const { ms, statements, rows, pages } = await costsOfStatements(superuser);
      const figures = [mine.toFixed(2), (ms / REPEATS).toFixed(2), (statements / REPEATS).toFixed(1)];
      const sizes = [(rows / REPEATS).toFixed(0), (pages / REPEATS).toFixed(0)];
      console.log(
        `${`${name} (${role})`.padEnd(26)}${[...figures, ...sizes].map((text) => text.padStart(10)).join('')}`,
      );
      if (process.env.EACH_STATEMENT) await printStatements(superuser);
      // How often the call is made by all callers of its role.
      const weight = (callers * calls.filter((call) => call === name).length) / calls.length;
      [cpu, sqlTime, weights] = [cpu + weight * mine, sqlTime + (weight * ms) / REPEATS, weights + weight];
    }
  }
  const rounded = (value: number) => Math.round((value / weights) * 100) / 100;
  return { cpu_ms: rounded(cpu), sql_ms: rounded(sqlTime) };
}

/** Its idle connections may be ended by the drop of the database. */
function plainPool(connectionString: string, max: number): pg.Pool {
  return new pg.Pool({ connectionString, max }).on('error', () => undefined);
}

type Timed = { name: CallName; ms: number; failed: boolean };
type Ask = (role: Role, name: CallName) => Promise<unknown>;
type Work = Partial<Record<Role, { callers: number; calls: readonly CallName[] }>>;

/** All callers at once, each through the calls of its role in their order, again and again. */
async function drive(work: Work, ask: Ask, seconds: number): Promise<Timed[]> {
  const timed: Timed[] = [];
  const end = performance.now() + seconds * 1000;
  const callers = Object.entries(work).flatMap(([role, { callers: count, calls }]) =>
    Array.from({ length: count }, async (_, caller) => {
      for (let at = caller; performance.now() < end; at += 1) {
        const name = calls[at % calls.length] as CallName;
        const start = performance.now();
        const status = await ask(role as Role, name);
        timed.push({ name, ms: performance.now() - start, failed: status === 503 });
      }
    }),
  );
  await Promise.all(callers);
  return timed;
}

/** 503 is counted: a statement took more than its 20 seconds. Any other answer but 200 fails the benchmark. */
function caller(url: string, tokens: Record<Role, string>, facts: TownFacts): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  return (role, name) => {
    const { method = 'GET', path, body } = CALLS[name].request(facts, role);
    const headers: Record<string, string> = { authorization: `Bearer ${tokens[role]}` };
    if (body) Object.assign(headers, { 'content-type': 'application/json', 'idempotency-key': randomUUID() });
    return new Promise((resolve, reject) => {
      const sent = request(`${url}/api${path}`, { method, headers, agent }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () =>
          response.statusCode === 200 || response.statusCode === 503
            ? resolve(response.statusCode)
            : reject(new Error(`${name}: ${response.statusCode} ${text.slice(0, 500)}`)),
        );
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  };
}

function bareCaller(pool: pg.Pool, facts: TownFacts): Ask {
  return async (role, name) => {
    const { text, values } = CALLS[name].bare(facts, role);
    return pool.query({ name, text, values });
  };
}

async function signIn(
  { db }: Database,
  secrets: ReturnType<typeof makeSecrets>,
): Promise<Record<Role, string>> {
  const keys = { tokens: makeTokens(secrets), secrets };
  const emails = Object.fromEntries(STAFF.map(({ role, email }) => [role, email]));
  const entries = Object.keys(ROLES).map(async (role) => {
    const email = emails[role] ?? `${role}@demo.test`;
    const user = await first<{ id: string }>(db, sql`select id from identity.users where email = ${email}`);
    if (!user) throw new Error(`the demo town has no ${email}`);
    const at = { now: new Date(), ip: null, device: 'bench' };
    const { response } = await transaction(db, (tx) => openSession(tx, keys, { id: user.id, role }, at));
    return [role, response.AuthenticationResult.IdToken] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<Role, string>;
}

type Program = { url: string; process: ChildProcess; cpuMs(): Promise<number> };

function startProgram(environment: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, ['bench/api-program.ts'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (message) =>
      resolve({
        url: `http://127.0.0.1:${(message as ServerMessage).port}`,
        process: child,
        cpuMs: cpuMsOf(child),
      }),
    );
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}`)));
  });
}

/** Processor time that the program has used until now, all its threads. */
function cpuMsOf(child: ChildProcess): () => Promise<number> {
  return async () => {
    child.send('cpu');
    const [{ cpuMs }] = (await once(child, 'message')) as [{ cpuMs: number }];
    return cpuMs;
  };
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function printCalls(ours: readonly Timed[], plain: readonly Timed[]): void {
  const of = (timed: readonly Timed[], name: string) =>
    timed.filter((call) => call.name === name).map(({ ms }) => ms);
  console.log('call                    n   p50 ms   p95 ms   max ms   bare p50   bare p95');
  for (const name of Object.keys(CALLS)) {
    const [mine, bare] = [of(ours, name), of(plain, name)];
    const figures = [quantile(mine, 0.5), quantile(mine, 0.95), quantile(mine, 1), quantile(bare, 0.5)];
    console.log(
      [
        name.padEnd(18),
        String(mine.length).padStart(6),
        ...[...figures, quantile(bare, 0.95)].map((ms) => ms.toFixed(1).padStart(9)),
      ].join(''),
    );
  }
}
