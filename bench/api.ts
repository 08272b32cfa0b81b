/**
 * List, get and create through the whole program (session, permission, row limit, validation, audit, answer schema)
 * as a share of a bare node:http + pg server, over 1,000,000 invoices. The bare one runs the same SQL, but counts and sums a list again
 * for each request, as one does who keeps no totals and asks nothing together. Both run as processes of their own and are
 * loaded in turn, by as many people as there are clients: what one person may do at a time is limited.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import autocannon from 'autocannon';
import { createUser } from '#domains/identity/actions/create-user.ts';
import { openSession } from '#domains/identity/actions/open-session.ts';
import { makeTokens } from '#domains/identity/tokens.ts';
import { ensureBuiltInRoles } from '#domains/roles/actions/ensure-built-in-roles.ts';
import { systemActor } from '#platform/actor.ts';
import { type Database, execute, one, sql, transaction } from '#platform/database/db.ts';
import { makeSecrets, type Secrets } from '#platform/secrets/secrets.ts';
import { allWords } from '#platform/words/all-words.ts';
import { benchServer } from './bench-database.ts';
import { seedConnections } from './seed-connections.ts';

const CONNECTIONS = 50_000;
const MONTHS = 20;
const ROUNDS = 3;
const SECONDS = 6;
const CLIENTS = 24;

export type ServerMessage = { port: number };

/** @param args number of invoices, 1000000 unless given */
export async function run(args: string[]): Promise<Record<string, unknown>> {
  const months = Math.max(1, Math.round(Number(args[0] ?? CONNECTIONS * MONTHS) / CONNECTIONS));
  const server = await benchServer((owner) => seed(owner, months));
  const { owner, app, drop } = await server.clone('api');
  const secrets = makeSecrets();
  const tokens = await signIn(owner, secrets);
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select id from billing.invoices order by id offset 12345 limit 1`,
  );
  const { sector } = await one<{ sector: string }>(
    app.db,
    sql`select id as sector from settings.sectors limit 1`,
  );
  const url = (app.pool.options as { connectionString?: string }).connectionString ?? '';
  const environment = { BENCH_DATABASE: url, BENCH_SECRETS: JSON.stringify(secrets) };
  const ours = await startServer('bench/api-program.ts', environment);
  const bare = await startServer('bench/api-bare.ts', environment);
  try {
    const cases = {
      list: (base: Base) => load(base, tokens, { path: `/billing/search-invoice?${LIST}` }),
      get: (base: Base) => load(base, tokens, { path: `/billing/invoice-detail/${id}` }),
      create: (base: Base) => load(base, tokens, { path: '/main/road/add', sector }),
    };
    const result: Record<string, unknown> = {};
    for (const [name, measure] of Object.entries(cases))
      result[name] = await share(name, measure, { ours, bare });
    return result;
  } finally {
    for (const { process: child } of [ours, bare]) child.kill('SIGKILL');
    await drop();
    await server.stop();
  }
}

/** 20 rows, a filter, a sort that is not the index's, and the total of all that match. */
const LIST = 'limit=20&offset=3&state=PAID&period=2026-09-01&sort=-totalMinor';

type Base = { url: string };
type Running = Base & { process: ChildProcess };

async function share(
  name: string,
  measure: (base: Base) => Promise<number>,
  servers: { ours: Base; bare: Base },
) {
  const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.ours.push(await measure(servers.ours));
    rates.bare.push(await measure(servers.bare));
  }
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const [ours, bare] = [middle(rates.ours), middle(rates.bare)];
  console.log(`${name}: ${ours.toFixed(0)} requests per second, bare ${bare.toFixed(0)}`);
  return Math.round((ours / bare) * 1000) / 1000;
}

let created = 0;

/** Requests per second; any answer but 200 fails the benchmark. */
async function load(
  base: Base,
  tokens: readonly string[],
  request: { path: string; sector?: string },
): Promise<number> {
  const people = [...tokens];
  const body = () => {
    created += 1;
    return JSON.stringify({ sectorId: request.sector, number: `B${created}`, name: `Road ${created}` });
  };
  const result = await autocannon({
    url: `${base.url}/api${request.path}`,
    connections: CLIENTS,
    duration: SECONDS,
    setupClient: (client) =>
      client.setHeaders({ authorization: `Bearer ${people.pop()}`, 'content-type': 'application/json' }),
    ...(request.sector
      ? {
          requests: [
            { method: 'POST' as const, setupRequest: (made: object) => ({ ...made, body: body() }) },
          ],
        }
      : {}),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${request.path}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.total / result.duration;
}

function startServer(script: string, environment: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (message) =>
      resolve({ url: `http://127.0.0.1:${(message as ServerMessage).port}`, process: child }),
    );
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
}

async function seed(owner: Database, months: number): Promise<void> {
  await seedConnections(owner, CONNECTIONS);
  await transaction(owner.db, (tx) => ensureBuiltInRoles(tx, allWords));
  await execute(
    owner.db,
    sql`insert into billing.invoices (number, connection_id, consumer_id, period, period_from, period_to, issued_on, due_on,
      tariff_version_id, usage_litres, total_minor, settled_minor)
    select platform.human_number(5, row_number() over ()), c.id, c.consumer_id, m::date, (m - interval '1 month')::date, m::date,
      m::date, m::date + 20, (select id from billing.tariff_versions limit 1), u.litres, u.litres * 4,
      case when u.litres % 5000 = 0 then 0 else u.litres * 4 end
    from meters.connections c, generate_series(1, ${months - 1}::int) n,
      lateral (select date '2026-09-01' - n * interval '1 month' as m) p,
      lateral (select (hashint8(n * 7919 + c.route_order) & 63) * 1000 + 1000 as litres) u`,
  );
  await execute(
    owner.db,
    sql`insert into billing.invoice_lines (invoice_id, line_no, kind, amount_minor)
    select id, 1, 'water', total_minor from billing.invoices`,
  );
  await execute(owner.db, sql`vacuum analyze billing.invoices, billing.invoice_lines`);
}

/** Clerks who are no administrators, with exactly the words that the three calls need. */
async function signIn({ db }: Database, secrets: Secrets): Promise<string[]> {
  const actor = systemActor(new Date(), '2026-11-01');
  return transaction(db, async (tx) => {
    await execute(
      tx,
      sql`with r as (insert into roles.roles (code, name) values ('clerk', 'Clerk') returning id)
      insert into roles.role_permissions select id, unnest(array['invoices:view', 'roads:edit']) from r`,
    );
    const keys = { tokens: makeTokens(secrets), secrets };
    const tokens: string[] = [];
    for (let person = 1; person <= CLIENTS; person += 1) {
      const { id } = await createUser(tx, actor, {
        role: 'clerk',
        name: `Clerk ${person}`,
        email: `clerk${person}@bench.test`,
        password: 'shapla-ful-7',
      });
      const { response } = await openSession(
        tx,
        keys,
        { id, role: 'clerk' },
        { now: new Date(), ip: null, device: 'bench' },
      );
      tokens.push(response.AuthenticationResult.IdToken);
    }
    return tokens;
  });
}
