/**
 * One person cannot slow the others: what people wait for while others do the heaviest things that they may do. The real
 * program runs as a process of its own over a town of 10,000 consumers; each figure is compared
 * with the same one when nothing else is done.
 * Result: bill_pdf = p95 of a bill's PDF while six whole-list PDFs are being made, as a multiple of the idle one (at most 2);
 * ready_ms = p95 of /health/ready while 200 callers ask for lists (below 500); sign_ins, searches, previews, screens = p95 of opening one
 * bill while so many of them are asked for at once, as a multiple; screens are ordinary lists, all by one person; refused = whole-list PDFs above a person's three that were
 * refused with 429 (1: all).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import autocannon from 'autocannon';
import { createUser } from '#domains/identity/actions/create-user.ts';
import { openSession } from '#domains/identity/actions/open-session.ts';
import { makeTokens } from '#domains/identity/tokens.ts';
import { ensureBuiltInRoles } from '#domains/roles/actions/ensure-built-in-roles.ts';
import { systemActor } from '#platform/actor.ts';
import { type Database, execute, one, sql, transaction } from '#platform/database/db.ts';
import { EXPORTS_PER_PERSON } from '#platform/exports/exports.ts';
import { makeSecrets, type Secrets } from '#platform/secrets/secrets.ts';
import { allWords } from '#platform/words/all-words.ts';
import type { ServerMessage } from './api.ts';
import { benchServer } from './bench-database.ts';
import { seedConnections } from './seed-connections.ts';

const CONSUMERS = 10_000;
/** The first four do the work beside which is measured; the others open bills in turn, because each may do so 60 times a minute. */
const PEOPLE = 10;
const BILLS = 40;
const CALLERS = 200;
const SECONDS = 8;
const AT_ONCE = 60;

type Means = { url: string; tokens: string[]; invoice: string };

/** @param args `pdf`, `ready` or `work` for that part only */
export async function run(args: string[]): Promise<Record<string, unknown>> {
  const isWanted = (part: string) => args.length === 0 || args.includes(part);
  const server = await benchServer(async (owner) => {
    await seedConnections(owner, CONSUMERS);
    await execute(
      owner.db,
      sql`insert into billing.invoice_lines (invoice_id, line_no, kind, amount_minor)
      select id, 1, 'water', total_minor from billing.invoices`,
    );
    await transaction(owner.db, (tx) => ensureBuiltInRoles(tx, allWords));
    await sql
      .raw('create index consumers_search on consumers.consumers using gin (search gin_trgm_ops)')
      .execute(owner.db);
  });
  const { owner, app, drop } = await server.clone('lanes');
  const secrets = makeSecrets();
  const tokens = [];
  for (let at = 0; at < PEOPLE; at += 1) tokens.push(await signIn(owner, secrets, at));
  const { id: invoice } = await one<{ id: string }>(
    app.db,
    sql`select id from billing.invoices order by id limit 1`,
  );
  const database = (app.pool.options as { connectionString?: string }).connectionString ?? '';
  const { url, process: child } = await startProgram(database, secrets);
  try {
    const means = { url, tokens, invoice };
    return {
      ...(isWanted('pdf') ? await besidePdfs(means) : {}),
      ...(isWanted('ready') ? await besideCallers(means) : {}),
      ...(isWanted('work') ? await besideWork(means) : {}),
    };
  } finally {
    child.kill('SIGKILL');
    await drop();
    await server.stop();
  }
}

/** A bill's PDF alone, and while two people have three whole lists each on the way. */
async function besidePdfs({ url, tokens, invoice }: Means): Promise<Record<string, unknown>> {
  let turn = 0;
  const bill = () => {
    turn += 1;
    const token = tokens[4 + (turn % (PEOPLE - 4))];
    return timed(url, token, `/api/billing/invoice-detail/${invoice}/pdf`);
  };
  await bill();
  const idle = await p95(BILLS, bill);
  let goesOn = true;
  let made = 0;
  const list = '/api/main/consumers/download?format=pdf&language=bn';
  const people = tokens.slice(1, 3);
  const running = people.flatMap((token) =>
    Array.from({ length: EXPORTS_PER_PERSON }, async () => {
      while (goesOn) {
        const { status } = await ask(url, token, list);
        if (status === 200) made += 1;
        else await pause(200);
      }
    }),
  );
  await pause(1500);
  const further = await Promise.all(people.flatMap((token) => [1, 2, 3].map(() => ask(url, token, list))));
  const busy = await p95(BILLS, bill);
  goesOn = false;
  await Promise.all(running);
  console.log(`bill PDF: ${idle} ms alone, ${busy} ms beside six lists (${made} of them were made)`);
  const refused = further.filter(({ status }) => status === 429).length / further.length;
  return { bill_pdf: ratio(busy, idle), refused };
}

