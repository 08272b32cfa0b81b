import { expect, test } from 'vitest';
import { keepFigures } from './keep-figures.ts';
import { parseDay, parseVolume, parseWhole } from './parse.ts';

test('days in the ways people write them, day before month', () => {
  for (const text of [
    '12 May 2026',
    '12-05-2026',
    '12/5/2026',
    '2026-05-12',
    '১২ মে ২০২৬',
    '১২/০৫/২০২৬',
    '12 may, 2026',
    '12052026',
    ' ১২০৫২০২৬ ',
  ]) {
    expect(parseDay(text), text).toBe('2026-05-12');
  }
  for (const text of ['31-02-2026', '12 Foo 2026', '12 May', '', '1/1/26', '31022026', '19900315', '1205202'])
    expect(parseDay(text), text).toBeUndefined();
});

/** The same figure in Bengali digits. */
const inBengali = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));

test.each([
  ['12.5', 12_500],
  ['1,234.001', 1_234_001],
  ['8,46,000', 846_000_000],
  ['846,000', 846_000_000],
  ['12,34,567.5', 1_234_567_500],
  ['1 234', 1_234_000],
  // A comma at the place of a decimal point, or at no place of a group.
  ...[
    '12,5',
    '1234,5',
    '0,5',
    '0,500',
    '1,2345',
    '1,23',
    '1.234,5',
    '12,345,67',
    '1,234 567',
    '12 5',
    '12,',
  ].map((text) => [text, undefined] as const),
  ['1.2345', undefined],
  ['-1', undefined],
])('cubic metres to litres, nothing finer: %s', (text, litres) => {
  expect(parseVolume(text)).toBe(litres);
  expect(parseVolume(inBengali(text))).toBe(litres);
});

test.each([
  ['12,345', 12_345],
  ['1,23,45,678', 12_345_678],
  ['12,34', undefined],
  ['12,3', undefined],
  ['1e3', undefined],
])('whole numbers: %s', (text, value) => {
  expect(parseWhole(text)).toBe(value);
  expect(parseWhole(inBengali(text))).toBe(value);
});

test('minus, plus and e do not get in (spec §5), and what is around a figure is left out', () => {
  const kept = (text: string, decimals = true) => keepFigures(text, decimals, '7').text;
  expect(kept('e1')).toBe('1');
  // Without the e it would be another figure.
  expect(kept('1e+2.5')).toBe('7');
  expect(kept('১e৫')).toBe('7');
  for (const key of ['e', 'm', 'ক', '%'])
    expect(keepFigures(`1${key}500`, true, '1500').text, key).toBe('1500');
  expect(keepFigures('1500m', true, '1500').text).toBe('1500');
  expect(kept('2 m3')).toBe('2');
  expect(kept('৳ 1,250')).toBe('1,250');
  expect(kept('৳500/-')).toBe('500');
  expect(kept('১২.৫ ঘনমিটার ৩')).toBe('১২.৫');
  // While it is typed.
  expect(kept('12.')).toBe('12.');
  expect(kept('1 ')).toBe('1 ');
  expect(kept('')).toBe('');
});

test('a text that would become another figure is not taken, and a sign and a point say why', () => {
  for (const text of ['12/5', '12-5', "12'5", '12:5'])
    expect(keepFigures(text, true, '7').text, text).toBe('7');
  // The blank of two figures gets in, and is no figure.
  expect(parseVolume(keepFigures('12 5', true, '').text)).toBeUndefined();
  for (const text of ['-5', '-৫', '−5', '+5', '৳-5', '-'])
    expect(keepFigures(text, true, '7'), text).toEqual({ text: '7', problem: 'common.sign_blocked' });
  expect(keepFigures('১২.৫', false, '')).toEqual({ text: '', problem: 'common.whole_number' });
});
