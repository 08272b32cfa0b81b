import { expect, test } from 'vitest';
import { withLimitWritten } from './problem-text.ts';

const taka = (value: unknown) => `৳${Number(value) / 100}`;

test('a limit is written as the field writes its values; all else is told as it is', () => {
  const small = { code: 'common.too_small', params: { minimum: 1 } };
  expect(withLimitWritten(small, taka)).toEqual({ code: 'common.least', params: { limit: '৳0.01' } });
  expect(withLimitWritten({ code: 'common.too_big', params: { maximum: 500_00 } }, taka)).toEqual({
    code: 'common.most',
    params: { limit: '৳500' },
  });
  expect(withLimitWritten(small, undefined)).toBe(small);
  const short = { code: 'common.too_short', params: { minimum: 6 } };
  expect(withLimitWritten(short, taka)).toBe(short);
});
