/** Random bills over parts of periods and over two tariffs, for tests that calculate them again by their own arithmetic. */
import fc from 'fast-check';
import { all, type Db, execute, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import type { BillExplanation } from '../tariffs/tariff.rules.ts';
import { billLines, calculateBills } from './calculate-bills.ts';

export type Version = {
  mode: 'blocks' | 'tiers' | 'flat';
  /** Whole m³, rising; rates in ten-thousandths of a Taka, amounts in poisha. */
  bounds: number[];
  rates: number[];
  flat: number;
  fixed: number;
  minimum: number;
  minimumMode: 'none' | 'floor' | 'base';
  minimumPer: 'bill' | 'day';
  sewer: number;
  sewerOnFixed: boolean;
  vat: number;
  roundOff: boolean;
  prorateFixed: boolean;
  prorateMinimum: boolean;
  prorateBlocks: boolean;
  perDwellingFixed: boolean;
  perDwellingMinimum: boolean;
  perDwellingBlocks: boolean;
};
export type SplitBill = {
  litres: number;
  days: number;
  /** Days from the beginning until the connection begins. */
  before: number;
  periods: number;
  dwellings: number;
  /** The house is empty on the days `from` until `until` of the period; the bill has no use then. */
  empty?: { from: number; until: number; fixed: number; minimum: number; litres: number };
};
export type Town = {
  versions: [Version, Version];
  /** Day of the period on which the second version begins. */
  change: number;
  bills: SplitBill[];
};
export type Calculated = {
  problem: string | null;
  lines: { kind: string; quantity: string | null; rate: string | null; amountMinor: number }[];
  explanation: BillExplanation;
};

export const BEGIN = '2024-08-01';

const ascending = (length: number, max: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max }), { minLength: length, maxLength: length })
    .map((list) => list.sort((a, b) => a - b));

/**
 * Many figures are round: sums of such end at half a poisha more often. None is so small that a share of it is less than
 * half a poisha: such a line is not printed on the bill, and its sewerage would come out of nothing that is printed.
 */
const amount = fc.oneof(fc.integer({ min: 100, max: 50_000 }), fc.constantFrom(0, 100, 500, 3100, 10_000));

const version: fc.Arbitrary<Version> = fc.integer({ min: 1, max: 4 }).chain((blocks) =>
  fc.record({
    mode: fc.constantFrom('blocks', 'blocks', 'tiers', 'flat'),
    bounds: ascending(blocks - 1, 60),
    rates: fc.oneof(
      ascending(blocks, 400_000),
      ascending(blocks, 80).map((list) => list.map((rate) => rate * 2500)),
    ),
    flat: amount,
    fixed: amount,
    minimum: amount,
    minimumMode: fc.constantFrom('none', 'floor', 'base'),
    minimumPer: fc.constantFrom('bill', 'bill', 'day'),
    sewer: fc.constantFrom(0, 50, 100, 159),
    sewerOnFixed: fc.boolean(),
    vat: fc.constantFrom(0, 5, 15),
    roundOff: fc.boolean(),
    prorateFixed: fc.boolean(),
    prorateMinimum: fc.boolean(),
    prorateBlocks: fc.boolean(),
    perDwellingFixed: fc.boolean(),
    perDwellingMinimum: fc.boolean(),
    perDwellingBlocks: fc.boolean(),
  }),
);

/** Every bill has a notice; of some the use is too much. */
export const emptyTown = (bills: number): fc.Arbitrary<Town> =>
  fc
    .tuple(
      splitTown(bills),
      fc.array(
        fc
          .record({
            from: fc.integer({ min: -5, max: 60 }),
            days: fc.integer({ min: 1, max: 80 }),
            ...{ fixed: fc.integer({ min: 0, max: 100 }), minimum: fc.integer({ min: 0, max: 100 }) },
            litres: fc.integer({ min: 0, max: 90_000 }),
          })
          .map(({ days, ...notice }) => ({ ...notice, until: notice.from + days })),
        { minLength: bills, maxLength: bills },
      ),
    )
    .map(([town, notices]) => ({
      ...town,
      bills: town.bills.flatMap((bill, index) => {
        const empty = notices[index];
        return empty ? [{ ...bill, empty }] : [];
      }),
    }));

export const splitTown = (bills: number): fc.Arbitrary<Town> =>
  fc.record({
    versions: fc.tuple(version, version),
    change: fc.integer({ min: 1, max: 70 }),
    bills: fc.array(
      fc.record({
        litres: fc.oneof(
          fc.nat(90_000),
          fc.nat(60).map((units) => units * 1000),
        ),
        days: fc.integer({ min: 20, max: 70 }),
        before: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 19 })),
        periods: fc.constantFrom(1, 1, 2),
        dwellings: fc.constantFrom(1, 1, 3),
      }),
      { minLength: bills, maxLength: bills },
    ),
  });

