import { expect, test } from 'vitest';
import type { Minor } from '#shared/money.ts';
import { itemsOnDay } from './money-of-day.ts';

const item = (number: string, dueOn: string, openMinor: number) => ({
  ...{ number, period: '2026-08-01', dueOn, overdue: true, openMinor: openMinor as Minor },
});
const taken = { ...item('1', '2026-09-20', 300), takenOn: '2026-11-10' };
const payable = {
  items: [item('1', '2026-09-20', 50), item('2', '2026-11-20', 200)],
  taker: { items: [taken] },
};
const sums = (paidOn: string | undefined) =>
  itemsOnDay(payable, paidOn).items.map(({ number, openMinor }) => [number, openMinor]);

test.each([
  ['the day of the change', '2026-11-10', 50],
  ['a day after it', '2026-11-11', 50],
  ['no day yet', undefined, 50],
  ['the day before it', '2026-11-09', 350],
])('money of %s pays of the first bill', (_, paidOn, ofFirst) => {
  expect(sums(paidOn)).toEqual([
    ['1', ofFirst],
    ['2', 200],
  ]);
  expect(itemsOnDay(payable, paidOn).takenLater.length).toBe(ofFirst === 350 ? 1 : 0);
});

test('without a new owner it pays what is open', () => {
  expect(itemsOnDay({ items: payable.items, taker: null }, '2026-01-01').items).toEqual(payable.items);
});