/** Readiness while every connection of the program is asked for. */
async function besideCallers({ url, tokens }: Means): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${tokens[0]}` };
  const loaded = autocannon({
    url: `${url}/api/main/consumers?limit=100&sort=-createdAt&search=consumer`,
    connections: CALLERS,
    duration: SECONDS,
    headers,
    timeout: 60,
  });
  await pause(1000);
  const ready_ms = await p95(40, async () => {
    await pause(100);
    return timed(url, undefined, '/health/ready');
  });
  const { requests } = await loaded;
  console.log(`ready: ${ready_ms} ms beside ${CALLERS} callers (${requests.average} calls a second)`);
  return { ready_ms };
}

/** Opening one bill while others sign in, search and preview. */
async function besideWork({ url, tokens, invoice }: Means): Promise<Record<string, unknown>> {
  const open = () => timed(url, tokens[0], `/api/billing/invoice-detail/${invoice}`);
  await p95(BILLS, open);
  const idle = await p95(BILLS * 3, open);
  const works: Record<string, () => Promise<unknown>> = {
    sign_ins: () =>
      ask(url, undefined, '/api/social/user/login', {
        login: `nobody${Math.random()}@bench.test`,
        password: 'wrong-one-77',
      }),
    searches: () =>
      ask(url, tokens[3], `/api/main/search?text=consumer%20${Math.floor(Math.random() * 1000)}`),
    previews: () => ask(url, tokens[3], '/api/billing/settings/vat/preview', PREVIEW),
    screens: () => ask(url, tokens[3], SCREENS[Math.floor(Math.random() * SCREENS.length)] ?? ''),
  };
  const result: Record<string, number> = {};
  for (const [name, work] of Object.entries(works)) {
    let goesOn = true;
    const statuses = new Map<number, number>();
    const running = Array.from({ length: AT_ONCE }, async () => {
      while (goesOn) {
        const { status } = (await work()) as { status: number };
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        // Who is refused waits, as the answer says; at least a little.
        if (status >= 400) await pause(1000);
      }
    });
    await pause(500);
    const busy = await p95(BILLS * 3, open);
    goesOn = false;
    await Promise.all(running);
    console.log(
      `one bill: ${idle} ms alone, ${busy} ms beside ${AT_ONCE} ${name} ${JSON.stringify([...statuses])}`,
    );
    result[name] = ratio(busy, idle);
  }
  return result;
}

/** What one person's screens ask for when they are pressed quickly. */
const SCREENS = ['/api/billing/cash-closings/open', '/api/main/meter/readings?limit=20&offset=40'];

const PREVIEW = {
  validFrom: '2090-01-01',
  value: { waterPercent: '15', fixedPercent: '15', minimumPercent: '15', sewerPercent: '15' },
};

type Answer = { status: number };

async function ask(url: string, token: string | undefined, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  await answer.arrayBuffer();
  return { status: answer.status };
}

/** Milliseconds to the last byte; any answer but 200 fails the benchmark. */
async function timed(url: string, token: string | undefined, path: string): Promise<number> {
  const began = performance.now();
  const { status } = await ask(url, token, path);
  if (status !== 200) throw new Error(`${path}: ${status}`);
  return performance.now() - began;
}

async function p95(times: number, work: () => Promise<number>): Promise<number> {
  const taken: number[] = [];
  for (let at = 0; at < times; at += 1) taken.push(await work());
  return Math.round(taken.toSorted((a, b) => a - b)[Math.floor(times * 0.95)] ?? 0);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const ratio = (busy: number, idle: number) => Math.round((busy / Math.max(1, idle)) * 100) / 100;

function startProgram(database: string, secrets: Secrets): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, ['bench/api-program.ts'], {
    env: { ...process.env, BENCH_DATABASE: database, BENCH_SECRETS: JSON.stringify(secrets) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (message) =>
      resolve({ url: `http://127.0.0.1:${(message as ServerMessage).port}`, process: child }),
    );
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}`)));
  });
}

/** One of several administrators: each has the places of one person. */
async function signIn({ db }: Database, secrets: Secrets, at: number): Promise<string> {
  const actor = systemActor(new Date(), '2026-11-01');
  return transaction(db, async (tx) => {
    const { id } = await createUser(tx, actor, {
      role: 'admin',
      name: `Clerk ${at}`,
      email: `clerk${at}@bench.test`,
      password: 'shapla-ful-7',
    });
    const keys = { tokens: makeTokens(secrets), secrets };
    const { response } = await openSession(
      tx,
      keys,
      { id, role: 'admin' },
      { now: new Date(), ip: null, device: 'bench' },
    );
    return response.AuthenticationResult.IdToken;
  });
}
