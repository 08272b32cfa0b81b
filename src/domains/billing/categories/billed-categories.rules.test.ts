import { expect, test } from 'vitest';
import { billedCategories } from './billed-categories.rules.ts';

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
