import { expect, test } from 'vitest';
import { type Expectation, likelyUse } from './likely-use.rules.ts';

const meter: Expectation = {
  previousLitres: 100_000,
  previousOn: '2026-09-30',
  expectedLitres: 30_000,
  expectedOn: '2026-10-30',
  ...{ highFactor: 2, highLitres: 10_000, lowFactor: 0.3, lowLitres: 5000 },
};

test.each([
  [100_000 + 30_000, 'normal'],
  [100_000 + 60_000, 'normal'],
  [100_000 + 60_001, 'high'],
  [100_000 + 9000, 'normal'],
  [100_000 + 8999, 'low'],
  [100_000, 'low'],
  [99_999, 'fall'],
])('a register of %i is %s', (register, verdict) => {
  expect(likelyUse(meter, register, '2026-10-30').verdict).toBe(verdict);
});

test('a factor alone does not make a small use unlikely', () => {
  const small = { ...meter, expectedLitres: 4000 };
  expect(likelyUse(small, 110_000, '2026-10-30').verdict).toBe('normal');
  expect(likelyUse(small, 100_100, '2026-10-30').verdict).toBe('normal');
});

test('the usual use grows with the days', () => {
  expect(likelyUse(meter, 130_000, '2026-10-15').usual).toBe(15_000);
  expect(likelyUse(meter, 130_000, '2026-09-30').usual).toBe(0);
});

test('without anything to compare with there is no verdict', () => {
  expect(likelyUse({ ...meter, expectedLitres: null }, 130_000, '2026-10-30').verdict).toBe('unknown');
  expect(likelyUse({ ...meter, previousLitres: null }, 130_000, '2026-10-30').verdict).toBe('unknown');
  expect(likelyUse({ ...meter, highFactor: null, lowFactor: null }, 900_000, '2026-10-30').verdict).toBe(
    'normal',
  );
});
