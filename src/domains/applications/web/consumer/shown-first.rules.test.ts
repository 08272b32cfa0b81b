import { expect, test } from 'vitest';
import { MAX_PAGE_SIZE } from '#shared/paging.ts';
import { ASKED, shownFirst } from './shown-first.rules.ts';

test('five are shown, and the others are counted, also those of further pages', () => {
  const rows = Array.from({ length: 7 }, (_, index) => index);
  expect(shownFirst(rows, 7)).toEqual({ first: [0, 1, 2, 3, 4], more: 2 });
  expect(shownFirst(rows, 250).more).toBe(245);
  expect(shownFirst([1, 2], 2)).toEqual({ first: [1, 2], more: 0 });
});

test('as many are asked for as a list gives at one time', () => {
  expect(ASKED).toBe(MAX_PAGE_SIZE);
});
