/**
 * The lists of bills and of what is due over 10,000,000 bills of 1,000,000 connections, the first page of each as its call asks it, in turn with a
 * bare query of the same rows and sums. Both have to give the same rows in the same order. Held to twice the bare one (issue 11).
 * `npm run bench -- money-lists [bills] [--keep <folder>]`
 */
import { parseArgs } from 'node:util';
import { searchInvoice } from '#domains/billing/invoices/contract.ts';
import { searchInvoices } from '#domains/billing/invoices/queries.ts';
import { ageing } from '#domains/collections/ageing/contract.ts';
import { listAgeing } from '#domains/collections/ageing/queries.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { all, type Db, type Sql, sql } from '#platform/database/db.ts';
import { benchServer, seconds } from './bench-database.ts';
import { seedHousesAndTariffs } from './seed-connections.ts';
import { prepareYears } from './seed-years.ts';

const MONTHS = 10;
const ROUNDS = 12;
const PAGE = { limit: 20, offset: 1 };
const TODAY = '2026-11-25';

type Case = {
  list: string;
  ask(db: Db, actor: Actor): Promise<{ items: unknown[] }>;
  rows: Sql<{ key: string }>;
  sums: Sql;
  keyOf(item: never): string;
};

const bills = (list: string, query: Record<string, unknown>, where: Sql, order: Sql, sums: Sql): Case => ({
  list,
  ask: (db, actor) => searchInvoices(db, actor, searchInvoice.query.parse({ ...PAGE, ...query })),
  rows: sql<{
    key: string;
  }>`select i.number as key, i.*, c.number as connection, u.name, d.number as road, s.number as sector
    from (select i.* from billing.invoices i where ${where} order by ${order} limit ${PAGE.limit}) i
    join meters.connections c on c.id = i.connection_id join consumers.consumers u on u.id = i.consumer_id
    join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id order by ${order}`,
  sums,
  keyOf: ({ number }: { number: string }) => number,
});
const summed = (where: Sql) =>
  sql`select count(*), sum(i.total_minor), sum(i.settled_minor) from billing.invoices i where ${where}`;
const tallied = (where: Sql) =>
  sql`select sum(i.invoices), sum(i.total_minor), sum(i.settled_minor) from billing.invoice_tally i where ${where}`;
const NEWEST = sql`i.issued_on desc nulls last, i.id`;
const OPEN = sql`i.cancelled_on is null and i.settled_minor < i.total_minor`;
const MONTH = sql`i.period = '2026-09-01'`;

const owed = sql`select i.connection_id, sum(i.total_minor - i.settled_minor) as total,
    sum(i.total_minor - i.settled_minor) filter (where i.due_on >= ${TODAY}::date) as current,
    sum(i.total_minor - i.settled_minor) filter (where ${TODAY}::date - i.due_on between 1 and 30) as thirty,
    sum(i.total_minor - i.settled_minor) filter (where ${TODAY}::date - i.due_on between 31 and 90) as ninety,
    sum(i.total_minor - i.settled_minor) filter (where ${TODAY}::date - i.due_on > 90) as over,
    min(i.due_on) as oldest, count(distinct i.period) as months
  from billing.invoices i where ${OPEN} group by i.connection_id`;
const due = (list: string, query: Record<string, unknown>, order: Sql, where: Sql = sql`true`): Case => ({
  list,
  ask: (db, actor) => listAgeing(db, actor, ageing.query.parse({ ...PAGE, ...query })),
  rows: sql<{
    key: string;
  }>`select c.number as key, a.*, u.name, u.phone, d.number as road, s.number as sector
    from (select * from (${owed}) o where ${where} order by ${order} limit ${PAGE.limit}) a
    join meters.connections c on c.id = a.connection_id join consumers.consumers u on u.id = c.consumer_id
    join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id order by ${order}`,
  sums: sql`select count(*), sum(total), sum(current), sum(thirty), sum(ninety), sum(over) from (${owed}) o where ${where}`,
  keyOf: ({ connectionNumber }: { connectionNumber: string }) => connectionNumber,
});

const CASES: Case[] = [
  bills('bills', {}, sql`true`, NEWEST, tallied(sql`true`)),
  bills(
    'bills that are open',
    { open: true },
    OPEN,
    NEWEST,
    tallied(sql`i.state in ('ISSUED', 'PARTIALLY_PAID')`),
  ),
  bills('bills of a month', { period: '2026-09-01' }, MONTH, NEWEST, summed(MONTH)),
  bills(
    'paid bills of a month, the largest first',
    { period: '2026-09-01', state: 'PAID', sort: '-totalMinor' },
    sql`${MONTH} and i.state = 'PAID'`,
    sql`i.total_minor desc nulls last, i.id`,
    summed(sql`${MONTH} and i.state = 'PAID'`),
  ),
  due('due, the largest first', {}, sql`total desc, connection_id`),
  due('due for more than 90 days', { bucket: 'overNinety' }, sql`total desc, connection_id`, sql`over > 0`),
  due('due, the oldest first', { sort: 'oldestDueOn' }, sql`oldest, connection_id`),
];

export async function run(args: string[]): Promise<Record<string, unknown>> {
  const { values, positionals } = parseArgs({
    args,
    options: { keep: { type: 'string' } },
    allowPositionals: true,
  });
  const connections = Math.round(Number(positionals[0] ?? 10_000_000) / MONTHS);
  const server = await benchServer((owner) => seedHousesAndTariffs(owner, connections), {}, values.keep);
  try {
    const from = await prepareYears(server, { connections, months: MONTHS });
    const { app, drop } = await server.clone('lists', from);
    const now = new Date(`${TODAY}T04:00:00Z`);
    const actor: Actor = { ...systemActor(now, TODAY), kind: 'staff' };
    const measured: { list: string; ratio: number }[] = [];
    for (const one of CASES) {
      const found = await measure(app.db, actor, one);
      console.log(JSON.stringify(found));
      measured.push(found);
    }
    await drop();
    return {
      bills: connections * MONTHS,
      worst_ratio: Math.max(...measured.map(({ ratio }) => ratio)),
      above_2: measured.filter(({ ratio }) => ratio > 2).map(({ list }) => list),
    };
  } finally {
    await server.stop();
  }
}

async function measure(db: Db, actor: Actor, { list, ask, rows, sums, keyOf }: Case) {
  const ours = ((await ask(db, actor)).items as never[]).map(keyOf).join();
  const bare = (await all(db, rows)).map(({ key }) => key).join();
  if (ours !== bare) throw new Error(`${list}: ours ${ours}, bare ${bare}`);
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.ours.push(await seconds(() => ask(db, actor)));
    times.bare.push(await seconds(() => Promise.all([all(db, rows), all(db, sums as Sql<unknown>)])));
  }
  const [p95, bareP95] = [p95Of(times.ours), p95Of(times.bare)];
  return { list, p95_ms: p95, bare_p95_ms: bareP95, ratio: Number((p95 / bareP95).toFixed(2)) };
}

/** Milliseconds, to a hundredth. */
function p95Of(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Number(((sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0) * 1000).toFixed(2));
}
