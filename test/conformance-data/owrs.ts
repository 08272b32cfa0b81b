/**
 * `npm run conformance -- owrs rates.tar.gz expected-bills.csv.gz`: real tariff files become versions of our own
 * tariff model, one per customer (class and inputs), and the engine of the bill run bills every expected use.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { calculateBills } from '#domains/billing/calculation/calculate-bills.ts';
import { all, type Db, sql } from '#platform/database/db.ts';
import { blocks, type Curve, NeedsUse, Refused } from './charge-curve.ts';
import { decimal, type ImportedTariff, insertTariffs } from './insert-tariffs.ts';
import { billOf, firstInputs, type Inputs } from './owrs-class.ts';
import { type RateFile, readRateFile } from './owrs-file.ts';
import { readTarGz } from './tar-gz.ts';
import { withThrowAwayDatabase } from './throw-away-database.ts';

const TOLERANCE = 0.005;
/** Unrounded bills are compared, so the engine calculates in millionths of a dollar. */
const MONEY_SCALE = 6;
const UNIT_LITRES: Record<string, string> = { kgal: '3785.411784', gal: '3.785411784', m3: '1000' };
const HUNDRED_CUBIC_FEET = '2831.6846592';

export type Expected = { file: string; class: string; inputs: string; usage: string; bill: string };
type Outcome = { passed: number; failed: number; lines: string[] };
type Planned = { row: Expected; category: string; unitLitres: string; from: string };

function reason(error: unknown): string {
  if (error instanceof Refused) return error.message;
  throw error;
}

/** The files of an archive, each read or refused. */
export function readFiles(texts: Map<string, string>): Map<string, RateFile | Refused> {
  const files = new Map<string, RateFile | Refused>();
  for (const [path, text] of texts) {
    try {
      files.set(path, readRateFile(text));
    } catch (error) {
      files.set(path, new Refused(reason(error)));
    }
  }
  return files;
}

function fileOf(files: Map<string, RateFile | Refused>, path: string): RateFile {
  const file = files.get(path);
  if (!file) throw new Refused('the archive has no such file');
  if (file instanceof Refused) throw file;
  return file;
}

function classOf(file: RateFile, name: string) {
  const fields = file.classes.get(name);
  if (!fields) throw new Refused(`the file has no class ${name}`);
  return fields;
}

function inputsOf(text: string): Inputs {
  const pairs = text
    .split(';')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  return Object.fromEntries(pairs.filter(([name]) => name));
}

function tariffOf(curve: Curve, category: string, name: string, file: RateFile): ImportedTariff {
  const parts = blocks(curve);
  if (curve.constant < 0 || parts.some(({ rate }) => rate < -1e-9))
    throw new Refused('a charge below zero, which a tariff of ours cannot have');
  return {
    category,
    name,
    effectiveFrom: file.effectiveFrom,
    currency: 'USD',
    moneyScale: MONEY_SCALE,
    unitLitres: UNIT_LITRES[file.unit] ?? HUNDRED_CUBIC_FEET,
    fixedAmount: decimal(curve.constant),
    blocks: parts.map((block) => ({ ...block, rate: Math.max(0, block.rate) })),
  };
}

/** One tariff per customer; if a price depends on the use itself, one per customer and use. */
export function planBills(files: Map<string, RateFile | Refused>, rows: Expected[]) {
  const batch = crypto.randomUUID().slice(0, 8);
  const tariffs = new Map<string, ImportedTariff>();
  const curves = new Map<string, Curve | NeedsUse | Refused>();
  const bills: Planned[] = [];
  const refused: { row: Expected; why: string }[] = [];
  const curveOf = (key: string, make: () => Curve): Curve => {
    let curve = curves.get(key);
    if (!curve) {
      try {
        curve = make();
      } catch (error) {
        curve = error instanceof NeedsUse ? error : new Refused(reason(error));
      }
      curves.set(key, curve);
    }
    if (curve instanceof Error) throw curve;
    return curve;
  };
  for (const row of rows) {
    let key = `${row.file}\n${row.class}\n${row.inputs}`;
    try {
      const file = fileOf(files, row.file);
      const fields = classOf(file, row.class);
      let curve: Curve;
      try {
        curve = curveOf(key, () => billOf(fields, inputsOf(row.inputs)));
      } catch (error) {
        if (!(error instanceof NeedsUse)) throw error;
        key = `${key}\n${row.usage}`;
        curve = curveOf(key, () => billOf(fields, inputsOf(row.inputs), Number(row.usage)));
      }
      const tariff =
        tariffs.get(key) ??
        tariffOf(curve, `owrs_${batch}_${tariffs.size}`, `${row.file} ${row.class}`, file);
      tariffs.set(key, tariff);
      bills.push({
        row,
        category: tariff.category,
        unitLitres: tariff.unitLitres,
        from: tariff.effectiveFrom,
      });
    } catch (error) {
      refused.push({ row, why: reason(error) });
    }
  }
  return { tariffs: [...tariffs.values()], bills, refused };
}

