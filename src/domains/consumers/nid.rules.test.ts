import { expect, test } from 'vitest';
import { disagreesWithBirth } from './nid.rules.ts';

test.each([
  ['19801234567890123', '1980-02-03', false],
  ['১৯৮১ ১২৩৪৫৬৭৮৯০১২৩', '1980-02-03', true],
  ['1234567890', '1980-02-03', false],
  ['19811234567890123', '', false],
  [null, null, false],
])('%s and a birthday on %s: %s', (nid, birth, expected) => {
  expect(disagreesWithBirth(nid, birth)).toBe(expected);
});
