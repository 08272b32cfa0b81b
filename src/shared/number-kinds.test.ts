import { expect, test } from 'vitest';
import { isOfSeries, NUMBER_KINDS, writtenNumbers } from './number-kinds.ts';

test('a number of any series is known by its first digits and its length', () => {
  for (const kind of Object.values(NUMBER_KINDS)) {
    expect(isOfSeries(`${kind}000000014`), String(kind)).toBe(true);
    expect(isOfSeries(`${kind}00000001`), String(kind)).toBe(false);
    expect(isOfSeries(`${kind}0000000149`), String(kind)).toBe(false);
  }
});

test('numbers of an earlier book are none', () => {
  for (const text of ['9000000014', '94000000014', '0000000014', 'OLD-77', '3A00000014', '', '42'])
    expect(isOfSeries(text), text).toBe(false);
});

test('a number of a connection is looked for as written, and without what groups its digits', () => {
  expect(writtenNumbers(' ৩০০০ ০০০-০১৪ ')).toEqual(['3000 000-014', '3000000014']);
  expect(writtenNumbers('old-77')).toEqual(['OLD-77', 'OLD77']);
  expect(writtenNumbers('3000000014')).toEqual(['3000000014']);
});
