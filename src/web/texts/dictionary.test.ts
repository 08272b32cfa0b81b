import { expect, test } from 'vitest';
import { countedTextAt, filled, textAt } from './dictionary.ts';

const texts = {
  rows_one: '{{count}} row',
  rows_other: '{{count}} rows',
  plain: 'Plain',
  errors: { taken: '{{ name }} is taken' },
};
const counted = (key: string, count: string | number | undefined, language = 'en') =>
  countedTextAt(texts, key, { language, count });

test('dotted keys', () => {
  expect(textAt(texts, 'errors.taken')).toBe('{{ name }} is taken');
  expect(textAt(texts, 'errors')).toBeUndefined();
  expect(textAt(texts, 'errors.taken.more')).toBeUndefined();
  expect(textAt(undefined, 'plain')).toBeUndefined();
});

test('plural forms by the language: Bengali has one for 0 and 1', () => {
  expect(counted('rows', 1)).toBe('{{count}} row');
  expect(counted('rows', 0)).toBe('{{count}} rows');
  expect(counted('rows', 0, 'bn')).toBe('{{count}} row');
  expect(counted('plain', 5)).toBe('Plain');
  expect(counted('rows', '5')).toBeUndefined();
});

test('values, written as the text asks', () => {
  const writers = { money: (value: string | number) => `৳${value}` };
  expect(filled('{{amount, money}} by {{name}}', { amount: 5, name: 'Rahim' }, writers)).toBe('৳5 by Rahim');
  expect(filled('{{amount,money}} {{missing}}', { amount: 0 }, writers)).toBe('৳0 {{missing}}');
  expect(filled('{{name}}', { name: '$& {{name}}' }, writers)).toBe('$& {{name}}');
});
