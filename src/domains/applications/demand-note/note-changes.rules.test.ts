import { expect, test } from 'vitest';
import { compareNotes, type NoteLine } from './note-changes.rules.ts';

const line = (
  kind: NoteLine['kind'],
  nameEn: string,
  quantity: string,
  rateMinor: number,
  amountMinor: number,
): NoteLine => ({
  ...{ kind, nameEn, nameBn: `${nameEn}-bn`, unit: kind === 'material' ? 'm' : '' },
  ...{ quantity, rateMinor, amountMinor },
});
const fee = (amountMinor: number) =>
  line('application_fee', 'Application fee', '1', amountMinor, amountMinor);
const vat = (amountMinor: number) => line('vat', 'VAT', '1', amountMinor, amountMinor);
const pipe = (quantity: string, rateMinor: number, amountMinor: number) =>
  line('material', 'Pipe', quantity, rateMinor, amountMinor);
const valve = (quantity: string, rateMinor: number, amountMinor: number) =>
  line('material', 'Valve', quantity, rateMinor, amountMinor);

type Row = [
  what: string,
  before: NoteLine[],
  after: NoteLine[],
  lines: unknown[],
  same: number,
  difference: number,
];

test.each<Row>([
  ['nothing', [fee(50_000), vat(7_500)], [fee(50_000), vat(7_500)], [], 2, 0],
  ['no lines at all', [], [], [], 0, 0],
  [
    'a longer pipe',
    [pipe('4', 12_050, 48_200)],
    [pipe('4.5', 12_050, 54_225)],
    [['changed', ['quantity', 'amount'], 6_025]],
    0,
    6_025,
  ],
  [
    'another rate',
    [pipe('4', 12_050, 48_200)],
    [pipe('4', 12_000, 48_000)],
    [['changed', ['rate', 'amount'], -200]],
    0,
    -200,
  ],
  [
    'a quantity and a rate with the same amount',
    [pipe('2', 300, 600)],
    [pipe('3', 200, 600)],
    [['changed', ['quantity', 'rate'], 0]],
    0,
    0,
  ],
  // 0.001 m of 100 poisha is rounded to 0, as 0.002 m is.
  [
    'a quantity that is rounded away',
    [pipe('0.001', 100, 0)],
    [pipe('0.002', 100, 0)],
    [['changed', ['quantity'], 0]],
    0,
    0,
  ],
  [
    'a fee, which has neither quantity nor rate',
    [fee(50_000)],
    [fee(50_001)],
    [['changed', ['amount'], 1]],
    0,
    1,
  ],
  ['an added line', [fee(50_000)], [fee(50_000), valve('1', 900, 900)], [['added', null, 900]], 1, 900],
  ['a removed line', [fee(50_000), valve('1', 900, 900)], [fee(50_000)], [['removed', null, -900]], 1, -900],
  [
    'VAT that came and a material that went, VAT last',
    [valve('1', 900, 900)],
    [vat(15)],
    [
      ['removed', null, -900],
      ['added', null, 15],
    ],
    0,
    -885,
  ],
  // The equal one of two lines of a material is the same; the other one changed.
  [
    'two lines of one material',
    [pipe('1', 100, 100), pipe('2', 100, 200)],
    [pipe('2', 100, 200), pipe('5', 100, 500)],
    [['changed', ['quantity', 'amount'], 400]],
    1,
    400,
  ],
  [
    'one of two equal lines',
    [pipe('1', 100, 100), pipe('1', 100, 100)],
    [pipe('1', 100, 100)],
    [['removed', null, -100]],
    1,
    -100,
  ],
])('%s', (_, before, after, lines, same, difference) => {
  const changes = compareNotes(before, after);
  expect(
    changes.lines.map((change) => [
      change.change,
      'fields' in change ? change.fields : null,
      change.differenceMinor,
    ]),
  ).toEqual(lines);
  expect([changes.sameCount, changes.differenceMinor]).toEqual([same, difference]);
  const sum = (of: NoteLine[]) => of.reduce((total, { amountMinor }) => total + amountMinor, 0);
  expect(changes.differenceMinor).toBe(sum(after) - sum(before));
});

test.each<[string, Partial<NoteLine>]>([
  ['kind', { kind: 'connection_fee' }],
  ['English name', { nameEn: 'Hose' }],
  ['Bengali name', { nameBn: 'Hose' }],
  ['unit', { unit: 'pcs' }],
])('a line of another %s is another line', (_, other) => {
  const [before, after] = [pipe('1', 100, 100), { ...pipe('1', 100, 100), ...other }];
  expect(
    compareNotes([before], [after])
      .lines.map(({ change }) => change)
      .toSorted(),
  ).toEqual(['added', 'removed']);
});

test('a changed line has both sides', () => {
  const [before, after] = [pipe('1', 100, 100), pipe('2', 100, 200)];
  expect(compareNotes([before], [after]).lines[0]).toMatchObject({ before, after });
});
