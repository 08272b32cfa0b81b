import { expect, test } from 'vitest';
import { amountInWords } from './amount-words.ts';

test.each([
  [0, 'zero taka', 'শূন্য টাকা'],
  [5, 'five poisha', 'পাঁচ পয়সা'],
  [100, 'one taka', 'এক টাকা'],
  [960_00, 'nine hundred and sixty taka', 'নয় শত ষাট টাকা'],
  [115_50, 'one hundred and fifteen taka and fifty poisha', 'এক শত পনেরো টাকা পঞ্চাশ পয়সা'],
  [1000_00, 'one thousand taka', 'এক হাজার টাকা'],
  [1001_00, 'one thousand and one taka', 'এক হাজার এক টাকা'],
  [
    1_23_456_00,
    'one lakh twenty-three thousand four hundred and fifty-six taka',
    'এক লাখ তেইশ হাজার চার শত ছাপ্পান্ন টাকা',
  ],
  [1_00_000_00, 'one lakh taka', 'এক লাখ টাকা'],
  [1_00_00_000_00, 'one crore taka', 'এক কোটি টাকা'],
  [
    12_34_56_789_01,
    'twelve crore thirty-four lakh fifty-six thousand seven hundred and eighty-nine taka and one poisha',
    'বারো কোটি চৌত্রিশ লাখ ছাপ্পান্ন হাজার সাত শত ঊননব্বই টাকা এক পয়সা',
  ],
  [2_50_00_00_000_00, 'two hundred and fifty crore taka', 'দুই শত পঞ্চাশ কোটি টাকা'],
])('%i poisha', (minor, en, bn) => {
  expect(amountInWords(minor, 'en')).toBe(`In words: ${en} only`);
  expect(amountInWords(minor, 'bn')).toBe(`কথায়: ${bn} মাত্র`);
});

test('each number below a hundred has a word of its own, in both languages', () => {
  for (const language of ['en', 'bn'] as const) {
    const words = Array.from({ length: 100 }, (_, taka) => amountInWords(taka * 100, language));
    expect(new Set(words).size).toBe(100);
  }
});

// As the count books of the Bangla Academy print them; each stands for its row and column.
test.each([
  [19, 'উনিশ'],
  [29, 'ঊনত্রিশ'],
  [38, 'আটত্রিশ'],
  [47, 'সাতচল্লিশ'],
  [53, 'তিপ্পান্ন'],
  [66, 'ছেষট্টি'],
  [74, 'চুয়াত্তর'],
  [85, 'পঁচাশি'],
  [92, 'বিরানব্বই'],
  [99, 'নিরানব্বই'],
])('%i is %s', (taka, word) => {
  expect(amountInWords(taka * 100, 'bn')).toBe(`কথায়: ${word} টাকা মাত্র`);
});

test('what is no amount is not written', () => {
  for (const minor of [-1, 0.5, Number.NaN, 2 ** 53])
    expect(() => amountInWords(minor, 'bn')).toThrow(RangeError);
});
