import { describe, expect, test } from 'vitest';
import { all, execute, sql } from '#platform/database/db.ts';
import { testDatabase } from '#test/database.ts';
import { approvedTariff, type TariffInput } from '../tariffs/factory.ts';
import { billedBlocks } from '../tariffs/tariff.rules.ts';
import { BILL_INPUT, billLines, type CalculatedBill, calculateBills } from './calculate-bills.ts';

const { db } = await testDatabase();

type BillInput = Partial<Record<keyof typeof BILL_INPUT, string | number>>;
type Bill = CalculatedBill & { lines: Record<string, number> };

const MONTH = {
  period_from: '2024-08-01',
  period_to: '2024-09-01',
  periods: 1,
  dwelling_units: 1,
  usage_litres: 0,
};

async function calculate(...inputs: BillInput[]): Promise<Bill[]> {
  const columns = Object.entries(BILL_INPUT).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  const rows = JSON.stringify(inputs.map((input, n) => ({ ...MONTH, ...input, n })));
  const input = sql`select * from jsonb_to_recordset(${rows}::jsonb) as i (n int, ${sql.join(columns)})`;
  return all<Bill>(
    db,
    sql`select b.*, (select jsonb_object_agg(line.kind, line.amount_minor) from ${billLines()}) as lines
      from (${calculateBills(input)}) b order by b.n`,
  );
}

/** The bills of some inputs under one tariff of its own category. */
let categories = 0;
async function category(...versions: Partial<TariffInput>[]): Promise<string> {
  const code = `c${++categories}`;
  await execute(
    db,
    sql`insert into billing.tariff_categories (code, name_en, name_bn) values (${code}, ${code}, ${code})`,
  );
  for (const version of versions) await approvedTariff(db, { ...version, category: code });
  return code;
}

const SLABS = [
  { from: '0', to: '10', rate: '2' },
  { from: '10', to: '20', rate: '2.5' },
  { from: '20', to: '30', rate: '8' },
  { from: '30', to: '40', rate: '12' },
  { from: '40', to: null, rate: '15' },
];

describe('marginal blocks', () => {
  // The right amounts; a well-known open product charges more for 30 m³ than for 35 m³.
  test.each([
    [0, 0],
    [10, 2000],
    [15, 3250],
    [20, 4500],
    [25, 8500],
    [30, 12500],
    [31, 13700],
    [35, 18500],
    [40, 24500],
    [45, 32000],
    [60, 54500],
  ])('%d m³ cost %d poisha', async (cubicMetres, poisha) => {
    const code = await category({ blocks: SLABS });
    const [bill] = await calculate({ category: code, usage_litres: cubicMetres * 1000 });
    expect(bill?.total_minor).toBe(poisha);
  });

  test('one litre beside a bound is charged at the rate of its own block', async () => {
    const code = await category({
      blocks: [
        { from: '0', to: '10', rate: '10' },
        { from: '10', to: null, rate: '1000' },
      ],
    });
    const bills = await calculate(
      ...[9_999, 10_000, 10_001].map((usage_litres) => ({ category: code, usage_litres })),
    );
    expect(bills.map((bill) => bill.water_minor)).toEqual([9999, 10_000, 10_100]);
  });

  test('the explanation gives each block with its quantity and amount, and they add up', async () => {
    const code = await category({ blocks: SLABS });
    const [bill] = await calculate({ category: code, usage_litres: 25_500 });
    expect(billedBlocks(bill?.explanation?.[0] as never)).toEqual([
      { from: '0', to: '10', quantity: '10', rate: '2', amount: '20' },
      { from: '10', to: '20', quantity: '10', rate: '2.5', amount: '25' },
      { from: '20', to: '30', quantity: '5.5', rate: '8', amount: '44' },
    ]);
    expect(bill?.water_minor).toBe(8900);
  });

  test('blocks count for each dwelling and each period if the tariff says so', async () => {
    const code = await category({ blocks: SLABS, perDwellingBlocks: true });
    const bills = await calculate(
      { category: code, usage_litres: 40_000, dwelling_units: 2 },
      { category: code, usage_litres: 40_000, periods: 2 },
    );
    expect(bills.map((bill) => bill.water_minor)).toEqual([9000, 9000]);
  });
});

