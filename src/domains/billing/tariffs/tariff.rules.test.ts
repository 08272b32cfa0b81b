import { expect, test } from 'vitest';
import { billedBlocks, blocksAreWhole, nextTariffState } from './tariff.rules.ts';

test('a version goes forward only, and only a draft is edited', () => {
  expect(nextTariffState('DRAFT', 'submit')).toBe('ANNOUNCED');
  expect(nextTariffState('ANNOUNCED', 'edit')).toBeUndefined();
  expect(nextTariffState('DRAFT', 'approve')).toBeUndefined();
  expect(nextTariffState('WITHDRAWN', 'approve')).toBeUndefined();
});

test('bounds are compared as numbers, not as texts', () => {
  expect(
    blocksAreWhole([
      { from: '0.0', to: '10', rate: '1' },
      { from: '10.00', to: null, rate: '2' },
    ]),
  ).toBe(true);
  expect(
    blocksAreWhole([
      { from: '0', to: '9', rate: '1' },
      { from: '10', to: null, rate: '2' },
    ]),
  ).toBe(false);
});

test('blocks of ten of thirty-one days are explained with their own narrower bounds', () => {
  const part = {
    version: '',
    mode: 'blocks' as const,
    unitLitres: '1000',
    from: '2024-08-01',
    to: '2024-08-11',
    days: 10,
    use: '4',
    width: '0.3225806451612903',
    fixedPeriods: '0',
    fixedRate: '0',
    minimumDue: '0',
    sewerPercent: '0',
    blocks: [
      { from: '0', to: '10', rate: '2' },
      { from: '10', to: '20', rate: '2.5' },
    ],
  };
  expect(billedBlocks(part)).toEqual([
    { from: '0', to: '3.225806', quantity: '3.225806', rate: '2', amount: '6.451613' },
    { from: '3.225806', to: '6.451613', quantity: '0.774194', rate: '2.5', amount: '1.935484' },
  ]);
});
