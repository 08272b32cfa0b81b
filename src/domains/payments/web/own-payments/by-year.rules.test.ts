import { expect, test } from 'vitest';
import { byYear, dayOfPayment } from './by-year.rules.ts';

const DHAKA = 'Asia/Dhaka';
const payment = (paidOn: string | null, createdAt: string) => ({ paidOn, createdAt });

test('one heading a year, the newest first, and within it the newest day first', () => {
  const may = payment('2026-05-12', '2026-05-12T04:00:00Z');
  const lateInMay = payment('2026-05-12', '2026-05-12T09:00:00Z');
  const june = payment('2026-06-01', '2026-06-01T04:00:00Z');
  const old = payment('2024-01-02', '2024-01-02T04:00:00Z');
  expect(byYear([may, old, june, lateInMay], DHAKA)).toEqual([
    { year: '2026', payments: [june, lateInMay, may] },
    { year: '2024', payments: [old] },
  ]);
});

test('money that was dated back is in the year in which it was paid', () => {
  const datedBack = payment('2025-12-30', '2026-01-02T04:00:00Z');
  expect(byYear([datedBack], DHAKA).map(({ year }) => year)).toEqual(['2025']);
});

test('a payment that never came has the day on which it was started, by the clock of the utility', () => {
  const newYear = payment(null, '2025-12-31T19:00:00Z');
  expect(dayOfPayment(newYear, DHAKA)).toBe('2026-01-01');
  expect(byYear([newYear], DHAKA).map(({ year }) => year)).toEqual(['2026']);
});
