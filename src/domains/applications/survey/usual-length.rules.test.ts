import { expect, test } from 'vitest';
import { unusualLength } from './usual-length.rules.ts';

test.each([
  ['7.5', [], null],
  ['100', [], null],
  ['100.2', [], 101],
  ['7500', [], 7500],
  ['৭৫০০', [], 7500],
  ['', [], null],
  ['seven', [], null],
  ['3', [{ unit: 'm', quantity: '250' }], 250],
  ['3', [{ unit: 'pcs', quantity: '250' }], null],
] as const)('%s m and %j: %s', (distanceM, materials, found) => {
  expect(unusualLength({ distanceM, materials }, 100)).toBe(found);
});
