/**
 * The search of the command palette over a large town: what a clerk types, in milliseconds from the call to the
 * answer of the one statement, and which large tables it read without an index.
 * Result: worst_ms = the slowest text's median; ratio = it against a search by primary key.
 */

import { faces } from '#app/services.ts';
import { search } from '#domains/dashboard/search/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { systemActor } from '#platform/actor.ts';
import { type Database, execute, one, sql } from '#platform/database/db.ts';
import { joinFaces } from '#platform/face.ts';
import { searchSources } from '#platform/search-sources.ts';
import { allWords } from '#platform/words/all-words.ts';
import { allPermissions } from '#shared/words.ts';
import { benchServer, seconds } from './bench-database.ts';
import { seedConnections } from './seed-connections.ts';

const now = new Date('2026-11-15T04:00:00Z');
const actor: Actor = {
  ...systemActor(now, '2026-11-15'),
  kind: 'staff',
  permissions: new Set(allPermissions(allWords)),
};
const sources = joinFaces(faces, allWords).all(searchSources).flat();
const TURNS = 5;

/** People's names, as common as in life: a search for one of them finds tens of thousands. */
async function name({ db }: Database): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`update consumers.consumers set
    name = (array['Rahima','Karim','Shirin','Anwar','Nodi','Jamal','Salma','Rafiq'])[1 + id_n % 8] || ' '
      || (array['Khatun','Uddin','Begum','Hossain','Akter','Islam','Ahmed'])[1 + id_n % 7] || ' ' || md5(id_n::text),
    name_bn = (array['রহিমা','করিম','শিরিন','আনোয়ার','নদী','জামাল','সালমা','রফিক'])[1 + id_n % 8] || ' '
      || (array['খাতুন','উদ্দিন','বেগম','হোসেন','আক্তার','ইসলাম','আহমেদ'])[1 + id_n % 7],
    nid = (1990000000000 + id_n)::text
    from (select id as key, row_number() over (order by id) as id_n from consumers.consumers) k where k.key = id`);
  await run('create index consumers_search on consumers.consumers using gin (search gin_trgm_ops)');
  await run('create index meters_number_search on meters.meters using gin (number_key gin_trgm_ops)');
  await run('vacuum analyze');
}

/** @param args number of consumers, 1000000 unless given */
export async function run(args: string[]): Promise<Record<string, unknown>> {
  const size = Number(args[0] ?? 1_000_000);
  const server = await benchServer(async (owner) => {
    await seedConnections(owner, size);
    await name(owner);
  });
  try {
    const { app, drop } = await server.clone('searched');
    const texts = await typed(app, size);
    const by_text: Record<string, number> = {};
    for (const text of texts) by_text[text] = await median(app, text);
    const known = sql`select id from consumers.consumers where id = (select id from consumers.consumers limit 1)`;
    const key_ms = (await seconds(() => known.execute(app.db))) * 1000;
    const worst_ms = Math.max(...Object.values(by_text));
    const unindexed: Record<string, string[]> = {};
    for (const text of texts) {
      const tables = await readWhole(app, text);
      if (tables.length > 0) unindexed[text] = tables;
    }
    await drop();
    return { size, worst_ms, ratio: Math.round(worst_ms / key_ms), by_text, unindexed };
  } finally {
    await server.stop();
  }
}

/** Rare and common, whole and partly typed, in both scripts, and what nobody has. */
async function typed(app: Database, size: number): Promise<string[]> {
  const { invoice, meter } = await one<{ invoice: string; meter: string }>(
    app.db,
    sql`select (select number from billing.invoices limit 1) as invoice, 'M' || ${Math.floor(size / 2)}::int as meter`,
  );
  const numbers = ['01700123456', '1990000123456', invoice, invoice.slice(0, 6), meter, '12345', '2000'];
  const names = ['khatun', 'rahima khatun', 'খাতুন', 'রহিমা খাতুন', 'kha', 'rahima 5f', 'zzzzzz', 'uddin jamal'];
  return [...names, ...numbers, 'S-12 R-41 P-40', '৯৯৯৯৯৯', 'consumer'];
}

async function median(app: Database, text: string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1)
    times.push(await seconds(() => search(app.db, { actor, typed: text, sources })));
  return Math.round((times.sort((a, b) => a - b)[TURNS >> 1] ?? 0) * 10_000) / 10;
}

/** Large tables that were read from end to end while searching. */
async function readWhole(app: Database, text: string): Promise<string[]> {
  const scans = async () => {
    await execute(app.db, sql`select pg_stat_force_next_flush()`);
    const { rows } = await sql<{
      name: string;
      scans: number;
    }>`select relid::regclass::text as name, seq_scan as scans
      from pg_stat_user_tables where n_live_tup > 100000`.execute(app.db);
    return new Map(rows.map((row) => [row.name, row.scans]));
  };
  const before = await scans();
  await search(app.db, { actor, typed: text, sources });
  const after = await scans();
  return [...after].filter(([table, count]) => count > (before.get(table) ?? 0)).map(([table]) => table);
}
