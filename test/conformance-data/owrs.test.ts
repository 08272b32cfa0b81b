import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { compare, type Expected, readFiles, refusals } from './owrs.ts';
import { readTarGz } from './tar-gz.ts';

const { db } = await testDatabase();

/** A file of the form with everything in it that the format knows. */
const FILE = `
metadata:
  effective_date: 07/01/2018
  bill_unit: kgal
rate_structure:
  HOUSE:
    service_charge:
      depends_on: [meter_size, city_limits]
      values:
        3/4"|inside: 10
        3/4"|outside: 15
        1|1/2"|inside: 20
    zone_price:
      depends_on: usage_month
      values: {1: 0.5, 7: 0.75}
    pumping: zone_price*usage_ccf
    tier_starts_commodity: [0, 15, 41]
    tier_prices_commodity: [1, 2, 3]
    commodity_charge: Tiered
    fixed_drought_surcharge: nobody_reads_this
    bill: 1.1*(service_charge + commodity_charge + pumping) - 1
  GARDEN:
    commodity_charge: Budget
    budget: "indoor+outdoor*2"
    indoor: gpcd*hhsize*days_in_period*(1/748)
    gpcd: 55
    outdoor: 2.5
    tier_starts: [0, indoor, 100%, 150%]
    tier_prices: [1, 2, 3, 4]
    bill: commodity_charge
  STEEP:
    flat_rate: 2
    commodity_charge: flat_rate*usage_ccf
    bill: commodity_charge + commodity_charge*usage_ccf
  MISSING:
    bill: flat_rate*usage_ccf
  CIRCLE:
    a: b + 1
    b: a
    bill: a
  TEXT:
    rate:
      depends_on: zone
      values: {x: 1, y: two*usage_ccf}
    bill: rate*usage_ccf
  BROKEN:
    bill: (1 + usage_ccf
  UNEVEN:
    tier_starts: [0, 10]
    tier_prices: [1, 2, 3]
    commodity_charge: Tiered
    bill: commodity_charge
`;

const files = readFiles(
  new Map([
    ['a.owrs', FILE],
    ['tabs.owrs', 'rate_structure:\n\tA: 1'],
    ['twice.owrs', 'rate_structure:\n  A:\n    bill: 1\n    bill: 2'],
    ['else.owrs', 'just a text'],
  ]),
);
const row = (name: string, inputs: string, usage: string, bill: string): Expected => ({
  file: 'a.owrs',
  class: name,
  inputs,
  usage,
  bill,
});
const inside = 'meter_size=3/4";city_limits=inside;usage_month=7';

describe('the form of tariff files', () => {
  test('tiers begin at whole units, maps have several keys, formulas have brackets', async () => {
    const outcome = await compare(db, files, [
      row('HOUSE', inside, '0', '10'),
      row('HOUSE', inside, '14', '36.95'),
      // Half a unit above the 14th is in the second tier.
      row('HOUSE', inside, '14.5', String(1.1 * (10 + 14 + 1 + 14.5 * 0.75) - 1)),
      row('HOUSE', inside, '50', String(1.1 * (10 + 14 + 52 + 30 + 37.5) - 1)),
      row('HOUSE', 'meter_size=1|1/2";city_limits=inside;usage_month=1', '1', String(1.1 * 21.5 - 1)),
    ]);
    expect(outcome).toEqual({ passed: 5, failed: 0, lines: [] });
  });

  test('a budget rounds its terms, its percentages are rounded half to even', async () => {
    // indoor 8.94 -> 9; budget 9 + round(2.5) × round(2) = 13; 150 % = 19.5 -> 20.
    const bills = [
      ['9', '9'],
      ['13', '17'],
      ['20', '38'],
      ['21', '42'],
    ].map(([usage = '', bill = '']) => row('GARDEN', '', usage, bill));
    expect(await compare(db, files, bills)).toEqual({ passed: 4, failed: 0, lines: [] });
  });

  test('a price that grows with the use is resolved for each use', async () => {
    const bills = [row('STEEP', '', '3', '24'), row('STEEP', '', '10', '220')];
    expect(await compare(db, files, bills)).toEqual({ passed: 2, failed: 0, lines: [] });
  });

  test('a wrong expectation fails, and says what differs', async () => {
    const outcome = await compare(db, files, [row('HOUSE', inside, '0', '10.01'), row('NONE', '', '1', '1')]);
    expect(outcome.passed).toBe(0);
    expect(outcome.lines).toEqual([
      'refused a.owrs NONE: the file has no class NONE',
      `differs a.owrs HOUSE ${inside} use 0: 10, expected 10.01`,
    ]);
  });

  test.each([
    ['a.owrs', 'MISSING', 'the field flat_rate is not present'],
    ['a.owrs', 'CIRCLE', 'defined by itself'],
    ['a.owrs', 'TEXT', 'non-numeric argument'],
    ['a.owrs', 'BROKEN', 'is not a formula'],
    ['a.owrs', 'UNEVEN', '2 tier starts but 3 tier prices'],
    ['tabs.owrs', '', 'not readable as YAML'],
    ['twice.owrs', '', 'not readable as YAML'],
    ['else.owrs', '', 'no rate_structure'],
    ['gone.owrs', '', 'no such file'],
  ])('%s %s is refused: %s', (file, name, why) => {
    const outcome = refusals(files, [{ file, class: name }]);
    expect(outcome).toMatchObject({ passed: 1, failed: 0 });
    expect(outcome.lines[0]).toContain(why);
  });
});

const DATA = '../shared/data/owrs';
const present = existsSync(DATA);
if (!present) console.log(`skipped: ${DATA} is not there, so California's tariff files are not tried`);

test.skipIf(!present)(
  'every expected bill of the real files, and every impossible case',
  async () => {
    const real = readFiles(readTarGz(`${DATA}/rates.tar.gz`));
    const rows = parse<Expected>(gunzipSync(readFileSync(`${DATA}/expected-bills.csv.gz`)), {
      columns: true,
    });
    expect(await compare(db, real, rows)).toEqual({ passed: 13_760, failed: 0, lines: [] });
    const cases = parse<{ file: string; class: string }>(readFileSync(`${DATA}/not-computable.csv`), {
      columns: true,
    });
    expect(refusals(real, cases)).toMatchObject({ passed: cases.length, failed: 0 });
  },
  60_000,
);
