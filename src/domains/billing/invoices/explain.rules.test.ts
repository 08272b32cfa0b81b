import { expect, test } from 'vitest';
import { formats } from '#shared/format.ts';
import { type BillLine, type ExplainedBill, explainLine } from './explain.rules.ts';
import { sayPart } from './explain-words.rules.ts';

type Segment = ExplainedBill['explanation'][number];

const segment = (given: Partial<Segment> = {}): Segment => ({
  version: 'v1',
  mode: 'blocks',
  unitLitres: '1000',
  from: '2026-10-01',
  to: '2026-11-01',
  days: 31,
  use: '15',
  width: '1',
  blocks: [{ from: '0', to: null, rate: '16.7' }],
  fixedPeriods: '1',
  fixedRate: '0',
  minimumDue: '0',
  sewerPercent: '100',
  ...given,
});
const line = (
  kind: string,
  amountMinor: number,
  rate: string | null = null,
  quantity: string | null = null,
) => ({
  kind,
  quantity,
  rate,
  amountMinor,
});

type Case = {
  what: string;
  line: BillLine;
  others?: BillLine[];
  explanation?: Segment[];
  en: string[];
  bn: string[];
};

const TWO = [
  { from: '0', to: '10', rate: '12.5' },
  { from: '10', to: null, rate: '20' },
];

const HOME = { category: 'residential', categoryEn: 'Residential', categoryBn: 'আবাসিক' };

const MONTH = { months: '1', flats: 1, days: 31, of: 31 };
/** The whole month of one tariff, with the shares of each charge. */
const SHARED = {
  ...{ litres: '0', activeDays: 31, widthOf: MONTH, fixedOf: MONTH },
  ...({ minimum: 'none', minimumRate: '0', minimumOf: MONTH, sewerOnFixed: false } as const),
};

