/** Random tariffs against a second, dumb calculation: 100 litres at a time, in exact integers. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { testDatabase } from '#test/database.ts';
import { draftTariff } from '../tariffs/factory.ts';
import { billLines, calculateBills } from './calculate-bills.ts';

const { db } = await testDatabase();
const TARIFFS = 60;
const USES = 200;
/** In steps of 100 litres. */
const LARGEST = 1500;

type Tariff = {
  mode: 'blocks' | 'tiers';
  /** Upper bounds in steps of 100 litres, rising; rates in 1/10000 Taka per m³, rising. */
  bounds: number[];
  rates: number[];
  fixed: number;
  minimum: number;
  minimumMode: 'none' | 'floor' | 'base';
  sewer: number;
  vat: number;
  roundOff: boolean;
};

const rising = (length: number, max: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max }), { minLength: length, maxLength: length })
    .map((list) => list.sort((a, b) => a - b));

const tariff: fc.Arbitrary<Tariff> = fc.integer({ min: 1, max: 6 }).chain((blocks) =>
  fc.record({
    mode: fc.constantFrom('blocks', 'tiers'),
    bounds: rising(blocks - 1, 800),
    rates: rising(blocks, 500_000),
    fixed: fc.nat(100_000),
    minimum: fc.nat(200_000),
    minimumMode: fc.constantFrom('none', 'floor', 'base'),
    sewer: fc.constantFrom(0, 50, 100, 159),
    vat: fc.constantFrom(0, 5, 15),
    roundOff: fc.boolean(),
  }),
);

const taka = (poisha: number) => (poisha / 100).toFixed(2);

async function makeTariff(given: Tariff): Promise<string> {
  const bounds = [0, ...given.bounds];
  const percent = String(given.vat);
  const { id } = await draftTariff(db, {
    waterMode: given.mode,
    blocks: bounds.map((from, index) => ({
      from: (from / 10).toFixed(1),
      to: bounds[index + 1] === undefined ? null : ((bounds[index + 1] ?? 0) / 10).toFixed(1),
      rate: ((given.rates[index] ?? 0) / 10_000).toFixed(4),
    })),
    fixedAmount: taka(given.fixed),
    minimumMode: given.minimumMode,
    minimumAmount: taka(given.minimum),
    sewerPercent: String(given.sewer),
    vatWaterPercent: percent,
    vatFixedPercent: percent,
    vatMinimumPercent: percent,
    vatSewerPercent: percent,
    roundOffTo: given.roundOff ? '1' : null,
  });
  return id;
}

const roundedDiv = (value: bigint, by: bigint) => (2n * value + by) / (2n * by);

/** Water in 10^-5 Taka for every use up to the largest: one step of 100 litres after the other. */
function waterBySteps(given: Tariff): bigint[] {
  const water = [0n];
  for (let step = 0; step < LARGEST; step += 1) {
    const rate = (at: number) => BigInt(given.rates[given.bounds.filter((bound) => bound <= at).length] ?? 0);
    const next =
      given.mode === 'tiers' ? rate(step + 1) * BigInt(step + 1) : (water[step] ?? 0n) + rate(step);
    water.push(next);
  }
  return water;
}

/** Total in poisha of a bill whose water costs so much. */
function bruteForce(given: Tariff, water: bigint): number {
  const floor = BigInt(given.minimum) * 1000n;
  const waterLine = roundedDiv(water, 1000n);
  const withMinimum = {
    none: water,
    floor: floor > water ? floor : water,
    base: water + floor,
  }[given.minimumMode];
  const sewerLine = roundedDiv(withMinimum * BigInt(given.sewer), 100_000n);
  const taxed = [
    // Water and minimum together: the minimum line completes the water line.
    given.minimumMode === 'base' ? waterLine + BigInt(given.minimum) : roundedDiv(withMinimum, 1000n),
    BigInt(given.fixed),
    sewerLine,
  ];
  const exact = taxed.reduce((sum, line) => sum + line + roundedDiv(line * BigInt(given.vat), 100n), 0n);
  return Number(given.roundOff ? roundedDiv(exact, 100n) * 100n : exact);
}

