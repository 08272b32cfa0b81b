/** Guesses from a table's titles, in both languages, which column holds what. The person has the last word. */
import { guessColumns, type TitlePattern } from '#shared/imports/guess-columns.ts';
import type { Mapping } from './contract.ts';

type Field = 'meter' | 'register' | 'month' | 'day' | 'remark';
export type Guess = Record<Field, number | null> & Pick<Mapping, 'unit'>;

const TITLES: TitlePattern<Field>[] = [
  ['meter', /meter\s*(no|number|id|serial|#)|^meter$|^serial|মিটার\s*(নং|নম্বর|নাম্বার|আইডি)|^মিটার$/i],
  ['month', /month|period|cycle|মাস/i],
  ['day', /date|read\s*on|^day$|তারিখ|দিন/i],
  [
    'register',
    /current|present|register|reading|index|value|বর্তমান|রিডিং|রেজিস্টার/i,
    // What was read before, and what was used.
    /previous|last|consumption|usage|used|পূর্ব|আগের|ব্যবহার/i,
  ],
  ['remark', /remark|note|comment|মন্তব্য/i],
];
const LITRES = /litre|liter|\(\s*l\s*\)|লিটার/i;

export function guessMapping(titles: readonly string[]): Guess {
  const guess = guessColumns(titles, TITLES);
  const isLitres = guess.register !== null && LITRES.test(titles[guess.register] ?? '');
  return { ...guess, unit: isLitres ? 'litres' : 'm3' };
}

/** Our own files have lines above their titles: the titles are the first row that names meter and register. */
export function titleRow(rows: readonly (readonly string[])[]): number {
  const index = rows.findIndex((row) => {
    const { meter, register } = guessMapping(row);
    return meter !== null && register !== null;
  });
  return Math.max(0, index);
}
