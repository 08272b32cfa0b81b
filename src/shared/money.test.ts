import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minor, parseTaka, toLatinDigits } from './money.ts';

describe('reading an amount', () => {
  test.each([
    ['1', 100],
    ['1,234.5', 123_450],
    ['১,২৩,৪৫৬.৭৮', 12_345_678],
    ['-0.05', -5],
    ['−2', -200],
    ['8,46,000', 84_600_000],
    ['846,000', 84_600_000],
    ['12,34,567.50', 123_456_750],
    ['-1,234,567', -123_456_700],
    ['1 234', 123_400],
    ['500,50', undefined],
    ['৫০০,৫০', undefined],
    ['1,5', undefined],
    ['১,৫', undefined],
    ['0,500', undefined],
    ['1.234,50', undefined],
    ['1234,567', undefined],
    ['1,23,4567', undefined],
    ['1,234 567', undefined],
    ['12 5', undefined],
    ['1.005', undefined],
    ['1e3', undefined],
    ['', undefined],
    ['৳5', undefined],
  ])('%s', (text, expected) => {
    expect(parseTaka(text)).toBe(expected);
  });

  test('every amount that is written out is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (value) => {
        const sign = value < 0 ? '-' : '';
        const digits = String(Math.abs(value)).padStart(3, '0');
        expect(parseTaka(`${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`)).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});

test('a fraction or an unsafe integer is no amount', () => {
  expect(() => minor(0.5)).toThrow(RangeError);
  expect(() => minor(2 ** 53)).toThrow(RangeError);
});

test('Bengali digits become Latin ones, everything else stays', () => {
  expect(toLatinDigits('প্লট ০১২৩৪৫৬৭৮৯ A')).toBe('প্লট 0123456789 A');
});
