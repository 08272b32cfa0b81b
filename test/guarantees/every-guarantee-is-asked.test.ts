import { expect, test } from 'vitest';
import { askedBy, FULL_SIZE, MONEY, namedIn } from './asked-by.ts';

test('each guarantee of money is asked by a test that names it, or at full size', () => {
  const asked = askedBy();
  const atFullSize = new Set(Object.values(FULL_SIZE).flat());
  expect(MONEY.filter((name) => !asked.has(name) && !atFullSize.has(name))).toEqual([]);
});

test.each([
  ['twice at once is one payment (G14)', ['G14']],
  ['the books are the bills (G5, G15)', ['G5', 'G15']],
  ['a note (of G5)', []],
])('%s names %j', (title, names) => expect(namedIn(title)).toEqual(names));
