import { expect, test } from 'vitest';
import { keepFigures } from './keep-figures.ts';
import { parseDay, parseVolume, parseWhole } from './parse.ts';

test('days in the ways people write them, day before month', () => {
  for (const text of [
    '12 May 2026',
    '12-05-2026',
    '12/5/2026',
    '2026-05-12',
    '১২ মে ২০২৬',
    '১২/০৫/২০২৬',
    '12 may, 2026',
    '12052026',
    ' ১২০৫২০২৬ ',
  ]) {
    expect(parseDay(text), text).toBe('2026-05-12');
  }
  for (const text of ['31-02-2026', '12 Foo 2026', '12 May', '', '1/1/26', '31022026', '19900315', '1205202'])
    expect(parseDay(text), text).toBeUndefined();
});

test('cubic metres to litres, nothing finer', () => {
  expect(parseVolume('12.5')).toBe(12_500);
  expect(parseVolume('১,২৩৪.০০১')).toBe(1_234_001);
  expect(parseVolume('1.2345')).toBeUndefined();
  expect(parseVolume('-1')).toBeUndefined();
});

test('whole numbers', () => {
  expect(parseWhole('১২,৩৪৫')).toBe(12_345);
  expect(parseWhole('1e3')).toBeUndefined();
});

test('minus, plus and e do not get in (spec §5)', () => {
  expect(keepFigures('-1', true)).toBe('1');
  expect(keepFigures('e1', true)).toBe('1');
  expect(keepFigures('1e+2.5', true)).toBe('1');
  expect(keepFigures('2 m3', true)).toBe('2');
  expect(keepFigures('৳ 1,250', true)).toBe('1,250');
  expect(keepFigures('১২.৫ ঘনমিটার ৩', true)).toBe('১২.৫');
  expect(keepFigures('১২.৫', false)).toBe('১২৫');
});
