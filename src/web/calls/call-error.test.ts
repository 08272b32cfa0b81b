import { expect, test } from 'vitest';
import { CallError, isOutdated, isWorthRepeating, repeatAfter_ms } from './call-error.ts';

const busy = (retryAfter?: number, code = 'common.unavailable') => new CallError(503, { code }, retryAfter);

test('a reading is repeated when the server wants to be asked again, and not sooner', () => {
  expect(isWorthRepeating(0, busy(5))).toBe(true);
  expect(repeatAfter_ms(0, busy(5))).toBe(5000);
  expect(isWorthRepeating(1, busy(5))).toBe(true);
  expect(isWorthRepeating(2, busy(5))).toBe(false);
});

test('without a wish of the server: after one second, then two', () => {
  expect([0, 1].map((failures) => repeatAfter_ms(failures, new CallError(0)))).toEqual([1000, 2000]);
});

test('not repeated: what took too long, what has to wait long, what was refused', () => {
  expect(isWorthRepeating(0, busy(5, 'common.took_too_long'))).toBe(false);
  expect(isWorthRepeating(0, new CallError(429, {}, 60))).toBe(false);
  expect(isWorthRepeating(0, new CallError(422))).toBe(false);
  expect(isWorthRepeating(0, new Error('x'))).toBe(false);
});

test('a page is out of date when somebody else changed its record, took its step or ended it', () => {
  const isOld = (code: string) => isOutdated(new CallError(409, { code }));
  expect(
    ['common.stale_version', 'billing.wrong_state', 'leaks.over', 'empty_houses.over'].map(isOld),
  ).toEqual([true, true, true, true]);
  const watched = ['billing.run_state', 'settings.dated_state', 'billing.reversal_decided'];
  expect(watched.map(isOld)).toEqual([true, true, true]);
  expect(['leaks.figures_moved', 'payment_plans.accept_over', 'leaks.overlap'].map(isOld)).toEqual([
    false,
    false,
    false,
  ]);
  expect(isOutdated(new Error('leaks.over'))).toBe(false);
});