type Row = { total_minor: number; least: number; sum: number };

function calculate(
  rows: { version: string; litres: number; from: number; days: number; periods: number }[],
): Promise<Row[]> {
  const input = sql`select n, null::text as category, null::jsonb as categories, null::jsonb as empty_days, version as tariff_version_id, null::int as pipe_size_mm, 1 as dwelling_units,
      litres::numeric as usage_litres, date '2024-01-01' + "from" as period_from, date '2024-01-01' + "from" + days as period_to,
      periods, null::date as connected_on, null::date as disconnected_on, null::numeric as sewer_percent
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as (version uuid, litres int, "from" int, days int, periods numeric)) with ordinality as r (version, litres, "from", days, periods, n)`;
  return all<Row>(
    db,
    sql`select b.total_minor, l.* from (${calculateBills(input)}) b
      cross join lateral (select sum(line.amount_minor)::bigint as sum,
        min(line.amount_minor) filter (where line.kind <> 'round_off') as least from ${billLines()}) l order by b.n`,
  );
}

const steps = fc.array(fc.nat(LARGEST), { minLength: USES, maxLength: USES });

test(`${TARIFFS * USES} bills: as by hand, rising with use, never negative, lines sum to the total (G3, G4)`, async () => {
  await fc.assert(
    fc.asyncProperty(tariff, steps, async (given, uses) => {
      const version = await makeTariff(given);
      const water = waterBySteps(given);
      const sorted = uses.toSorted((a, b) => a - b);
      const bills = await calculate(
        sorted.map((use) => ({ version, litres: use * 100, from: 0, days: 31, periods: 1 })),
      );
      expect(bills.map((bill) => bill.total_minor)).toEqual(
        sorted.map((use) => bruteForce(given, water[use] ?? 0n)),
      );
      bills.forEach((bill, index) => {
        expect(bill.sum).toBe(bill.total_minor);
        expect(bill.least).toBeGreaterThanOrEqual(0);
        expect(bill.total_minor).toBeGreaterThanOrEqual(bills[index - 1]?.total_minor ?? 0);
      });
    }),
    { numRuns: TARIFFS, seed: 20260101, endOnFailure: true },
  );
}, 60_000);

/** Each of at most 8 lines is rounded once in the whole bill and once in each part: 8 × 3 × half a poisha. */
const ROUNDING_MINOR = 12;

test('splitting a period in two changes the total by the rounding of its lines at most (G4)', async () => {
  const split = fc.array(fc.tuple(fc.nat(3000), fc.integer({ min: 1, max: 29 })), {
    minLength: 50,
    maxLength: 50,
  });
  await fc.assert(
    fc.asyncProperty(tariff, split, async (given, cases) => {
      // Whole-volume tiers jump at their bounds, and there the last digit of a share decides: blocks only.
      const version = await makeTariff({ ...given, mode: 'blocks', roundOff: false });
      const bills = await calculate(
        cases.flatMap(([litresADay, days]) => [
          { version, litres: litresADay * 30, from: 0, days: 30, periods: 1 },
          { version, litres: litresADay * days, from: 0, days, periods: days / 30 },
          {
            version,
            litres: litresADay * (30 - days),
            from: days,
            days: 30 - days,
            periods: (30 - days) / 30,
          },
        ]),
      );
      for (let index = 0; index < bills.length; index += 3) {
        const [whole = 0, first = 0, second = 0] = bills
          .slice(index, index + 3)
          .map((bill) => bill.total_minor);
        expect(Math.abs(whole - first - second)).toBeLessThanOrEqual(ROUNDING_MINOR);
      }
    }),
    { numRuns: 40, seed: 20260102, endOnFailure: true },
  );
}, 60_000);
