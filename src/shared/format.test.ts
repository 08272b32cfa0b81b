import { describe, expect, test } from 'vitest';
import { formats } from './format.ts';

const en = formats({ language: 'en', bengaliDigits: true }, 'Asia/Dhaka');
const bn = formats({ language: 'bn', bengaliDigits: true }, 'Asia/Dhaka');
const latin = formats({ language: 'bn', bengaliDigits: false }, 'Asia/Dhaka');

describe('money', () => {
  test.each([
    [0, '৳0'],
    [5, '৳0.05'],
    [100_000, '৳1,000'],
    [123_456_750, '৳12,34,567.50'],
    [-123_400, '−৳1,234'],
    [9_007_199_254_740_991, '৳9,00,71,99,25,47,409.91'],
  ])('%d poisha is %s', (minor, text) => expect(en.money(minor)).toBe(text));
  test('Bengali digits, and Latin ones if the setting says so', () => {
    expect(bn.money(123_456_750)).toBe('৳১২,৩৪,৫৬৭.৫০');
    expect(latin.money(123_456_750)).toBe('৳12,34,567.50');
  });
});

test('cubic metres: two decimals when fractional, a third only for single litres', () => {
  expect(en.cubicMetres(12_000)).toBe('12');
  expect(en.cubicMetres(12_500)).toBe('12.50');
  expect(en.cubicMetres(12_345)).toBe('12.345');
});

test('a mobile number as everybody dials it; a help line as it was written', () => {
  expect(en.phone('+8801712345678')).toBe('01712-345678');
  expect(bn.phone('+8801712345678')).toBe('০১৭১২-৩৪৫৬৭৮');
  expect(latin.phone('+8801712345678')).toBe('01712-345678');
  expect(bn.phone('1712345678')).toBe('০১৭১২-৩৪৫৬৭৮');
  expect(bn.phone('16162')).toBe('১৬১৬২');
});

test('numbers', () => {
  expect(en.number(1_234_567)).toBe('12,34,567');
  expect(en.number(-1234.5)).toBe('−1,234.50');
  expect(bn.number(100)).toBe('১০০');
});

test('a kept value: a number that is alone has the reader’s digits, what was written stays', () => {
  for (const [text, written] of [
    ['3000000049', '৩০০০০০০০৪৯'],
    ['+8801711000001', '+৮৮০১৭১১০০০০০১'],
    ['12,345.50', '১২,৩৪৫.৫০'],
    ['192.168.0.12', '192.168.0.12'],
    ['2001:db8::1', '2001:db8::1'],
    ['House 5, Road 3', 'House 5, Road 3'],
    ['rahim71@example.com', 'rahim71@example.com'],
    ['', ''],
  ] as const)
    expect(bn.numberOrText(text)).toBe(written);
  expect(en.numberOrText('12')).toBe('12');
});

test('days, months, instants in the utility’s time zone', () => {
  expect(en.day('2026-05-02')).toBe('02 May 2026');
  expect(bn.day('2026-11-02')).toBe('২ নভেম্বর ২০২৬');
  expect(bn.shortDay('2026-11-02')).toBe('০২ নভে ২০২৬');
  expect(en.shortDay('2026-11-02')).toBe('02 Nov 2026');
  expect(en.month('2026-05-01')).toBe('May 2026');
  expect(en.instant('2026-05-11T18:30:00Z')).toBe('12 May 2026, 12:30 AM');
  expect(en.time('2026-05-11T06:05:00Z')).toBe('12:05 PM');
  // Bengali names the part of the day, and has no AM or PM. The zone of these is six hours ahead.
  for (const [utc, text] of [
    ['19:59', 'রাত ১:৫৯'],
    ['21:59', 'রাত ৩:৫৯'],
    ['22:00', 'ভোর ৪:০০'],
    ['00:00', 'সকাল ৬:০০'],
    ['06:02', 'দুপুর ১২:০২'],
    ['09:00', 'বিকাল ৩:০০'],
    ['12:00', 'সন্ধ্যা ৬:০০'],
    ['14:00', 'রাত ৮:০০'],
  ] as const)
    expect(bn.time(`2026-05-11T${utc}:00Z`)).toBe(text);
  expect(bn.instant('2026-05-11T02:12:00Z')).toBe('১১ মে ২০২৬, সকাল ৮:১২');
  expect(en.shortInstant('2026-05-11T18:30:00Z')).toBe('12 May 2026, 12:30 AM');
  expect(bn.instant('2026-11-22T02:12:00Z')).toBe('২২ নভেম্বর ২০২৬, সকাল ৮:১২');
  expect(bn.shortInstant('2026-11-22T02:12:00Z')).toBe('২২ নভে ২০২৬, সকাল ৮:১২');
  expect(en.day('nonsense')).toBe('nonsense');
  expect(en.day('2026-05-02T19:30:00.000Z')).toBe('03 May 2026');
});

test('in Bengali each hour has a word for its part of the day', () => {
  // The utility of these tests is six hours ahead of UTC.
  const at = (hour: number) =>
    bn.time(new Date(Date.UTC(2026, 10, 22, hour - 6, 5)).toISOString()).replace(/ \S+$/, '');
  expect([0, 3, 4, 5, 6, 11, 12, 14, 15, 17, 18, 19, 20, 23].map(at)).toEqual(
    'রাত রাত ভোর ভোর সকাল সকাল দুপুর দুপুর বিকাল বিকাল সন্ধ্যা সন্ধ্যা রাত রাত'.split(' '),
  );
  expect(bn.time('2026-11-22T18:05:00Z')).toBe('রাত ১২:০৫');
});

test('file sizes: KB below 1 MB, above that MB, two decimals (spec §9)', () => {
  expect(en.fileSize(1_048_575)).toBe('1024.00 KB');
  expect(en.fileSize(1_048_576)).toBe('1.00 MB');
  expect(bn.fileSize(2048)).toBe('২.০০ কেবি');
});
