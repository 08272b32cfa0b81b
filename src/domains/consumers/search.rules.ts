/** What a search in the register means: one number however it is written, or words that must all be found. */
import { toLatinDigits } from '#shared/money.ts';

export type Search =
  | { kind: 'number'; digits: string }
  /** Each word is looked for as it is written and as it sounds. */
  | { kind: 'words'; words: string[] };

/** Too short for the trigrams of an index inside a word: looked for at the beginnings of words. */
const SHORT = 3;
/** Of one text; more only cost time. */
const MOST_WORDS = 8;

export function readSearch(text: string): Search {
  const clean = toLatinDigits(text.normalize('NFC')).trim();
  // A phone in any form (+880 1711-223344), a consumer's number, an NID with blanks.
  const digits = clean.replace(/[\s()-]/g, '').replace(/^(\+|00)(?=\d)/, '');
  if (digits.length >= SHORT && /^\d+$/.test(digits)) return { kind: 'number', digits };
  return { kind: 'words', words: clean.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS) };
}

/** A name may be heard; signs of any other kind are meant as they are (G36). Zero-width joiners belong to Bengali. */
export function isHeard(word: string): boolean {
  return /^[\p{L}\p{M}\p{Join_Control}.:'-]+$/u.test(word);
}

/** A LIKE pattern that finds the word literally: %, _ and \ lose their meaning (G36). */
export function wordPattern(word: string): string {
  const literal = word.replace(/[\\%_]/g, '\\$&');
  return [...word].length < SHORT && /^[\p{L}\p{M}\p{N}]+$/u.test(word) ? `% ${literal}%` : `%${literal}%`;
}
