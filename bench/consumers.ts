/**
 * A hundred thousand consumers from a CSV and from an XLSX file, through the real import (upload, dry run, commit),
 * beside a COPY of the same finished rows into the same table, with all indexes. The register holds a tenth as
 * many before; every fiftieth row of the file is wrong, every fiftieth a duplicate, every fiftieth there already.
 * `npm run bench -- consumers [rows] [rounds]`
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { makeConsumers } from '#domains/consumers/factory.ts';
import { startCheck, startCommit } from '#domains/consumers/imports/actions/start-work.ts';
import { uploadImport } from '#domains/consumers/imports/actions/upload-import.ts';
import { workImport } from '#domains/consumers/imports/actions/work-import.ts';
import { mappingSchema } from '#domains/consumers/imports/contract.ts';
import { getImport } from '#domains/consumers/imports/queries.ts';
import { systemActor } from '#platform/actor.ts';
import type { Clock } from '#platform/clock.ts';
import { type Database, execute, sql, transaction } from '#platform/database/db.ts';
import { writeWorkbook } from '#platform/exports/xlsx-file.ts';
import { localStore } from '#platform/files/local-store.ts';
import type { Files } from '#platform/files/receive.ts';
import { type BenchServer, benchServer, seconds, watchMemory } from './bench-database.ts';

const NOW = new Date('2026-11-02T04:00:00Z');
const actor = systemActor(NOW, '2026-11-02');
const clock: Clock = { now: () => NOW, timeZone: 'Asia/Dhaka' };
const FORMATS = ['csv', 'xlsx'] as const;

export async function run([rowsText = '100000', roundsText = '3']: string[]): Promise<
  Record<string, unknown>
> {
  const rows = Number(rowsText);
  const folder = await mkdtemp(join(tmpdir(), 'jolkol-bench-consumers-'));
  const files: Files = {
    store: localStore({ folder: join(folder, 'files'), secret: Buffer.alloc(32, 7), linkBase: '/files' }),
    temporaryFolder: join(folder, 'tmp'),
  };
  const server = await benchServer(async (owner) => {
    await transaction(owner.db, (tx) => makeConsumers(tx, rows / 10));
    await execute(owner.db, sql`vacuum analyze`);
  });
  const source = (database: Database) => ({ database, files, clock });
  try {
    await writeFile(join(folder, 'consumers.csv'), Readable.from(csvOf(rows)));
    await writeFile(join(folder, 'consumers.xlsx'), xlsxOf(rows));
    const finished = join(folder, 'finished.copy');
    const best: Record<string, number> = {};
    const keep = (name: string, took: number) => {
      best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, took);
    };
    let growthMb = 0;
    for (let round = 0; round < Number(roundsText); round += 1) {
      for (const format of FORMATS) {
        await onClone(server, async ({ app, owner }) => {
          const memory = watchMemory();
          const path = join(folder, `consumers.${format}`);
          keep(format, await seconds(() => importFile(source(app), path, rows)));
          memory.stop();
          growthMb = Math.max(growthMb, memory.growthMb());
          if (round === 0) await keepFinished(owner, finished);
        });
      }
      keep('copy', await onClone(server, ({ owner }) => seconds(() => copyFinished(owner, finished))));
      console.log(`round ${round + 1}: ${JSON.stringify(best)}`);
    }
    const { csv = 0, xlsx = 0, copy = 0 } = best;
    const ratio = (took: number) => Number((took / copy).toFixed(2));
    const inSeconds = (took: number) => Number(took.toFixed(1));
    return {
      rows,
      csv_ratio: ratio(csv),
      xlsx_ratio: ratio(xlsx),
      csv_s: inSeconds(csv),
      xlsx_s: inSeconds(xlsx),
      copy_s: inSeconds(copy),
      growth_mb: growthMb,
    };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Clone = Awaited<ReturnType<BenchServer['clone']>>;

async function onClone<T>(server: BenchServer, work: (clone: Clone) => Promise<T>): Promise<T> {
  const clone = await server.clone('round');
  try {
    return await work(clone);
  } finally {
    await clone.drop();
  }
}

const TITLES = [
  'Name',
  'Name in Bengali',
  'Phone',
  'Email',
  'National ID',
  'Date of birth',
  'Address',
  'Old customer number',
];
const FIRST = [
  'Abdul',
  'Rahima',
  'Kamal',
  'Nasrin',
  'Jahangir',
  'Shirin',
  'Mizanur',
  'Farhana',
  'Rafiq',
  'Taslima',
];
const FIRST_BN = ['আব্দুল', 'রহিমা', 'কামাল', 'নাসরিন', 'জাহাঙ্গীর', 'শিরিন', 'মিজানুর', 'ফারহানা', 'রফিক', 'তাসলিমা'];
const LAST = [
  'Karim',
  'Khatun',
  'Hossain',
  'Akter',
  'Alam',
  'Begum',
  'Rahman',
  'Islam',
  'Chowdhury',
  'Sultana',
];
const LAST_BN = ['করিম', 'খাতুন', 'হোসেন', 'আক্তার', 'আলম', 'বেগম', 'রহমান', 'ইসলাম', 'চৌধুরী', 'সুলতানা'];

/** One row of the file; what is wrong, doubled or known comes back at a fixed distance. */
function cellsOf(n: number): string[] {
  if (n % 50 === 7) {
    const known = Math.ceil(n / 50);
    return [`Consumer ${known}`, '', `+88019${String(known).padStart(8, '0')}`, '', '', '', '', ''];
  }
  const own = n % 50 === 11 ? n - 1 : n;
  const [first, last] = [own % 10, Math.floor(own / 10) % 10];
  const day = `${String((own % 28) + 1).padStart(2, '0')}-${String((own % 12) + 1).padStart(2, '0')}-${1950 + (own % 50)}`;
  return [
    `${FIRST[first]} ${LAST[last]}`,
    `${FIRST_BN[first]} ${LAST_BN[last]}`,
    n % 50 === 3 ? '12345' : `01${3 + (own % 6)}${String(own).padStart(8, '0')}`,
    own % 3 === 0 ? `consumer${own}@example.com` : '',
    String(1_000_000_000 + own),
    day,
    `House ${own % 97}, Road ${own % 31}, Sector ${own % 30}, Purbachal`,
    `OLD-${own}`,
  ];
}