const taka = (poisha: number) => (poisha / 100).toFixed(2);

async function approve(db: Db, category: string, effectiveFrom: string, given: Version): Promise<void> {
  const bounds = [0, ...given.bounds];
  const vat = String(given.vat);
  await approvedTariff(db, {
    category,
    effectiveFrom,
    name: `From ${effectiveFrom}`,
    waterMode: given.mode,
    blocks:
      given.mode === 'flat'
        ? []
        : bounds.map((from, index) => ({
            from: String(from),
            to: bounds[index + 1] === undefined ? null : String(bounds[index + 1]),
            rate: ((given.rates[index] ?? 0) / 10_000).toFixed(4),
          })),
    flatAmount: taka(given.flat),
    fixedAmount: taka(given.fixed),
    minimumMode: given.minimumMode,
    minimumPer: given.minimumPer,
    minimumAmount: taka(given.minimum),
    sewerPercent: String(given.sewer),
    sewerOnFixed: given.sewerOnFixed,
    vatWaterPercent: vat,
    vatFixedPercent: vat,
    vatMinimumPercent: vat,
    vatSewerPercent: vat,
    roundOffTo: given.roundOff ? '1' : null,
    prorateFixed: given.prorateFixed,
    prorateMinimum: given.prorateMinimum,
    prorateBlocks: given.prorateBlocks,
    perDwellingFixed: given.perDwellingFixed,
    perDwellingMinimum: given.perDwellingMinimum,
    perDwellingBlocks: given.perDwellingBlocks,
  });
}

let towns = 0;

/** By which the days before and from the change are billed: two versions of one category, or two categories with a version each. */
export type SplitBy = 'versions' | 'categories';

/** The town's bills by the program, in their order. */
export async function calculateTown(db: Db, town: Town, by: SplitBy = 'versions'): Promise<Calculated[]> {
  const [category, after] = [`split_${++towns}`, `after_${towns}`];
  const changedOn = addDays(BEGIN, town.change);
  await execute(
    db,
    sql`insert into billing.tariff_categories (code, name_en, name_bn)
      select c, c, c from unnest(${[category, after]}::text[]) as c`,
  );
  await approve(db, category, '2024-01-01', town.versions[0]);
  if (by === 'versions') await approve(db, category, changedOn, town.versions[1]);
  else await approve(db, after, '2024-01-01', town.versions[1]);
  const rows = town.bills.map((bill, n) => ({
    ...{ n, pipe_size_mm: 20, dwelling_units: bill.dwellings, usage_litres: bill.litres },
    ...{ period_from: BEGIN, period_to: addDays(BEGIN, bill.days), periods: bill.periods },
    connected_on: addDays(BEGIN, bill.before),
    empty_days: noticeOf(bill),
    ...(by === 'versions'
      ? { category, categories: null }
      : categoriesOf(bill, { category, after, changedOn })),
  }));
  const input = sql`select n, category, categories, empty_days, null::uuid as tariff_version_id, pipe_size_mm, dwelling_units, usage_litres, period_from,
      period_to, periods, connected_on, null::date as disconnected_on, null::numeric as sewer_percent
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (n int, category text, categories jsonb, empty_days jsonb, pipe_size_mm int,
      dwelling_units int, usage_litres numeric, period_from date, period_to date, periods numeric, connected_on date)`;
  return all<Calculated>(
    db,
    sql`select b.problem, b.explanation, (select jsonb_agg(jsonb_build_object('kind', line.kind,
        'quantity', trim_scale(line.quantity)::text, 'rate', trim_scale(line.rate)::text, 'amountMinor', line.amount_minor)
        order by line.line_no) from ${billLines()}) as lines
      from (${calculateBills(input)}) b order by b.n`,
  );
}

function noticeOf({ empty }: SplitBill) {
  if (!empty) return null;
  const { from, until, ...rest } = empty;
  return [{ ...rest, from: addDays(BEGIN, from), until: addDays(BEGIN, until), before: 0 }];
}

/** As a bill run asks: several categories only if both have billed days. */
function categoriesOf(
  { days, before }: SplitBill,
  { category, after, changedOn }: { category: string; after: string; changedOn: string },
) {
  const [from, until] = [addDays(BEGIN, before), addDays(BEGIN, days)];
  if (changedOn <= from) return { category: after, categories: null };
  if (changedOn >= until) return { category, categories: null };
  const categories = [
    { category, from, until: changedOn },
    { category: after, from: changedOn, until },
  ];
  return { category: after, categories };
}