describe('other ways to charge for water', () => {
  test('whole-volume tiers: all of the use at the rate of the tier it reaches', async () => {
    const code = await category({ waterMode: 'tiers', blocks: SLABS });
    const uses = [0, 9_999, 10_000, 10_500, 39_999, 40_000];
    const bills = await calculate(...uses.map((usage_litres) => ({ category: code, usage_litres })));
    expect(bills.map((bill) => bill.water_minor)).toEqual([0, 2000, 2500, 2625, 47_999, 60_000]);
  });

  test('flat by pipe size, for any use; an unlisted size takes the general amount', async () => {
    const pipeSizes = [{ pipeSizeMm: 20, flatAmount: '350', fixedAmount: '0', minimumAmount: '0' }];
    const code = await category({ waterMode: 'flat', flatAmount: '275', pipeSizes });
    const bills = await calculate(
      { category: code, pipe_size_mm: 20, usage_litres: 5 },
      { category: code, pipe_size_mm: 15, usage_litres: 99_000 },
      { category: code },
    );
    expect(bills.map((bill) => bill.total_minor)).toEqual([35_000, 27_500, 27_500]);
  });

  test('minimum: as a floor, on top, by the day, and not for an unused connection', async () => {
    const minimum = { blocks: SLABS, minimumAmount: '100' };
    const floor = await category({ ...minimum, minimumMode: 'floor' });
    const base = await category({ ...minimum, minimumMode: 'base' });
    const daily = await category({
      ...minimum,
      minimumMode: 'floor',
      minimumPer: 'day',
      minimumAmount: '2.5',
    });
    const used = await category({ ...minimum, minimumMode: 'floor', minimumWhenUnused: false });
    const bills = await calculate(
      { category: floor, usage_litres: 10_000 },
      { category: floor, usage_litres: 30_000 },
      { category: base, usage_litres: 10_000 },
      { category: daily, usage_litres: 10_000 },
      { category: used, usage_litres: 0 },
      { category: floor, usage_litres: 0 },
    );
    expect(bills.map((bill) => [bill.water_minor, bill.minimum_minor])).toEqual([
      [2000, 8000],
      [12_500, 0],
      [2000, 10_000],
      [2000, 5750],
      [0, 0],
      [0, 10_000],
    ]);
  });
});

describe('sewer, VAT and the payable', () => {
  const DHAKA: Partial<TariffInput> = {
    blocks: [{ from: '0', to: null, rate: '16.70' }],
    sewerPercent: '100',
    vatWaterPercent: '15',
    vatSewerPercent: '15',
  };

  test('Dhaka, 20 m³: 334.00 + 334.00 + VAT 100.20 = 768.20', async () => {
    const code = await category(DHAKA);
    const [bill] = await calculate({ category: code, usage_litres: 20_000 });
    expect(bill?.lines).toEqual({ water: 33_400, sewer: 33_400, vat_water: 5010, vat_sewer: 5010 });
    expect(bill?.total_minor).toBe(76_820);
  });

  test('a connection has its own sewer share, or none', async () => {
    const code = await category(DHAKA);
    const bills = await calculate(
      { category: code, usage_litres: 30_000, sewer_percent: 0 },
      { category: code, usage_litres: 30_000, sewer_percent: 50 },
    );
    expect(bills.map((bill) => bill.total_minor)).toEqual([57_615, 86_423]);
  });

  test('VAT has its own percentage for each charge', async () => {
    const code = await category({
      ...DHAKA,
      fixedAmount: '25',
      vatFixedPercent: '5',
      vatSewerPercent: '0',
      minimumMode: 'base',
      minimumAmount: '10',
      vatMinimumPercent: '7.5',
    });
    const [bill] = await calculate({ category: code, usage_litres: 1_000 });
    expect(bill?.lines).toEqual({
      water: 1670,
      fixed: 2500,
      minimum: 1000,
      sewer: 2670,
      vat_water: 251,
      vat_fixed: 125,
      vat_minimum: 75,
    });
  });

  test('the round-off line makes the payable whole, halves up', async () => {
    const code = await category({ blocks: [{ from: '0', to: null, rate: '1' }], roundOffTo: '1' });
    const bills = await calculate(
      ...[10_490, 10_500, 10_000].map((usage_litres) => ({ category: code, usage_litres })),
    );
    expect(bills.map((bill) => [bill.total_minor, bill.round_off_minor])).toEqual([
      [1000, -49],
      [1100, 50],
      [1000, 0],
    ]);
  });
});

