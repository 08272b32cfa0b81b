import { expect, test } from 'vitest';
import { billedCategories, billedTariffs } from './billed-categories.rules.ts';

const tariffs = [
  { id: 'a', category: 'commercial' },
  { id: 'b', category: 'residential' },
  { id: 'c', category: 'residential' },
];
const part = (version: string, from: string) => ({ version, from });

test('a bill names the categories of its days in their order, each one time', () => {
  const explanation = [part('c', '2026-10-20'), part('a', '2026-10-01'), part('b', '2026-10-10')];
  expect(billedCategories({ category: 'residential', explanation, tariffs })).toEqual([
    'commercial',
    'residential',
  ]);
});

test('a bill that explains nothing has the category that is kept with it', () => {
  expect(billedCategories({ category: 'industrial', explanation: [], tariffs: [] })).toEqual(['industrial']);
});

test('tariffs of several categories with the same name and day are one', () => {
  const [home, shop] = [
    { id: 'a', name: 'Dhaka WASA Jul 2024', effectiveFrom: '2024-07-01' },
    { id: 'b', name: 'Dhaka WASA Jul 2024', effectiveFrom: '2024-07-01' },
  ];
  const later = { ...shop, id: 'c', effectiveFrom: '2026-10-10' };
  expect(billedTariffs([home, shop, later]).map(({ effectiveFrom }) => effectiveFrom)).toEqual([
    '2024-07-01',
    '2026-10-10',
  ]);
});
