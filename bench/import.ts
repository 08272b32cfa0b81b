/**
 * A million readings from a CSV file, through the real import (read, mapped, staged, checked, committed), beside a
 * COPY of the same finished rows into the same table. Every connection has three months of readings before.
 * `npm run bench -- import [rows] [rounds]`
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { makeConnections } from '#domains/meters/factory.ts';
import { checkImport } from '#domains/meters/imports/actions/check-import.ts';
import { commitImport } from '#domains/meters/imports/actions/commit-import.ts';
import { uploadImport } from '#domains/meters/imports/actions/upload-import.ts';
import { systemActor } from '#platform/actor.ts';
import { type Database, execute, one, sql, transaction } from '#platform/database/db.ts';
import { localStore } from '#platform/files/local-store.ts';
import type { Files } from '#platform/files/receive.ts';
import { type BenchServer, benchServer, seconds, watchMemory } from './bench-database.ts';

const HISTORY = ['2026-07-01', '2026-08-01', '2026-09-01'];
const CONNECTED_ON = '2026-06-30';
const actor = systemActor(new Date('2026-11-02T04:00:00Z'), '2026-11-02');

export async function run([rowsText = '1000000', roundsText = '3']: string[]): Promise<
  Record<string, unknown>
> {
  const rows = Number(rowsText);
  const folder = await mkdtemp(join(tmpdir(), 'jolkol-bench-import-'));
  const files: Files = {
    store: localStore({ folder: join(folder, 'files'), secret: Buffer.alloc(32, 7), linkBase: '/files' }),
    temporaryFolder: join(folder, 'tmp'),
  };
  const server = await benchServer((owner) => seed(owner, rows));
  try {
    const csv = join(folder, 'readings.csv');
    await writeFile(csv, Readable.from(csvOf(rows)));
    const finished = join(folder, 'finished.copy');
    const rounds: Round[] = [];
    for (let round = 0; round < Number(roundsText); round += 1) {
      const imported = await onClone(server, async ({ app, owner }) => {
        const memory = watchMemory();
        const took = await seconds(() => importFile({ database: app, files }, csv, rows));
        memory.stop();
        if (round === 0) await keepFinished(owner, finished);
        return { took, growthMb: memory.growthMb() };
      });
      const copied = await onClone(server, ({ owner }) => seconds(() => copyFinished(owner, finished)));
      rounds.push({ imported: imported.took, copied, growthMb: imported.growthMb });
      console.log(`round ${round + 1}: import ${imported.took.toFixed(2)} s, COPY ${copied.toFixed(2)} s`);
    }
    const best = (key: keyof Round) => Math.min(...rounds.map((round) => round[key]));
    const growthMb = Math.max(...rounds.map((round) => round.growthMb));
    return { rows, ratio: Number((best('imported') / best('copied')).toFixed(2)), growth_mb: growthMb };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Round = { imported: number; copied: number; growthMb: number };
type Clone = Awaited<ReturnType<BenchServer['clone']>>;

/** Both start from the same pages: each on a fresh copy of the seeded database. */
async function onClone<T>(server: BenchServer, work: (clone: Clone) => Promise<T>): Promise<T> {
  const clone = await server.clone('round');
  try {
    return await work(clone);
  } finally {
    await clone.drop();
  }
}

async function seed(owner: Database, rows: number): Promise<void> {
  // Search indexes have no part in an import and cost minutes at a million rows.
  await execute(owner.db, sql`drop index consumers.consumers_search, meters.meters_number_search`);
  await transaction(owner.db, (tx) =>
    makeConnections(tx, actor, {
      count: rows,
      connectedOn: CONNECTED_ON,
      periods: HISTORY,
      readingState: 'BILLED',
    }),
  );
  await execute(owner.db, sql`vacuum analyze`);
}

/** October's registers: nine of ten as ever; the others twice, five times, nothing, or less than before. */
function* csvOf(rows: number): Generator<string> {
  let text = 'Meter Number,Current Reading (litres),Month\n';
  const days = { september: 92, october: 31 };
  for (let n = 1; n <= rows; n += 1) {
    const daily = 300 + (n % 700);
    const factor = n % 10 === 0 ? [2.5, 5, 0, -1][(n / 10) % 4] : 1;
    const register = Math.round(daily * (days.september + days.october * (factor ?? 1)));
    text += `B${String(n).padStart(9, '0')},${register},2026-10\n`;
    if (text.length > 60_000) {
      yield text;
      text = '';
    }
  }
  yield text;
}

type Source = { database: Database; files: Files };

async function importFile(source: Source, csv: string, rows: number): Promise<void> {
  const file = { stream: createReadStream(csv), name: 'readings.csv' };
  const marks: [string, number][] = [];
  let found = { id: '', version: 0, rowsTotal: 0, rowsGood: 0, rowsFlagged: 0 };
  const step = async (name: string, work: () => Promise<typeof found>) => {
    marks.push([name, await seconds(async () => (found = await work()))]);
  };
  await step('upload', () => uploadImport(source, actor, file));
  const mapping = {
    meter: 0,
    register: 1,
    month: 2,
    day: null,
    remark: null,
    period: null,
    unit: 'litres' as const,
  };
  await step('check', () => checkImport(source, actor, { id: found.id, mapping }));
  await step('commit', () => commitImport(source, actor, { id: found.id, version: found.version }));
  console.log(marks.map(([name, took]) => `${name} ${took.toFixed(2)} s`).join(', '));
  const taken = await one<{ count: number }>(
    source.database.db,
    sql`select count(*) as count from meters.readings where import_id = ${found.id}`,
  );
  if (found.rowsTotal !== rows || taken.count !== rows || found.rowsFlagged < rows / 15) {
    throw new Error(`the import lost rows: ${JSON.stringify({ ...found, taken: taken.count })}`);
  }
}

const COLUMNS = `id, connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on,
  consumption_litres, expected_litres, expected_from, source, state, flags, figures, remark, import_id, taken_by`;

async function keepFinished({ pool }: Database, path: string): Promise<void> {
  const client = await pool.connect();
  const rows = `select ${COLUMNS} from meters.readings where period = '2026-10-01' order by id`;
  await pipeline(client.query(copyTo(`copy (${rows}) to stdout`)), createWriteStream(path));
  client.release();
}

/** As the owner: COPY knows no row-level security, under which the program itself writes. */
async function copyFinished({ pool }: Database, path: string): Promise<void> {
  const client = await pool.connect();
  await pipeline(
    createReadStream(path),
    client.query(copyFrom(`copy meters.readings (${COLUMNS}) from stdin`)),
  );
  client.release();
}
