import { expect, test } from 'vitest';
import { outsideOf } from './is-day.ts';

test('a day outside of its limits says which one; both limits may be chosen', () => {
  const limits = { earliest: '2026-08-01', latest: '2026-11-30' };
  expect(outsideOf('2062-09-12', limits)).toEqual({
    code: 'common.day_too_late',
    params: { last: '2026-11-30' },
  });
  expect(outsideOf('2026-07-31', limits)).toEqual({
    code: 'common.day_too_early',
    params: { first: '2026-08-01' },
  });
  for (const value of ['2026-08-01', '2026-11-30', '12 Foo', '', undefined])
    expect(outsideOf(value, limits), String(value)).toBeUndefined();
  expect(outsideOf('2062-09-12', { earliest: '2026-08-01' })).toBeUndefined();
  expect(outsideOf('2062-09-12', {})).toBeUndefined();
});
