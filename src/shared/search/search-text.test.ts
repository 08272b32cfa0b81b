import { expect, test } from 'vitest';
import { joinGroups, kindOf, typedNumber } from './join-groups.ts';
import { readSearchText } from './search-text.ts';

test.each([
  ['S-12 R-5 P-9', { sector: '12', road: '5', plot: '9' }],
  ['s12 r5', { sector: '12', road: '5' }],
  ['Sector: 12, Road: 5, Plot: 9/A', { sector: '12', road: '5', plot: '9/a' }],
  ['সেক্টর ১২ রোড ৫ প্লট ৯', { sector: '12', road: '5', plot: '9' }],
  ['p-9', { plot: '9' }],
  ['r khan', null],
  ['rahima 12', null],
  ['shop 12', null],
])('the place in %s', (text, place) => {
  expect(readSearchText(text).place).toEqual(place);
});

test.each([
  ['01712345678', '01712345678', '+8801712345678'],
  ['+880 1712-345 678', '8801712345678', '+8801712345678'],
  ['০১৭১২৩৪৫৬৭৮', '01712345678', '+8801712345678'],
  ['1712345678', '1712345678', '+8801712345678'],
  ['01712', '01712', null],
  ['rahima', null, null],
])('a phone in any form: %s', (text, digits, phone) => {
  expect(readSearchText(text)).toMatchObject({ digits, phone });
});

test('a whole number with its check digit says which paper it is of', () => {
  // select platform.human_number(kind, 42): 2, 5 and 91.
  expect(kindOf('2000000424')).toBe('consumer');
  expect(kindOf('5000000425')).toBe('invoice');
  expect(kindOf('2000000425')).toBeNull();
  expect(kindOf('20000004')).toBeNull();
  expect(readSearchText('৫০০০ ০০০৪ ২৫').kind).toBe('invoice');
});

test.each([
  ['2000 0004 24', '2000000424'],
  ['২০০০-০০০৪-২৪', '2000000424'],
  ['01712-345 678', '01712345678'],
  ['+880 1712 345678', '8801712345678'],
  // Another check digit: it may be a meter's number, which is written with what is in it.
  ['2000 0004 25', '2000 0004 25'],
  ['12 - 34', '12 - 34'],
  ['Rahima 12', 'Rahima 12'],
  ['', ''],
])('groups of one number are joined, and nothing else: %s', (text, joined) => {
  expect(joinGroups(text)).toBe(joined);
});

test.each([
  [' ২০০০ ০০০৪ ২৪ ', '2000000424'],
  ['৩৯৯৯', '3999'],
])('the number of a record, typed as %s, is looked for as %s', (text, number) => {
  expect(typedNumber(text)).toBe(number);
});
