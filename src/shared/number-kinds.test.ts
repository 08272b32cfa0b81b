import { expect, test } from 'vitest';
import { isOfSeries, NUMBER_KINDS, numberKey } from './number-kinds.ts';

test('a number of any series is known by its first digits and its length', () => {
  for (const kind of Object.values(NUMBER_KINDS)) {
    expect(isOfSeries(`${kind}000000014`), String(kind)).toBe(true);
    expect(isOfSeries(`${kind}00000001`), String(kind)).toBe(false);
    expect(isOfSeries(`${kind}0000000149`), String(kind)).toBe(false);
  }
});

test('numbers of an earlier book are none', () => {
  for (const text of ['9000000014', '89000000014', '0000000014', 'OLD-77', '3A00000014', '', '42'])
    expect(isOfSeries(text), text).toBe(false);
});

test('numbers that are read out alike have one key', () => {
  expect(numberKey(' ৩০০০ ০০০-০১৪ ')).toBe('3000000014');
  expect(['OLD77', 'OLD-77', 'old 77', 'Old/৭৭'].map(numberKey)).toEqual(Array(4).fill('OLD77'));
  expect(numberKey('OLD-78')).not.toBe('OLD77');
});
