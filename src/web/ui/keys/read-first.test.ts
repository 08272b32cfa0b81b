import { expect, test } from 'vitest';
import { isTooSoon } from './read-first.ts';

const enter = { key: 'Enter', repeat: false, isInField: true };

test.each([0, 50, 350, 800, 999])(
  'an Enter after %i ms answers nothing, because nobody has read it',
  (ms) => {
    expect(isTooSoon(enter, ms, 'in a field')).toBe(true);
    expect(isTooSoon({ ...enter, isInField: false }, ms, 'on a button')).toBe(true);
  },
);

test('an Enter after that is meant, unless the key is held', () => {
  for (const begins of ['in a field', 'on a button'] as const) {
    expect(isTooSoon(enter, 1000, begins)).toBe(false);
    expect(isTooSoon({ ...enter, repeat: true }, 60_000, begins)).toBe(true);
  }
});

test('other keys are taken at once, and so is an Enter on a button of a form', () => {
  expect(isTooSoon({ ...enter, key: '5' }, 0, 'in a field')).toBe(false);
  expect(isTooSoon({ ...enter, isInField: false }, 0, 'in a field')).toBe(false);
});