describe('days', () => {
  test('a change inside the period: use, blocks, fixed, minimum and sewer follow the days of each version', async () => {
    const code = await category(
      { blocks: SLABS, fixedAmount: '31', effectiveFrom: '2020-01-01' },
      {
        blocks: [{ from: '0', to: null, rate: '10' }],
        fixedAmount: '62',
        sewerPercent: '50',
        effectiveFrom: '2024-08-11',
      },
    );
    const [bill] = await calculate({ category: code, usage_litres: 31_000 });
    // 10 days: 10 m³ in blocks of 10 × 10/31 … = 137 × 10/31 of the old bill; 21 days: 21 m³ at 10.
    expect(bill?.water_minor).toBe(Math.round((13_700 * 10) / 31 + 21_000));
    expect(bill?.fixed_minor).toBe(1000 + 4200);
    expect(bill?.sewer_minor).toBe(10_500);
    expect(bill?.explanation?.map((part) => [part.from, part.to, part.days, part.use])).toEqual([
      ['2024-08-01', '2024-08-11', 10, '10'],
      ['2024-08-11', '2024-09-01', 21, '21'],
    ]);
  });

  test('first and last partial periods shrink fixed, minimum and blocks as the tariff says', async () => {
    const charges = { blocks: SLABS, fixedAmount: '31', minimumMode: 'floor', minimumAmount: '310' } as const;
    const prorated = await category(charges);
    const whole = await category({
      ...charges,
      prorateFixed: false,
      prorateMinimum: false,
      prorateBlocks: false,
    });
    const partial = { usage_litres: 10_000, connected_on: '2024-08-22' };
    const bills = await calculate(
      { ...partial, category: prorated },
      { ...partial, category: whole },
      { category: prorated, usage_litres: 10_000, disconnected_on: '2024-08-11' },
    );
    expect(
      bills.map((bill) => [bill.active_days, bill.fixed_minor, bill.water_minor + bill.minimum_minor]),
    ).toEqual([
      [10, 1000, 10_000],
      [10, 3100, 31_000],
      [10, 1000, 10_000],
    ]);
    // 10 m³ in 10 of 31 days are 31 m³ a month: 137.00, of which 10/31.
    expect(bills[0]?.water_minor).toBe(Math.round((13_700 * 10) / 31));
  });

  test('what cannot be billed says why and has no amounts', async () => {
    const code = await category({ blocks: SLABS, fixedAmount: '5', effectiveFrom: '2024-08-02' });
    const bills = await calculate(
      { category: 'nobody', usage_litres: 1 },
      { category: code, usage_litres: 1 },
      { category: code, usage_litres: -1, connected_on: '2024-08-05' },
      { category: code, connected_on: '2024-09-01' },
      { category: code, connected_on: '2024-08-05' },
    );
    expect(bills.map((bill) => [bill.problem, bill.total_minor])).toEqual([
      ['no_tariff', 0],
      ['no_tariff', 0],
      ['negative_use', 0],
      ['no_days', 0],
      [null, Math.round((500 * 27) / 31)],
    ]);
  });
});