function* csvOf(rows: number): Generator<string> {
  let text = `${TITLES.join(',')}\n`;
  for (let n = 1; n <= rows; n += 1) {
    text += `${cellsOf(n)
      .map((cell) => (cell.includes(',') ? `"${cell}"` : cell))
      .join(',')}\n`;
    if (text.length > 60_000) {
      yield text;
      text = '';
    }
  }
  yield text;
}

function xlsxOf(rows: number): Readable {
  async function* sheet() {
    yield TITLES;
    for (let n = 1; n <= rows; n += 1) yield cellsOf(n);
  }
  const none = TITLES.map(() => undefined);
  return writeWorkbook(sheet(), { name: 'consumers', formats: none, widths: [], frozenRows: 1 });
}

type Source = { database: Database; files: Files; clock: Clock };

async function importFile(source: Source, path: string, rows: number): Promise<void> {
  const { db } = source.database;
  const marks: string[] = [];
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    let result: T | undefined;
    const took = await seconds(async () => {
      result = await work();
    });
    marks.push(`${name} ${took.toFixed(2)} s`);
    return result as T;
  };
  const file = { stream: createReadStream(path), name: path };
  const { id } = await step('upload', () => uploadImport(source, actor, file));
  const mapping = mappingSchema.parse({
    name: 0,
    nameBn: 1,
    phone: 2,
    email: 3,
    nid: 4,
    dateOfBirth: 5,
    address: 6,
    legacyNumber: 7,
  });
  await step('dry run', async () => {
    await transaction(db, (tx) => startCheck(tx, actor, { id, mapping }));
    await workImport(source, id);
  });
  await step('commit', async () => {
    const { version } = await getImport(db, actor, id);
    await transaction(db, (tx) => startCommit(tx, actor, { id, version, existing: 'skip' }));
    await workImport(source, id);
  });
  console.log(marks.join(', '));
  const found = await getImport(db, actor, id);
  const share = rows / 50;
  const { rowsTotal, rowsWrong, rowsDuplicate, rowsExisting, rowsAdded } = found;
  if (
    rowsTotal !== rows ||
    rowsAdded !== rows - 3 * share ||
    rowsWrong + rowsDuplicate + rowsExisting !== 3 * share
  )
    throw new Error(`the import lost rows: ${JSON.stringify(found)}`);
}

const COLUMNS =
  'id, number, name, name_bn, phone, email, nid, date_of_birth, address, legacy_number, import_id, created_at';

async function keepFinished({ pool }: Database, path: string): Promise<void> {
  const client = await pool.connect();
  const rows = `select ${COLUMNS} from consumers.consumers where import_id is not null order by id`;
  await pipeline(client.query(copyTo(`copy (${rows}) to stdout`)), createWriteStream(path));
  client.release();
}

/** As the owner: COPY knows no row-level security, under which the program itself writes. */
async function copyFinished({ pool }: Database, path: string): Promise<void> {
  const client = await pool.connect();
  await pipeline(
    createReadStream(path),
    client.query(copyFrom(`copy consumers.consumers (${COLUMNS}) from stdin`)),
  );
  client.release();
}
