import { expect, test } from 'vitest';
import { lineAmount } from './quantity.ts';

test.each([
  ['1', 12_345, 12_345],
  ['7.5', 12_000, 90_000],
  ['৭.৫', 12_000, 90_000],
  [' 2.25 ', 100, 225],
  // Exactly half a poisha goes up.
  ['0.5', 1, 1],
  ['2.5', 3, 8],
  ['0.499', 1, 0],
  ['99999999.999', 9_999_999, 999_999_899_990_000],
])('%s at %i poisha costs %i', (quantity, rate, amount) => {
  expect(lineAmount(quantity, rate)).toBe(amount);
});

test.each(['', 'x', '1.', '.5', '1.2345', '-1', '123456789', '1,5'])('%j is no quantity', (text) => {
  expect(lineAmount(text, 100)).toBeNull();
});
