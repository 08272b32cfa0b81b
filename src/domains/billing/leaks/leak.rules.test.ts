/** The formula of leaks: tables by hand, and what is true of all figures. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBack, isUnusual, leakCan, leakFormula, leakRules, NO_LEAKS } from './leak.rules.ts';

const half = { sharePercent: 50, mostLitres: null };
const of = (useLitres: number, billDays: number, usualLitres: number, usualDays: number) => ({
  ...{ useLitres, billDays, usualLitres, usualDays },
});

describe('what is taken off', () => {
  test.each([
    // 60 m³ in six months of 30 days are 10 m³ in 30 days; 40 are 30 too much, of which half is taken off.
    [of(40_000, 30, 60_000, 180), half, { baseLitres: 10_000, excessLitres: 30_000, forgivenLitres: 15_000 }],
    // The bill has 31 days: 10,333⅓ litres.
    [of(40_000, 31, 60_000, 180), half, { baseLitres: 10_333, excessLitres: 29_667, forgivenLitres: 14_834 }],
    // Half up, once for each figure.
    [of(10, 1, 3, 2), half, { baseLitres: 2, excessLitres: 8, forgivenLitres: 4 }],
    [of(9, 1, 3, 2), { ...half, sharePercent: 50 }, { baseLitres: 2, excessLitres: 7, forgivenLitres: 4 }],
    // Never more than the limit.
    [
      of(400_000, 30, 60_000, 180),
      { sharePercent: 50, mostLitres: 100_000 },
      { baseLitres: 10_000, excessLitres: 390_000, forgivenLitres: 100_000 },
    ],
    // Less than usual: nothing.
    [of(9_000, 30, 60_000, 180), half, { baseLitres: 10_000, excessLitres: 0, forgivenLitres: 0 }],
  ])('%j by %j', (figures, rules, result) => {
    expect(leakFormula(figures, rules)).toEqual(result);
  });

  const litres = fc.integer({ min: 0, max: 999_999_999_999 });
  const days = fc.integer({ min: 1, max: 4000 });
  const percent = fc.integer({ min: 1, max: 100 });

  test('leaves at least the usual use, is a share of the excess, and stays below the limit', () => {
    fc.assert(
      fc.property(
        litres,
        days,
        litres,
        days,
        percent,
        fc.integer({ min: 1, max: 10_000_000 }),
        (...given) => {
          const [useLitres, billDays, usualLitres, usualDays, sharePercent, mostLitres] = given;
          const figures = { useLitres, billDays, usualLitres, usualDays };
          const { baseLitres, excessLitres, forgivenLitres } = leakFormula(figures, {
            sharePercent,
            mostLitres,
          });
          // The mean within half a litre.
          const mean = (BigInt(usualLitres) * BigInt(billDays) * 2n) / BigInt(usualDays);
          expect(BigInt(baseLitres) * 2n - mean).toBeGreaterThanOrEqual(-1n);
          expect(BigInt(baseLitres) * 2n - mean).toBeLessThanOrEqual(1n);
          expect(excessLitres).toBe(Math.max(0, useLitres - baseLitres));
          expect(forgivenLitres).toBeGreaterThanOrEqual(0);
          expect(forgivenLitres).toBeLessThanOrEqual(Math.min(excessLitres, mostLitres));
          if (excessLitres > 0) expect(useLitres - forgivenLitres).toBeGreaterThanOrEqual(baseLitres);
        },
      ),
    );
  });

  test('rises with the use and with the share', () => {
    fc.assert(
      fc.property(litres, litres, days, litres, days, percent, percent, (...given) => {
        const [one, other, billDays, usualLitres, usualDays, share, more] = given;
        const [less, greater] = [Math.min(one, other), Math.max(one, other)];
        const off = (useLitres: number, sharePercent: number) =>
          leakFormula({ useLitres, billDays, usualLitres, usualDays }, { sharePercent, mostLitres: null })
            .forgivenLitres;
        expect(off(greater, share)).toBeGreaterThanOrEqual(off(less, share));
        expect(off(greater, Math.max(share, more))).toBeGreaterThanOrEqual(
          off(greater, Math.min(share, more)),
        );
      }),
    );
  });
});

describe('what may be a leak', () => {
  const rules = { factorPercent: 200, leastExcessLitres: 10_000 };
  test.each([
    [20_000, 10_000, true],
    [19_999, 10_000, false],
    // Twice the usual use, and still little.
    [4_000, 2_000, false],
    [11_999, 2_000, false],
    [12_000, 2_000, true],
    [39_999, 20_000, false],
    [40_000, 20_000, true],
  ])('%i litres beside usual %i', (useLitres, baseLitres, is) => {
    expect(isUnusual({ useLitres, baseLitres }, rules)).toBe(is);
  });

  test('is never the usual use, also without a least excess', () => {
    expect(isUnusual({ useLitres: 0, baseLitres: 0 }, { factorPercent: 101, leastExcessLitres: 0 })).toBe(
      false,
    );
  });
});

test.each([
  [15_000, 30, true],
  [15_001, 30, false],
  [0, 30, true],
  [15_001, 31, true],
])(
  'a reading of %i litres in %i days is back beside 10 m³ in 30 days, up to one and a half of it',
  (litres, days, is) => {
    expect(isBack({ litres, days }, { usualLitres: 60_000, usualDays: 180 }, { backPercent: 150 })).toBe(is);
  },
);

test('nothing is taken off without a rule of two persons', () => {
  expect(NO_LEAKS.on).toBe(false);
  // A field that is left empty is no limit, and not the one that is proposed.
  expect(leakRules.parse({})).toMatchObject({ mostLitres: null, aloneUpToMinor: null });
  expect(NO_LEAKS).toMatchObject({ mostLitres: 100_000, aloneUpToMinor: 1_000_00 });
  expect(leakRules.safeParse({ sharePercent: 101 }).success).toBe(false);
});

test('buttons: each with its word, and the second person is not the first', () => {
  const who = (kind: 'staff' | 'consumer', ...words: string[]) => ({
    ...{ userId: 'me', kind },
    permissions: new Set(words) as never,
  });
  const at = (state: 'OPEN' | 'WAITING' | 'CREDITED', decidedById: string | null = null) => ({
    state,
    decidedById,
  });
  const all = ['leaks:decide', 'leaks:approve', 'leaks:note', 'leaks:own'];
  const none = { decide: false, approve: false, isDecider: false, withdraw: false };
  expect(leakCan(at('OPEN'), who('staff', ...all))).toEqual({ ...none, decide: true, withdraw: true });
  expect(leakCan(at('OPEN'), who('staff', 'leaks:view'))).toEqual(none);
  expect(leakCan(at('WAITING', 'other'), who('staff', ...all))).toEqual({
    ...none,
    approve: true,
    withdraw: true,
  });
  expect(leakCan(at('WAITING', 'me'), who('staff', ...all))).toEqual({
    ...none,
    isDecider: true,
    withdraw: true,
  });
  expect(leakCan(at('WAITING', 'other'), who('staff', 'leaks:decide'))).toEqual(none);
  expect(leakCan(at('OPEN'), who('consumer', ...all))).toEqual({ ...none, withdraw: true });
  expect(leakCan(at('OPEN'), who('consumer', 'leaks:note'))).toEqual(none);
  expect(leakCan(at('CREDITED'), who('staff', ...all))).toEqual(none);
});
