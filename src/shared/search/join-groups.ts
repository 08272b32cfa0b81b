/** Numbers of papers and phones as people type them: whole, or in groups as they are read aloud. Pure. */
import { toLatinDigits } from '../money.ts';
import { NUMBER_KINDS } from '../number-kinds.ts';
import { normalisePhone } from '../phone.ts';

export type NumberKind = keyof typeof NUMBER_KINDS;

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

/** The digits alone, if nothing but a number was typed, in any form; else empty. @param plain with Latin digits */
export const digitsOf = (plain: string): string =>
  /^[+()\d\s-]+$/.test(plain) ? plain.replace(/\D/g, '') : '';

/**
 * A whole number of a paper or a phone that was typed in groups ("9300 0000 033", "01712-345 678"), in the digits that are stored; any
 * other text as it is, because plots and meter numbers can have spaces and hyphens of their own.
 */
export function joinGroups(text: string): string {
  const plain = toLatinDigits(text).trim();
  const digits = digitsOf(plain);
  return digits && (normalisePhone(plain) || kindOf(digits)) ? digits : text;
}

/** The number of one record as somebody typed it, in Latin digits and without the blanks of its groups. */
export const typedNumber = (text: string): string => toLatinDigits(joinGroups(text)).trim();
