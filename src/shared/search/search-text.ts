/** What a person means by what they typed into the search: words, a number of a paper, a phone, a plot. Pure. */
import { toLatinDigits } from '../money.ts';
import { normalisePhone } from '../phone.ts';
import { digitsOf, kindOf, type NumberKind } from './join-groups.ts';

export type Place = { sector?: string; road?: string; plot?: string };

export type SearchText = {
  /** Lower case, Latin digits, NFC. */
  plain: string;
  words: string[];
  /** The digits alone, if nothing but a number was typed, in any form: "01712-345 678". */
  digits: string | null;
  /** The stored form of a whole phone number. */
  phone: string | null;
  place: Place | null;
  /** The paper that a whole number with its right check digit belongs to. */
  kind: NumberKind | null;
};

/** Fewer letters name too much: only the menu is searched. */
const SHORTEST = 2;

const PLACE_WORDS: Record<keyof Place, string> = {
  sector: 's|sec|sector|সেক্টর',
  road: 'r|road|রোড|রাস্তা',
  plot: 'p|plot|প্লট',
};

/** "S-12 R-5 P-9", "sector 12, road 5", "প্লট ৯/ক"; a single letter counts only before a digit. */
function placeIn(plain: string): Place | null {
  const place: Place = {};
  for (const [part, names] of Object.entries(PLACE_WORDS) as [keyof Place, string][]) {
    const found = new RegExp(`(?:^|[\\s,;])(?:${names})[\\s:#.-]*(\\d[^\\s,;]*)`, 'u').exec(plain)?.[1];
    if (found) place[part] = found;
  }
  return Object.keys(place).length > 0 ? place : null;
}

/** So many digits of a number are enough to look for those that begin so. */
export const FEWEST_DIGITS = 4;

/** Records are not looked for yet. */
export const isTooShort = ({ plain }: SearchText): boolean => [...plain].length < SHORTEST;

/** More of it would find more: one letter, or the few digits of a number that only sectors and roads have. */
export const isWorthMore = (text: SearchText): boolean =>
  isTooShort(text) || (text.digits !== null && text.digits.length < FEWEST_DIGITS);

export function readSearchText(text: string): SearchText {
  const plain = toLatinDigits(text.normalize('NFC')).toLowerCase().trim().replace(/\s+/g, ' ');
  const digits = digitsOf(plain);
  return {
    plain,
    words: plain.split(' ').filter(Boolean),
    digits: digits || null,
    phone: digits ? (normalisePhone(plain) ?? null) : null,
    place: placeIn(plain),
    kind: digits ? kindOf(digits) : null,
  };
}
