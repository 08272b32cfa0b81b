/**
 * Real water meters (DAIAD, Alicante 2017) through the real import and the review, twice: their month-end registers;
 * and, for at month ends none of them falls or is missing, each step of the hourly file where the register fell or
 * more than three hours are missing, an hour standing for a month. Every row has one verdict, every fall and every
 * gap is flagged as such, and nothing is lost on the way to the approved readings and from there to the posted bills
 * (daiad-bills.ts). What is to be expected is worked out here from the raw file.
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { creditEstimates } from '#domains/billing/corrections/actions/credit-estimates.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { checkImport } from '#domains/meters/imports/actions/check-import.ts';
import { commitImport } from '#domains/meters/imports/actions/commit-import.ts';
import { uploadImport } from '#domains/meters/imports/actions/upload-import.ts';
import { mappingSchema } from '#domains/meters/imports/contract.ts';
import { approveUnflagged } from '#domains/meters/readings/actions/approve-unflagged.ts';
import { reviewReading } from '#domains/meters/readings/actions/review-reading.ts';
import { systemActor } from '#platform/actor.ts';
import { all, type Database, sql, transaction } from '#platform/database/db.ts';
import { localStore } from '#platform/files/local-store.ts';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { billMonths, type MeterMonth, makeTariff, type Result } from './daiad-bills.ts';
import { withThrowAwayDatabase } from './throw-away-database.ts';

const actor = systemActor(new Date('2017-06-01T04:00:00Z'), '2017-06-01');
const REGISTER_DIGITS = 5;
const REGISTER_LITRES = 10 ** REGISTER_DIGITS * 1000;

type Reading = { day: string; litres: number };
/** Registers of one meter: the very first, then the last of each month. */
type Series = { meter: string; opening: Reading; months: Map<string, Reading> };

