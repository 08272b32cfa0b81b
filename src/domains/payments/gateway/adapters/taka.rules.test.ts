import { expect, test } from 'vitest';
import { minorOf, takaOf } from './taka.rules.ts';

test.each([0, 1, 99, 100, 11_500, 100_000_000_05])('%i poisha, written and read', (minor) => {
  expect(minorOf(takaOf(minor))).toBe(minor);
});

test.each([
  ['115', 11_500],
  ['115.5', 11_550],
  ['115.05', 11_505],
  ['115.005', undefined],
  ['1,150.00', undefined],
  ['-1.00', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['12345678901234', undefined],
])('%s taka are %s poisha', (taka, minor) => {
  expect(minorOf(taka)).toBe(minor);
});
