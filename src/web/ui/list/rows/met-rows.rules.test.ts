import { expect, test } from 'vitest';
import { differs, type Met, meetRows } from './met-rows.rules.ts';

type Row = { id: string; version: number; state: 'WAITING' | 'DONE'; amount: number };

const row = (id: string, more: Partial<Row> = {}): Row => ({
  ...{ id, version: 1, state: 'WAITING', amount: 100 },
  ...more,
});
const opened = (...rows: Row[]): Met<Row> => ({ rows, changed: [], gone: [] });
const ways = (shown: readonly Row[], isOutdated = true) => ({
  idOf: ({ id }: Row) => id,
  fits: ({ state }: Row) => state === 'WAITING',
  fields: ['amount'],
  wasShown: new Set(shown.map(({ id }) => id)),
  isOutdated,
});

test('another version is shown beside the one that the person saw, and is the one that is sent next', () => {
  const [a, newer] = [row('a'), row('a', { version: 2, amount: 250 })];
  expect(meetRows(opened(a), [newer, row('b')], ways([a]))).toEqual({
    ...{ rows: [newer], changed: [{ before: a, now: newer }], gone: [] },
  });
});

test('a row that was decided, and one that the list does not show any more, are over for the dialog', () => {
  const [a, b, c] = [row('a'), row('b'), row('c')];
  const decided = row('a', { version: 2, state: 'DONE' });
  expect(meetRows(opened(a, b, c), [decided, c], ways([a, b, c]))).toEqual({
    rows: [c],
    changed: [],
    gone: [
      { before: a, now: decided },
      { before: b, now: undefined },
    ],
  });
  expect(meetRows(opened(a), [], ways([a])).rows).toEqual([]);
});

test('what was told stays if nothing is new', () => {
  const [a, newer] = [row('a'), row('a', { version: 2 })];
  const told = meetRows(opened(a), [newer], ways([a]));
  expect(meetRows(told, [newer], ways([a], false))).toEqual(told);
  expect(meetRows(opened(a), [row('a')], ways([a], false))).toEqual(opened(a));
});

test('rows of other pages stay, unless the refusal can only be about them', () => {
  const [a, far] = [row('a'), row('far')];
  expect(meetRows(opened(a, far), [a], ways([a], false))).toEqual(opened(a, far));
  const newer = row('a', { version: 2 });
  expect(meetRows(opened(a, far), [newer], ways([a])).rows).toEqual([newer, far]);
  expect(meetRows(opened(a, far), [a], ways([a]))).toEqual({
    ...{ rows: [a], changed: [], gone: [{ before: far, now: undefined }] },
  });
});

test('a row is another one by its version or by what the list shows of it, not by what is new in each answer', () => {
  const fields = ['amount'];
  expect(differs({ version: 1 }, { version: 2 }, fields)).toBe(true);
  expect(differs({ amount: 1 }, { amount: 2 }, fields)).toBe(true);
  expect(differs({ amount: 1, link: 'a' }, { amount: 1, link: 'b' }, fields)).toBe(false);
});