export async function runDaiad(path: string): Promise<{ passed: number; failed: number }> {
  const hours = await readHours(path);
  const months = [...hours].map(([meter, own]) => seriesOf(meter, own));
  const steps = [...hours].flatMap(([meter, own]) => stepsOf(meter, own));
  const folder = await mkdtemp(join(tmpdir(), 'jolkol-daiad-'));
  const files = {
    store: localStore({ folder: join(folder, 'files'), secret: Buffer.alloc(32, 7), linkBase: '/files' }),
    temporaryFolder: join(folder, 'tmp'),
  };
  try {
    return await withThrowAwayDatabase(async (_, database) => {
      await makeTariff(database);
      const first = await readAndBill({ database, files }, months);
      const second = await readAndBill({ database, files }, steps);
      return { passed: first.passed + second.passed, failed: first.failed + second.failed };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Hour = { at: string; litres: number };

async function readHours(path: string): Promise<Map<string, Hour[]>> {
  const hours = new Map<string, Hour[]>();
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()) });
  for await (const line of lines) {
    const [meter = '', time = '', litres = ''] = line.split(';');
    const found = /^(\d\d)\/(\d\d)\/(\d{4}) (.*)$/.exec(time);
    if (!found) continue;
    const [, day, month, year, hour] = found;
    const own = hours.get(meter) ?? [];
    own.push({ at: `${year}-${month}-${day} ${hour}`, litres: Number(litres) });
    hours.set(meter, own);
  }
  for (const own of hours.values()) own.sort((a, b) => (a.at < b.at ? -1 : 1));
  return hours;
}

function seriesOf(meter: string, hours: Hour[]): Series {
  const readings = hours.map(({ at, litres }) => ({ day: at.slice(0, 10), litres }));
  const [opening] = readings;
  if (!opening) throw new Error(`${meter} has no readings`);
  const months = new Map<string, Reading>();
  for (const reading of readings) {
    if (reading.day > opening.day) months.set(firstOfMonth(reading.day), reading);
  }
  return { meter: meter.toUpperCase(), opening, months };
}

/** Longer gaps of the file are cut to two years: the import takes no month further away than twenty. */
const LONGEST_GAP = 24;

/** The register before such a step, at it, and after it, as three month ends of a meter of its own. */
function stepsOf(meter: string, hours: Hour[]): Series[] {
  return hours.flatMap((after, index) => {
    const [opening, before] = [hours[index - 2], hours[index - 1]];
    if (!opening || !before || before.litres < opening.litres) return [];
    const gap = Math.round((Date.parse(`${after.at}Z`) - Date.parse(`${before.at}Z`)) / 3_600_000);
    if (after.litres >= before.litres && gap <= 3) return [];
    const later = addMonths('2010-01-01', Math.min(Math.max(gap, 1), LONGEST_GAP));
    const months = new Map([
      ['2010-01-01', { day: '2010-01-31', litres: before.litres }],
      [later, { day: lastOfMonth(later), litres: after.litres }],
    ]);
    return [
      {
        meter: `${meter.toUpperCase()}/${index}`,
        opening: { day: '2009-12-31', litres: opening.litres },
        months,
      },
    ];
  });
}

const lastOfMonth = (month: string) => addDays(addMonths(month, 1), -1);

type Expected = MeterMonth & { fell: string | null; gap: boolean };

/** By hand, from the registers alone: 1.5 months of 30.4375 days, or a month left out. */
function expectedOf({ meter, opening, months }: Series): Expected[] {
  let before = opening;
  return [...months].map(([period, reading]) => {
    const days = (Date.parse(reading.day) - Date.parse(before.day)) / 86_400_000;
    const skipped = monthNumber(period) - monthNumber(before.day) > 1;
    const difference = reading.litres - before.litres;
    const rolled = difference + REGISTER_LITRES;
    const isRollOver = difference < 0 && rolled <= REGISTER_LITRES / 10;
    const previousLitres = before.litres;
    before = reading;
    return {
      meter,
      period,
      previousLitres,
      currentLitres: reading.litres,
      fell: difference >= 0 ? null : isRollOver ? 'ROLL_OVER' : 'NEGATIVE',
      gap: skipped || days > 1.5 * 30.4375,
      consumption: difference >= 0 ? difference : isRollOver ? rolled : null,
    };
  });
}

const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

type Source = { database: Database; files: Parameters<typeof uploadImport>[0]['files'] };
type Row = {
  meter: string;
  period: string;
  verdict: string;
  flags: string[];
  consumption_litres: number | null;
};

async function readAndBill(source: Source, series: Series[]): Promise<{ passed: number; failed: number }> {
  const { db } = source.database;
  await transaction(db, async (tx) => {
    for (const { meter, opening } of series) {
      await makeConnection(tx, actor, {
        meterNumber: meter,
        registerDigits: REGISTER_DIGITS,
        connectedOn: opening.day,
        openingLitres: opening.litres,
      });
    }
  });
  const expected = series.flatMap(expectedOf);
  const imported = await importFile(source, series);
  const rows = await all<Row>(
    db,
    sql`select meter, period, verdict, flags, consumption_litres from meters.import_rows
      where import_id = ${imported.id} order by row_no`,
  );
  const reviewed = await review(source, imported.id, expected);
  const connectedOn = new Map(series.map(({ meter, opening }) => [meter, opening.day]));
  const bills = await billMonths(source.database, connectedOn, expected);
  const results: Result[] = [
    ...compare(expected, rows),
    [imported.rowsTotal === expected.length, `${imported.rowsTotal} rows of ${expected.length}`],
    ...reviewed,
    ...bills.results,
  ];
  const failed = results.filter(([ok]) => !ok);
  for (const [, what] of failed) console.error(`FAILED ${what}`);
  const count = (test: (row: Expected) => boolean) => expected.filter(test).length;
  console.log(
    `${series.length} meters, ${expected.length} registers: ${count(({ fell }) => fell !== null)} fell, ${count(({ gap }) => gap)} after a gap; ${bills.billed} billed, ${bills.held} held`,
  );
  return { passed: results.length - failed.length, failed: failed.length };
}

async function importFile(source: Source, series: Series[]) {
  const lines = series.flatMap(({ meter, months }) =>
    [...months.values()].map(
      ({ day, litres }) => `${meter};${litres};${day.split('-').reverse().join('/')}\n`,
    ),
  );
  const csv = `Meter number;Current reading (litres);Reading date\n${lines.join('')}`;
  const uploaded = await uploadImport(source, actor, {
    stream: Readable.from([Buffer.from(csv)]),
    name: 'daiad.csv',
  });
  const mapping = mappingSchema.parse(uploaded.guess);
  const checked = await checkImport(source, actor, { id: uploaded.id, mapping });
  return commitImport(source, actor, { id: checked.id, version: checked.version });
}

function compare(expected: Expected[], rows: Row[]): Result[] {
  const found = new Map(rows.map((row) => [`${row.meter} ${row.period}`, row]));
  return expected.map(({ meter, period, fell, gap, consumption }) => {
    const row = found.get(`${meter} ${period}`);
    const ok =
      row !== undefined &&
      row.verdict !== 'REFUSED' &&
      row.flags.includes('NEGATIVE') === (fell === 'NEGATIVE') &&
      row.flags.includes('ROLL_OVER') === (fell === 'ROLL_OVER') &&
      row.flags.includes('GAP') === gap &&
      row.consumption_litres === consumption &&
      (row.verdict === 'FLAGGED') === row.flags.length > 0;
    return [
      ok,
      `${meter} ${period}: ${JSON.stringify(row)} for ${JSON.stringify({ fell, gap, consumption })}`,
    ];
  });
}

/** Approves what may be approved; a register that fell is asked for again, its use is nobody's to approve. */
async function review(
  { database: { db } }: Source,
  importId: string,
  expected: Expected[],
): Promise<Result[]> {
  const periods = [...new Set(expected.map(({ period }) => period))].sort().reverse();
  await transaction(db, async (tx) => {
    for (const period of periods) await approveUnflagged(tx, actor, { period, importId });
    const open = sql<{ id: string; version: number; two: boolean; open: boolean }>`select id, version,
        'VERY_HIGH' = any (flags) and first_approved_by is null as two, consumption_litres is null as open
      from meters.readings where import_id = ${importId} and state = 'FLAGGED' order by period desc`;
    for (const { id, version, open: unknown } of await all(tx, open)) {
      const action = unknown ? 'reread' : 'approve';
      await reviewReading(tx, actor, { id, version, action, reason: 'seen on site' }, creditEstimates);
    }
  });
  const states = await all<{ state: string; readings: number; unknown: number }>(
    db,
    sql`select state, count(*) as readings, count(*) filter (where consumption_litres is null) as unknown
      from meters.readings where import_id = ${importId} group by state`,
  );
  const total = states.reduce((sum, { readings }) => sum + readings, 0);
  const approved = states.find(({ state }) => state === 'APPROVED');
  const fallen = expected.filter(({ consumption }) => consumption === null).length;
  return [
    [total === expected.length, `${total} readings of ${expected.length} after the review`],
    [approved?.unknown === 0, 'no reading without use was approved'],
    [approved?.readings === expected.length - fallen, `${JSON.stringify(states)}, ${fallen} fell`],
  ];
}
