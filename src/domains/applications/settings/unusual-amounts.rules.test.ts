import { expect, test } from 'vitest';
import { unusualLines, unusualOf } from './unusual-amounts.rules.ts';

const usual = { usualDistanceM: 100, usualQuantity: 50 };
const long = (metres: number) => ({ what: 'length', metres });
const many = (index: number) => ({ what: 'quantity', index });

test.each([
  ['7.5', [], []],
  ['100', [], []],
  ['100.2', [], [long(101)]],
  ['7500', [], [long(7500)]],
  ['৭৫০০', [], [long(7500)]],
  ['', [], []],
  ['seven', [], []],
  ['3', [{ unit: 'm', quantity: '250' }], [long(250)]],
  ['3', [{ unit: 'm', quantity: '90' }], []],
  ['3', [{ unit: 'pcs', quantity: '50' }], []],
  ['3', [{ unit: 'pcs', quantity: '৫১' }], [many(0)]],
  [
    '3',
    [
      { unit: 'set', quantity: '60' },
      { unit: 'kg', quantity: '99999999' },
    ],
    [many(1)],
  ],
  [
    '200',
    [
      { unit: 'm', quantity: '150' },
      { unit: 'pcs', quantity: '51' },
    ],
    [long(200), many(1)],
  ],
] as const)('%s m and %j: %j', (distanceM, materials, found) => {
  expect(unusualOf({ distanceM, materials }, usual)).toEqual(found);
});

test.each([
  ['50', undefined, []],
  ['51', undefined, [0]],
  ['51', '51', []],
  ['52', '51.000', [0]],
  ['many', undefined, []],
] as const)('%s pieces of which %s were known: %j', (quantity, known, found) => {
  const lines = unusualLines([{ unit: 'pcs', quantity, known }], usual);
  expect(lines.map(({ index }) => index)).toEqual(found);
});

test('of several lines the largest comes first, each with what is usual of its unit', () => {
  const lines = [
    { unit: 'm', quantity: '101' },
    { unit: 'pcs', quantity: '50' },
    { unit: 'kg', quantity: '9000' },
  ];
  expect(unusualLines(lines, usual)).toEqual([
    { index: 2, unit: 'kg', usual: 50 },
    { index: 0, unit: 'm', usual: 100 },
  ]);
});
