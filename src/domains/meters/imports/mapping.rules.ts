/** Guesses from a table's titles, in both languages, which column holds what. The person has the last word. */
import type { Mapping } from './contract.ts';

type Field = 'meter' | 'register' | 'month' | 'day' | 'remark';
export type Guess = Record<Field, number | null> & Pick<Mapping, 'unit'>;

/** The first pattern that a title agrees with names its column; earlier fields choose first. */
const TITLES: [Field, RegExp][] = [
  ['meter', /meter\s*(no|number|id|serial|#)|^meter$|^serial|মিটার\s*(নং|নম্বর|নাম্বার|আইডি)|^মিটার$/i],
  ['month', /month|period|cycle|মাস/i],
  ['day', /date|read\s*on|^day$|তারিখ|দিন/i],
  ['register', /current|present|register|reading|index|value|বর্তমান|রিডিং|রেজিস্টার/i],
  ['remark', /remark|note|comment|মন্তব্য/i],
];
/** Titles that look like the register but are not: what was read before, and what was used. */
const NOT_REGISTER = /previous|last|consumption|usage|used|পূর্ব|আগের|ব্যবহার/i;
const LITRES = /litre|liter|\(\s*l\s*\)|লিটার/i;

export function guessMapping(titles: readonly string[]): Guess {
  const guess: Guess = { meter: null, register: null, month: null, day: null, remark: null, unit: 'm3' };
  const taken = new Set<number>();
  for (const [field, pattern] of TITLES) {
    const index = titles.findIndex(
      (title, at) =>
        !taken.has(at) && pattern.test(title.trim()) && !(field === 'register' && NOT_REGISTER.test(title)),
    );
    if (index === -1) continue;
    guess[field] = index;
    taken.add(index);
  }
  if (guess.register !== null && LITRES.test(titles[guess.register] ?? '')) guess.unit = 'litres';
  return guess;
}

/** Our own files carry lines above their titles: the titles are the first row that names meter and register. */
export function titleRow(rows: readonly (readonly string[])[]): number {
  const index = rows.findIndex((row) => {
    const { meter, register } = guessMapping(row);
    return meter !== null && register !== null;
  });
  return Math.max(0, index);
}