const cases: Case[] = [
  {
    what: 'a change of the category within the month, under tariffs of the same name',
    line: line('water', 29_200),
    explanation: [
      segment({ version: 'v2', from: '2026-10-01', to: '2026-10-11', days: 10, use: '5' }),
      segment({
        ...{ version: 'shop', from: '2026-10-11', to: '2026-11-01', days: 21, use: '10' },
        blocks: [{ from: '0', to: null, rate: '46.2' }],
      }),
    ],
    en: [
      '01 Oct 2026 to 10 Oct 2026 (10 days), Residential, New: 5 m³',
      '5 m³ × ৳16.70 = ৳83.50',
      '11 Oct 2026 to 31 Oct 2026 (21 days), Commercial, New: 10 m³',
      '10 m³ × ৳46.20 = ৳462',
    ],
    bn: [
      '১ অক্টোবর ২০২৬ থেকে ১০ অক্টোবর ২০২৬ (১০ দিন), আবাসিক, ১৬ অক্টোবর ২০২৬ থেকে কার্যকর মূল্যহার: ৫ ঘনমিটার',
      '৫ ঘনমিটার × ৳১৬.৭০ = ৳৮৩.৫০',
      '১১ অক্টোবর ২০২৬ থেকে ৩১ অক্টোবর ২০২৬ (২১ দিন), বাণিজ্যিক, ১৬ অক্টোবর ২০২৬ থেকে কার্যকর মূল্যহার: ১০ ঘনমিটার',
      '১০ ঘনমিটার × ৳৪৬.২০ = ৳৪৬২',
    ],
  },
  {
    what: 'one price',
    line: line('water', 25_050),
    en: ['15 m³ × ৳16.70 = ৳250.50'],
    bn: ['১৫ ঘনমিটার × ৳১৬.৭০ = ৳২৫০.৫০'],
  },
  {
    what: 'two blocks',
    line: line('water', 22_500),
    explanation: [segment({ blocks: TWO })],
    en: ['First 10 m³: 10 × ৳12.50 = ৳125', 'Above 10 m³: 5 × ৳20 = ৳100'],
    bn: ['প্রথম ১০ ঘনমিটার: ১০ × ৳১২.৫০ = ৳১২৫', '১০-এর ওপরে: ৫ × ৳২০ = ৳১০০'],
  },
  {
    what: 'only the first of two blocks was reached, over half a month',
    line: line('water', 5_000),
    explanation: [segment({ blocks: TWO.slice(0, 1), use: '4', width: '0.466666', days: 14 })],
    en: [
      'Limits of the blocks × 0.467, for the days and flats of this bill',
      'First 4.667 m³: 4 × ৳12.50 = ৳50',
    ],
    bn: ['ধাপের সীমা × ০.৪৬৭, এই বিলের দিন ও ফ্ল্যাট অনুযায়ী', 'প্রথম ৪.৬৬৭ ঘনমিটার: ৪ × ৳১২.৫০ = ৳৫০'],
  },
  {
    what: 'a tariff change within the month',
    line: line('water', 23_920),
    explanation: [
      segment({
        from: '2026-10-01',
        to: '2026-10-11',
        days: 10,
        use: '5',
        blocks: [{ from: '0', to: null, rate: '15.18' }],
      }),
      segment({ version: 'v2', from: '2026-10-11', to: '2026-11-01', days: 21, use: '10' }),
    ],
    en: [
      '01 Oct 2026 to 10 Oct 2026 (10 days), Old: 5 m³',
      '5 m³ × ৳15.18 = ৳75.90',
      '11 Oct 2026 to 31 Oct 2026 (21 days), New: 10 m³',
      '10 m³ × ৳16.70 = ৳167',
    ],
    bn: [
      '১ অক্টোবর ২০২৬ থেকে ১০ অক্টোবর ২০২৬ (১০ দিন), ১ জুলাই ২০২৪ থেকে কার্যকর মূল্যহার: ৫ ঘনমিটার',
      '৫ ঘনমিটার × ৳১৫.১৮ = ৳৭৫.৯০',
      '১১ অক্টোবর ২০২৬ থেকে ৩১ অক্টোবর ২০২৬ (২১ দিন), ১৬ অক্টোবর ২০২৬ থেকে কার্যকর মূল্যহার: ১০ ঘনমিটার',
      '১০ ঘনমিটার × ৳১৬.৭০ = ৳১৬৭',
    ],
  },
  {
    what: 'tiers',
    line: line('water', 30_000),
    explanation: [segment({ mode: 'tiers', blocks: TWO })],
    en: ['All of it at the price from 10: 15 × ৳20 = ৳300'],
    bn: ['পুরো ব্যবহার ১০-এর ওপরের দরে: ১৫ × ৳২০ = ৳৩০০'],
  },
  {
    what: 'a fixed charge for two months',
    line: line('fixed', 10_000, '50', '2'),
    en: ['2 months × ৳50'],
    bn: ['২ মাস × ৳৫০'],
  },
  {
    what: 'a minimum that water did not reach',
    line: line('minimum', 4_000),
    explanation: [segment({ minimumDue: '100' })],
    en: ['At least ৳100 is payable for water: ৳40 is missing to it'],
    bn: ['পানির জন্য অন্তত ৳১০০ দিতে হয়: তার চেয়ে ৳৪০ কম ছিল'],
  },
  {
    what: 'sewerage of water',
    line: line('sewer', 25_050, '100'),
    others: [line('water', 25_050)],
    en: ['100% of the water charge of ৳250.50'],
    bn: ['পানির চার্জ ৳২৫০.৫০-এর ১০০%'],
  },
  {
    what: 'sewerage under two tariffs',
    line: line('sewer', 25_050),
    en: ['A share of the water charge, by the days of each tariff'],
    bn: ['পানির চার্জের অংশ, প্রতিটি ট্যারিফের দিন অনুযায়ী'],
  },
  {
    what: 'VAT',
    line: line('vat_water', 3_758, '15'),
    others: [line('water', 25_050)],
    en: ['15% of ৳250.50'],
    bn: ['৳২৫০.৫০-এর ১৫%'],
  },
  ...[
    {
      owed: 2_500,
      en: ['19 days in full, 50% for 12 empty days: ৳100 × (19 + 12 × 50%) ÷ 31 = ৳80.65'],
      bn: ['১৯ দিন পুরো, খালি ১২ দিনের ৫০%: ৳১০০ × (১৯ + ১২ × ৫০%) ÷ ৩১ = ৳৮০.৬৫'],
    },
    {
      owed: 2_450,
      en: [
        '19 days in full, 12 empty days by several notices like 5.5 days: ৳100 × (19 + 5.5) ÷ 31 = ৳79.03',
      ],
      bn: ['১৯ দিন পুরো, কয়েকটি নোটিশে খালি ১২ দিন ৫.৫ দিনের সমান: ৳১০০ × (১৯ + ৫.৫) ÷ ৩১ = ৳৭৯.০৩'],
    },
    {
      owed: 1_550,
      emptyDays: 31,
      en: ['50% for 31 empty days: ৳100 × 50% = ৳50'],
      bn: ['খালি ৩১ দিনের ৫০%: ৳১০০ × ৫০% = ৳৫০'],
    },
  ].map(({ owed, emptyDays = 12, en, bn }) => ({
    what: `a fixed charge of which ${owed} hundredths of days are owed`,
    line: line('fixed', 8_065),
    explanation: [segment({ ...SHARED, fixedRate: '100', fixedOwed: owed, emptyDays })],
    ...{ en: ['৳100 = ৳100', ...en], bn: ['৳১০০ = ৳১০০', ...bn] },
  })),
  {
    what: 'a minimum of which less is owed',
    line: line('minimum', 7_065),
    explanation: [
      segment({
        ...SHARED,
        minimum: 'floor',
        minimumRate: '100',
        minimumOwed: 2_500,
        emptyDays: 12,
        litres: '1000',
        blocks: [{ from: '0', to: null, rate: '10' }],
      }),
    ],
    en: [
      '19 days in full, 50% for 12 empty days: ৳100 × (19 + 12 × 50%) ÷ 31 = ৳80.65',
      '৳80.65 is payable for water at least: ৳70.65 is missing to it',
    ],
    bn: [
      '১৯ দিন পুরো, খালি ১২ দিনের ৫০%: ৳১০০ × (১৯ + ১২ × ৫০%) ÷ ৩১ = ৳৮০.৬৫',
      'পানির জন্য অন্তত ৳৮০.৬৫ দিতে হয়: তার চেয়ে ৳৭০.৬৫ কম ছিল',
    ],
  },
  {
    what: 'rounding',
    line: line('round_off', -8),
    others: [line('water', 25_008)],
    en: ['So that ৳250 is payable'],
    bn: ['মোট ৳২৫০ করতে'],
  },
];

test.each(cases)('$what', ({ line: explained, others = [], explanation = [segment()], en, bn }) => {
  const bill: ExplainedBill = {
    lines: [...others, explained],
    explanation,
    tariffs: [
      { id: 'v1', name: 'Old', effectiveFrom: '2024-07-01', ...HOME },
      { id: 'v2', name: 'New', effectiveFrom: '2026-10-16', ...HOME },
      {
        id: 'shop',
        name: 'New',
        effectiveFrom: '2026-10-16',
        category: 'commercial',
        categoryEn: 'Commercial',
        categoryBn: 'বাণিজ্যিক',
      },
    ],
  };
  const parts = explainLine(explained, bill);
  const sentences = (language: 'en' | 'bn') =>
    parts.map((part) => sayPart(part, language, formats({ language, bengaliDigits: true }, 'Asia/Dhaka')));
  expect(sentences('en')).toEqual(en);
  expect(sentences('bn')).toEqual(bn);
});