describe('half a poisha is rounded up, once in each line', () => {
  const FREE = { blocks: [{ from: '0', to: null, rate: '0' }] };
  const tariffs: [
    kind: string,
    half: Partial<TariffInput>,
    less: Partial<TariffInput>,
    others: Record<string, number>,
  ][] = [
    [
      'water',
      { blocks: [{ from: '0', to: null, rate: '0.005' }] },
      { blocks: [{ from: '0', to: null, rate: '0.0049' }] },
      {},
    ],
    ['fixed', { ...FREE, fixedAmount: '0.005' }, { ...FREE, fixedAmount: '0.0049' }, { water: 0 }],
    [
      'minimum',
      { ...FREE, minimumMode: 'base', minimumAmount: '0.005' },
      { ...FREE, minimumMode: 'base', minimumAmount: '0.0049' },
      { water: 0 },
    ],
    [
      'sewer',
      { blocks: [{ from: '0', to: null, rate: '0.01' }], sewerPercent: '50' },
      { blocks: [{ from: '0', to: null, rate: '0.01' }], sewerPercent: '49' },
      { water: 1 },
    ],
    [
      'vat_water',
      { blocks: [{ from: '0', to: null, rate: '0.1' }], vatWaterPercent: '5' },
      { blocks: [{ from: '0', to: null, rate: '0.1' }], vatWaterPercent: '4.9' },
      { water: 10 },
    ],
  ];
  test.each(tariffs)('%s', async (kind, half, less, others) => {
    const input = { usage_litres: 1000 };
    const [up] = await calculate({ ...input, category: await category(half) });
    const [down] = await calculate({ ...input, category: await category(less) });
    expect(up?.lines).toEqual({ ...others, [kind]: 1 });
    expect(down?.lines[kind] ?? 0).toBe(0);
  });
});

describe('a share of days is no decimal', () => {
  // 1 of 31 days are 31 m³ a month: 20 × 1000.008 + 11 × 5083.545 = 75,919.155, of which 1/31 is 2,449.005 to the last digit.
  const TIE = [
    { from: '0', to: '20', rate: '1000.008' },
    { from: '20', to: null, rate: '5083.545' },
  ];

  test('exactly half a poisha is rounded up: 2,449.005 is 2,449.01', async () => {
    const code = await category({ blocks: TIE });
    const bills = await calculate(
      { category: code, usage_litres: 1000, connected_on: '2024-08-31' },
      { category: code, usage_litres: 1000, disconnected_on: '2024-08-02' },
    );
    expect(bills.map((bill) => bill.water_minor)).toEqual([244_901, 244_901]);
  });

  test('so it is if a tariff begins on the last day, and one litre of each beside it', async () => {
    const code = await category(
      { blocks: [{ from: '0', to: null, rate: '0' }] },
      { blocks: TIE, effectiveFrom: '2024-08-31' },
    );
    const bills = await calculate(
      ...[30_999, 31_000, 31_001].map((usage_litres) => ({ category: code, usage_litres })),
    );
    // 5.083545 Taka a litre, of which 1/31.
    expect(bills.map((bill) => bill.water_minor)).toEqual([244_884, 244_901, 244_917]);
  });

  test('fixed and minimum charges and sewerage at half a poisha', async () => {
    const code = await category({
      blocks: [{ from: '0', to: null, rate: '0' }],
      fixedAmount: '0.465',
      minimumMode: 'base',
      minimumAmount: '0.155',
      sewerPercent: '300',
    });
    const [bill] = await calculate({ category: code, connected_on: '2024-08-31' });
    // 0.465 / 31 = 0.015, 0.155 / 31 = 0.005, and three times that.
    expect(bill?.lines).toEqual({ water: 0, fixed: 2, minimum: 1, sewer: 2 });
  });

  test('two tariffs in two units of volume', async () => {
    const code = await category(
      { blocks: [{ from: '0', to: null, rate: '7' }] },
      { blocks: [{ from: '0', to: null, rate: '3' }], unitLitres: '300', effectiveFrom: '2024-08-11' },
    );
    const [bill] = await calculate({ category: code, usage_litres: 31_000 });
    // 10 m³ at 7, and 21 m³ in units of 300 litres at 3.
    expect(bill?.water_minor).toBe(7000 + 21_000);
  });
});