/** Bills of the engine, in millionths, in the order of `bills`: one statement for all of them. */
async function quoteAll(
  db: Db,
  bills: Planned[],
): Promise<{ total_minor: number; problem: string | null }[]> {
  const input = sql`select n, category, null::jsonb as categories, null::jsonb as empty_days, null::uuid as tariff_version_id, null::int as pipe_size_mm, 1 as dwelling_units,
      use * unit_litres as usage_litres, period_from, period_from + 30 as period_to, 1::numeric as periods,
      null::date as connected_on, null::date as disconnected_on, null::numeric as sewer_percent
    from unnest(${bills.map(({ category }) => category)}::text[], ${bills.map(({ row }) => row.usage)}::numeric[],
      ${bills.map(({ unitLitres }) => unitLitres)}::numeric[], ${bills.map(({ from }) => from)}::date[])
      with ordinality as b (category, use, unit_litres, period_from, n)`;
  return all(db, sql`select b.total_minor, b.problem from (${calculateBills(input)}) b order by b.n`);
}

export async function compare(
  db: Db,
  files: Map<string, RateFile | Refused>,
  rows: Expected[],
): Promise<Outcome> {
  const { tariffs, bills, refused } = planBills(files, rows);
  await insertTariffs(db, tariffs);
  const calculated = await quoteAll(db, bills);
  const lines = refused.map(({ row, why }) => `refused ${row.file} ${row.class}: ${why}`);
  let passed = 0;
  bills.forEach(({ row }, index) => {
    const bill = calculated[index];
    const total = (bill?.total_minor ?? Number.NaN) / 10 ** MONEY_SCALE;
    if (bill?.problem === null && Math.abs(total - Number(row.bill)) <= TOLERANCE) passed += 1;
    else
      lines.push(
        `differs ${row.file} ${row.class} ${row.inputs} use ${row.usage}: ${bill?.problem ?? total}, expected ${row.bill}`,
      );
  });
  return { passed, failed: rows.length - passed, lines };
}

/** The cases that nobody can calculate: each has to be refused, with a reason. */
export function refusals(
  files: Map<string, RateFile | Refused>,
  cases: { file: string; class: string }[],
): Outcome {
  const lines: string[] = [];
  let failed = 0;
  for (const { file: path, class: name } of cases) {
    try {
      const fields = name ? classOf(fileOf(files, path), name) : undefined;
      if (fields) billOf(fields, firstInputs(fields), 10);
      else fileOf(files, path);
      failed += 1;
      lines.push(`accepted, though it cannot be calculated: ${path} ${name}`);
    } catch (error) {
      lines.push(`refused ${path} ${name}: ${reason(error)}`);
    }
  }
  return { passed: cases.length - failed, failed, lines };
}

const csv = <T>(text: string) => parse<T>(text, { columns: true, bom: true });

/** Bills of one archive against one table of expected bills; the table of impossible cases is beside it. */
export async function runOwrs(
  ratesPath: string,
  expectedPath: string,
): Promise<{ passed: number; failed: number }> {
  const files = readFiles(readTarGz(ratesPath));
  const rows = csv<Expected>(gunzipSync(readFileSync(expectedPath)).toString('utf8'));
  const unreadable = [...files.values()].filter((file) => file instanceof Refused).length;
  console.log(
    `${files.size} tariff files, ${unreadable} of them not readable; ${rows.length} expected bills`,
  );

  const impossiblePath = join(dirname(expectedPath), 'not-computable.csv');
  const impossible = existsSync(impossiblePath)
    ? refusals(files, csv(readFileSync(impossiblePath, 'utf8')))
    : { passed: 0, failed: 0, lines: [] };
  for (const line of impossible.lines) console.log(line);
  console.log(
    `${impossible.passed} cases that cannot be calculated were refused, ${impossible.failed} were not`,
  );

  const outcome = await withThrowAwayDatabase((db) => compare(db, files, rows));
  for (const line of outcome.lines.slice(0, 50)) console.log(line);
  if (outcome.lines.length > 50) console.log(`… and ${outcome.lines.length - 50} more`);
  return { passed: outcome.passed, failed: outcome.failed + impossible.failed };
}
