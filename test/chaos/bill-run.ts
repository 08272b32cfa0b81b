/**
 * A bill run over 100,000 connections through the real program, killed (kill -9 of the server and of PostgreSQL, in
 * turn) at points of its progress that the seed chooses, fifty if nobody says how many. Afterwards each connection has exactly one invoice, the
 * ledger's sum is 0 and the numbers have no gap (guarantees G6, G7, G15).
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '#app/demo/random.ts';
import { createUser } from '#domains/identity/actions/create-user.ts';
import { ensureBuiltInRoles } from '#domains/roles/actions/ensure-built-in-roles.ts';
import { systemActor } from '#platform/actor.ts';
import { one, openDatabase, sql, transaction } from '#platform/database/db.ts';
import { migrateDatabase } from '#platform/database/migrate.ts';
import { startDatabaseServer } from '#platform/database-server/database-server.ts';
import { allWords } from '#platform/words/all-words.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { PERIOD, seedConnections } from '../../bench/seed-connections.ts';
import { type Program, programFor, waitUntilReady } from './program.ts';

const today = () => dayOf(new Date(), 'Asia/Dhaka');
const PASSWORD = 'jhor-brishti-10';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

type Options = { seed: number; connections: number; kills: number };

/** @param options seed: chooses the points */
export async function run(options: Options): Promise<{ passed: number; failed: number }> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'jolkol-chaos-'));
  chmodSync(dataFolder, 0o711);
  try {
    await withDatabase(dataFolder, (ownerUrl) => seedAll(ownerUrl, options.connections));
    const program = await programFor(dataFolder);
    await program.start();
    const kills = await driveRun(program, randomOf(String(options.seed)).next, options.kills);
    await program.stop();
    console.log(`${kills} kills, run posted`);
    return await withDatabase(dataFolder, (ownerUrl) => verify(ownerUrl, options, kills));
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** Its database alone, without the program. */
export async function withDatabase<T>(
  dataFolder: string,
  work: (ownerUrl: string, superuserUrl: string) => Promise<T>,
): Promise<T> {
  const server = await startDatabaseServer({ dataFolder, log: quiet });
  return work(server.ownerUrl, server.superuserUrl).finally(() => server.stop());
}

export async function seedAll(ownerUrl: string, connections: number): Promise<void> {
  await migrateDatabase(ownerUrl);
  const owner = openDatabase(ownerUrl);
  await seedConnections(owner, connections);
  await transaction(owner.db, async (tx) => {
    await ensureBuiltInRoles(tx, allWords);
    const actor = systemActor(new Date(), '2026-11-01');
    for (const name of ['planner', 'approver']) {
      await createUser(tx, actor, { role: 'admin', name, email: `${name}@chaos.test`, password: PASSWORD });
    }
  });
  await owner.close();
}

type RunState = { id: string; state: string; version: number; chunks: number; chunksDone: number };

/** Plans, approves and posts a run of all connections, with this many kills on the way. */
export async function driveRun(program: Program, next: () => number, wanted: number): Promise<number> {
  const call = caller(program);
  const { id } = await call<RunState>('planner', 'POST', '/bill-run/plan', {
    period: PERIOD,
    issuedOn: today(),
    dueOn: addDays(today(), 21),
  });
  const get = async () => {
    const { items } = await call<{ items: RunState[] }>('planner', 'GET', '/bill-run');
    return items.find((run) => run.id === id) as RunState;
  };
  const times = Math.ceil(wanted * 0.3);
  let kills = await killWhile(program, get, { state: 'CALCULATING', times, next, from: 0 });
  const review = await until(get, 'REVIEW');
  await call('approver', 'POST', `/bill-run/${id}/approve`, { version: review.version });
  await call('planner', 'POST', `/bill-run/${id}/post`, {});
  kills = await killWhile(program, get, { state: 'POSTING', times: wanted - kills, next, from: kills });
  await until(get, 'POSTED');
  return kills;
}

type Killing = { state: string; times: number; next: () => number; from: number };

/** Kills at points of progress drawn from the seed, while the run is in `state`; gives how many kills there were in all. */
async function killWhile(program: Program, get: () => Promise<RunState>, killing: Killing): Promise<number> {
  let { from: kills } = killing;
  const points = Array.from({ length: killing.times }, killing.next).sort((a, b) => a - b);
  for (const point of points) {
    let run = await get();
    while (run.state === killing.state && run.chunksDone / run.chunks < point * 0.95) {
      await sleep(20);
      run = await get();
    }
    if (run.state !== killing.state) break;
    await sleep(killing.next() * 150);
    kills += 1;
    console.log(
      `kill ${kills}: ${kills % 2 ? 'server' : 'PostgreSQL'} at ${run.state} ${run.chunksDone}/${run.chunks}`,
    );
    if (kills % 2) {
      await program.killServer();
      await program.start();
    } else {
      program.killDatabase();
      await waitUntilReady(program.url);
    }
  }
  return kills;
}

async function until(get: () => Promise<RunState>, state: string): Promise<RunState> {
  for (const end = Date.now() + 300_000; Date.now() < end; await sleep(200)) {
    const run = await get();
    if (run.state === state) return run;
  }
  throw new Error(`the run did not reach ${state} in 300 s`);
}

/** Calls the billing service as planner or approver; signs in again after a kill and repeats what was not answered. */
function caller(program: Program) {
  const tokens = new Map<string, string>();
  return async <T>(who: string, method: string, path: string, body?: unknown): Promise<T> => {
    const key = crypto.randomUUID();
    for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) {
      const token = tokens.get(who) ?? (await signIn(program, who));
      if (!token) continue;
      tokens.set(who, token);
      const answer = await fetch(`${program.url}/api/billing${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { data: T }).data;
      if (answer && answer.status < 500 && answer.status !== 403)
        throw new Error(`${method} ${path}: ${await answer.text()}`);
    }
    throw new Error(`${method} ${path} was not answered for 120 s`);
  };
}

export async function signIn(program: Program, who: string): Promise<string | undefined> {
  const answer = await fetch(`${program.url}/api/social/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: `${who}@chaos.test`, password: PASSWORD }),
  }).catch(() => undefined);
  if (!answer?.ok) return undefined;
  const { data } = (await answer.json()) as {
    data: { response: { AuthenticationResult: { IdToken: string } } };
  };
  return data.response.AuthenticationResult.IdToken;
}

