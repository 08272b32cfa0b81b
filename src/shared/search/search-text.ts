/** What a person means by what they typed into the search: words, a number of a paper, a phone, a plot. Pure. */
import { toLatinDigits } from '../money.ts';
import { NUMBER_KINDS } from '../number-kinds.ts';
import { normalisePhone } from '../phone.ts';

export type NumberKind = keyof typeof NUMBER_KINDS;

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

/** GTIN manner, as platform.check_digit: weights 3, 1 from the right. */
function checkDigit(digits: string): number {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

const COUNTED_DIGITS = 8;

/** Which paper a number is of; null if its check digit says that it is none. */
export function kindOf(number: string): NumberKind | null {
  if (checkDigit(number.slice(0, -1)) !== Number(number.at(-1))) return null;
  const prefix = Number(number.slice(0, -1 - COUNTED_DIGITS));
  const found = Object.entries(NUMBER_KINDS).find(
    ([, kind]) => kind === prefix && number.length === String(kind).length + COUNTED_DIGITS + 1,
  );
  return (found?.[0] as NumberKind | undefined) ?? null;
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
  const digits = /^[+()\d\s-]+$/.test(plain) ? plain.replace(/\D/g, '') : '';
  return {
    plain,
    words: plain.split(' ').filter(Boolean),
    digits: digits || null,
    phone: digits ? (normalisePhone(plain) ?? null) : null,
    place: placeIn(plain),
    kind: digits ? kindOf(digits) : null,
  };
}

/**
 * A whole number of a paper or a phone that was typed in groups, as it is read aloud ("9300 0000 033", "01712-345 678"), in the digits that
 * are stored; any other text as it is, because plots and meter numbers can have spaces and hyphens of their own.
 */
export function joinGroups(text: string): string {
  const { digits, phone, kind } = readSearchText(text);
  return digits && (phone || kind) ? digits : text;
}
