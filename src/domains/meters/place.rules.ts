/** Reads a place as people write it: "Sector 12 plot 9", "S-12 R-5 P-9", "সেক্টর ১২, রোড ৫, প্লট ৯". */
import { toLatinDigits } from '#shared/money.ts';

export type Place = { sector?: string; road?: string; plot?: string };

const WORDS: Record<string, keyof Place> = {
  ...{ sector: 'sector', sec: 'sector', s: 'sector', সেক্টর: 'sector', সে: 'sector' },
  ...{ road: 'road', rd: 'road', r: 'road', রোড: 'road', সড়ক: 'road', রাস্তা: 'road' },
  ...{ plot: 'plot', p: 'plot', প্লট: 'plot' },
};
/** A word, its number, and what may be between and after them. */
const PART = /^\s*([\p{L}\p{M}]+)\s*(?:no\.?|নং|[-:#.])?\s*(\d[\d/]*[a-z]?)\s*[,;/]?/iu;

/** Undefined if the text is not wholly a place. */
export function readPlace(text: string): Place | undefined {
  const place: Place = {};
  let rest = toLatinDigits(text.normalize('NFC')).toLowerCase().trim();
  while (rest) {
    const [all, word = '', number = ''] = PART.exec(rest) ?? [];
    const part = WORDS[word.normalize('NFC')];
    if (!all || !part || place[part]) return undefined;
    place[part] = number;
    rest = rest.slice(all.length);
  }
  return place.sector || place.road || place.plot ? place : undefined;
}