async function verify(ownerUrl: string, { connections, kills: wanted }: Options, kills: number) {
  const owner = openDatabase(ownerUrl);
  const found = await one<Record<string, number>>(
    owner.db,
    sql`select
      (select count(*) from billing.invoices where run_id is not null) as invoices,
      (select count(distinct connection_id) from billing.invoices where run_id is not null) as connections,
      (select count(*) from ledger.journals j join billing.invoices i on i.id = j.source_id) as journals,
      (select coalesce(sum(amount_minor), 0)::bigint from ledger.entries) as ledger_sum,
      (select count(*) from (select journal_id from ledger.entries group by 1 having sum(amount_minor) <> 0) b) as unbalanced,
      (select count(*) from billing.invoices i where run_id is not null and total_minor <>
        (select sum(amount_minor) from billing.invoice_lines l where l.invoice_id = i.id)) as wrong_totals,
      (select (max(left(number, 9)::bigint) - min(left(number, 9)::bigint) + 1)::bigint - count(*)
        from billing.invoices where run_id is not null) as gaps`,
  );
  await owner.close();
  const checks: [string, boolean][] = [
    [`${kills} kills of ${wanted}`, kills === wanted],
    [`${found.invoices} invoices for ${connections} connections`, found.invoices === connections],
    [`${found.connections} connections have one`, found.connections === connections],
    [`${found.journals} journals`, found.journals === connections],
    [`ledger sum ${found.ledger_sum}`, found.ledger_sum === 0],
    [`${found.unbalanced} unbalanced journals`, found.unbalanced === 0],
    [`${found.wrong_totals} invoices whose lines do not sum to the total`, found.wrong_totals === 0],
    [`${found.gaps} gaps in the numbers`, found.gaps === 0],
  ];
  for (const [text, ok] of checks) console.log(`${ok ? 'ok  ' : 'FAIL'} ${text}`);
  const failed = checks.filter(([, ok]) => !ok).length;
  return { passed: checks.length - failed, failed };
}
