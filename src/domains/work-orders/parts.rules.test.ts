import { expect, test } from 'vitest';
import { partsByRate, sumOfQuantities } from './parts.rules.ts';

const part = (quantity: string, rateMinor: number) => ({ quantity, rateMinor });
const taken = [part('4', 700), part('1.5', 900)];

test.each([
  ['3', [part('3', 700)]],
  ['4', [part('4', 700)]],
  ['5', [part('4', 700), part('1', 900)]],
  ['৫.৫', [part('4', 700), part('1.5', 900)]],
  ['6', [part('4', 700), part('1.5', 900), part('0.5', 2000)]],
  ['', null],
  ['many', null],
] as const)('%s after 4 at 700 and 1.5 at 900: %j', (typed, parts) => {
  expect(partsByRate(typed, taken, 2000)).toEqual(parts);
});

test('what was taken at the rate of today is one part; without a rate of today nothing is added', () => {
  expect(partsByRate('6', taken, 700)).toEqual([part('4.5', 700), part('1.5', 900)]);
  expect(partsByRate('5.5', taken, null)).toEqual(taken);
  expect(partsByRate('5.501', taken, null)).toBeNull();
  expect(partsByRate('2', [], 700)).toEqual([part('2', 700)]);
  expect(sumOfQuantities([part('0.1', 1), part('0.2', 2)])).toBe('0.3');
});
