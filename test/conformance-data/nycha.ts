/**
 * `npm run conformance -- nycha bills.csv.gz`: New York's published water rates, sewer share (159 %) and daily
 * minimum as dated versions of our tariff; the engine bills what the housing authority was really charged for.
 * The copy holds no dates, so the period is looked for: first inside one tariff year, then across a rate change.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { calculateBills } from '#domains/billing/calculation/calculate-bills.ts';
import { all, type Db, sql } from '#platform/database/db.ts';
import { insertTariffs } from './insert-tariffs.ts';
import { withThrowAwayDatabase } from './throw-away-database.ts';

const CATEGORY = 'new_york';
const HUNDRED_CUBIC_FEET = '2831.6846592';
const SEWER_PERCENT = '159';
/** First day, $ per hundred cubic feet, least water charge in $ a day (New York City Water Board, fiscal years). */
const YEARS: { from: string; rate: number; minimum: string }[] = [
  { from: '2012-07-01', rate: 3.39, minimum: '0.46' },
  { from: '2013-07-01', rate: 3.58, minimum: '0.49' },
  { from: '2014-07-01', rate: 3.7, minimum: '0.49' },
  { from: '2015-07-01', rate: 3.81, minimum: '0.49' },
  { from: '2018-07-01', rate: 3.9, minimum: '0.49' },
  { from: '2019-07-01', rate: 3.99, minimum: '0.49' },
];
/** A longer bill runs over several rate changes, and nothing tells which. */
const LONGEST_DAYS = 366;

type Row = { days: string; consumption_hcf: string; water_sewer_charges: string; current_charges: string };
type Charge = { n: number; days: number; use: number; amount: number };
type Found = { n: number; minimum: boolean; cents_off: number };

/** Bills of the given charges for periods that start as `starts` says; the nearest for each, if within a cent. */
async function search(db: Db, charges: Charge[], starts: ReturnType<typeof sql>): Promise<Found[]> {
  const input = sql`select c.n, c.charge, ${CATEGORY}::text as category, null::jsonb as categories, null::jsonb as empty_days, null::uuid as tariff_version_id, null::int as pipe_size_mm,
      1 as dwelling_units, c.use * ${HUNDRED_CUBIC_FEET}::numeric as usage_litres, s.day as period_from,
      s.day + c.days as period_to, 1::numeric as periods, null::date as connected_on, null::date as disconnected_on,
      null::numeric as sewer_percent
    from unnest(${charges.map(({ n }) => n)}::int[], ${charges.map(({ days }) => days)}::int[],
      ${charges.map(({ use }) => use)}::numeric[],
      ${charges.map(({ amount }) => amount)}::numeric[]) as c (n, days, use, charge)
    cross join lateral (${starts}) as s (day)`;
  return all(
    db,
    sql`select distinct on (b.n) b.n, b.minimum_minor > 0 as minimum, abs(b.total_minor - b.charge * 100)::int as cents_off
      from (${calculateBills(input)}) b
      where b.problem is null and abs(b.total_minor - b.charge * 100) <= 1 order by b.n, cents_off, b.period_from`,
  );
}

const exact = (bills: Found[]) => new Set(bills.filter(({ cents_off }) => cents_off === 0).map(({ n }) => n));

const firstDays = sql`unnest(${YEARS.map(({ from }) => from)}::date[])`;
/** The first day of each tariff year: a bill of up to a year stays inside it. */
const insideOneYear = sql`select y from ${firstDays} as y`;
/** Every day on which a bill of c.days can start so that it runs across a rate change. */
const acrossAChange = sql`select y - k from ${firstDays} as y, generate_series(1, c.days - 1) as k
  where y > ${YEARS[0]?.from}::date`;

/** The whole bill is under other charges in some rows: then it is current_charges. */
function chargeOf(row: Row, n: number): Charge {
  const amount = Number(row.water_sewer_charges) || Number(row.current_charges);
  return { n, days: Number(row.days), use: Number(row.consumption_hcf), amount };
}

/** Why no tariff of ours gives the charge: the first that holds. */
function reason({ days: length, use, amount }: Charge): string {
  if (length <= 0) return 'a bill of no days';
  if (amount <= 0) return 'nothing charged, or a credit';
  if (length > LONGEST_DAYS) return 'a bill of more than a year, over several rate changes';
  const implied = use > 0 ? amount / 2.59 / use : Number.POSITIVE_INFINITY;
  if (implied > 3.99)
    return amount / length < 1.27 ? 'less than the daily minimum' : 'more than any rate or minimum gives';
  if (implied < 3.39) return 'below the cheapest rate of these years';
  return 'between two rates, but by other days than the days of the bill';
}

export async function runNycha(path: string): Promise<{ passed: number; failed: number }> {
  const rows = parse<Row>(gunzipSync(readFileSync(path)).toString('utf8'), { columns: true, bom: true });
  const charges = rows.map(chargeOf);
  const billable = charges.filter(({ days: length }) => length > 0 && length <= LONGEST_DAYS);
  const { inside, across } = await withThrowAwayDatabase(async (db) => {
    await insertTariffs(
      db,
      YEARS.map(({ from, rate, minimum }) => ({
        category: CATEGORY,
        name: `New York ${from}`,
        effectiveFrom: from,
        currency: 'USD',
        moneyScale: 2,
        unitLitres: HUNDRED_CUBIC_FEET,
        fixedAmount: '0',
        blocks: [{ from: 0, to: null, rate }],
        sewerPercent: SEWER_PERCENT,
        minimumPerDay: minimum,
      })),
    );
    const first = await search(db, billable, insideOneYear);
    const matched = exact(first);
    const rest = billable.filter(({ n }) => !matched.has(n));
    return { inside: first, across: await search(db, rest, acrossAChange) };
  });

  const found = exact([...inside, ...across]);
  const near = new Set([...inside, ...across].map(({ n }) => n));
  const insideYear = inside.filter(({ cents_off }) => cents_off === 0);
  const minimum = insideYear.filter((bill) => bill.minimum).length;
  const why = new Map<string, number>();
  for (const charge of charges.filter(({ n }) => !found.has(n))) {
    const because = near.has(charge.n) ? 'one cent beside ours' : reason(charge);
    why.set(because, (why.get(because) ?? 0) + 1);
  }
  console.log(`${charges.length} real charges for water and sewer of New York's housing estates`);
  console.log(`${insideYear.length - minimum} are use x rate + 159 % sewer of one tariff year`);
  console.log(`${minimum} are the daily minimum + 159 % sewer of one tariff year`);
  console.log(
    `${exact(across).size} are the day-weighted bill across a rate change, for some day of the change`,
  );
  for (const [because, count] of [...why].sort((a, b) => b[1] - a[1]))
    console.log(`${count} not reproduced: ${because}`);
  console.log('passed: our engine gives the charge to the cent, for a period of the same number of days;');
  console.log(
    'failed: it does not for any period (reasons above); the bills carry no dates, so the period is looked for',
  );
  return { passed: found.size, failed: charges.length - found.size };
}
