/**
 * Money in integer minor units (poisha). A database `bigint` column named `*_minor` arrives as a safe integer;
 * there is no float anywhere. Every multiplication or division states its rounding: half up (away from zero).
 */
import { z } from 'zod';

declare const minorBrand: unique symbol;
/** An amount in poisha: a safe integer, 1 Taka = 100. */
export type Minor = number & { readonly [minorBrand]: true };

export const MINOR_PER_UNIT = 100;

/** Checks and brands an integer number of poisha. Throws on a fraction or beyond 2^53. */
export function minor(value: number): Minor {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer amount: ${value}`);
  return value as Minor;
}

/** Zod schema of an amount in poisha, of any sign. A plain integer with the brand's type: OpenAPI describes it as such. */
export const minorSchema = z.int() as unknown as z.ZodType<Minor, number>;
/** Zod schema of an amount in poisha above zero. */
export const positiveMinorSchema = z.int().positive() as unknown as z.ZodType<Minor, number>;

/**
 * Reads a decimal amount in Taka ("1,234.5", Bengali digits allowed) as poisha.
 * Returns undefined if the text is no amount or has more than two decimals: nothing is rounded silently.
 */
export function parseTaka(text: string): Minor | undefined {
  const latin = joinFigure(text).replace('−', '-');
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(latin);
  if (!match) return undefined;
  const [, sign, whole = '0', fraction = ''] = match;
  const value = Number(whole) * MINOR_PER_UNIT + Number(fraction.padEnd(2, '0'));
  return minor(sign ? -value : value);
}

/** In threes (1,234,567), or by lakh and crore (12,34,567); one sort of separator, and nothing that starts with a nought. */
const IN_GROUPS =
  /^[-−]?(?:[1-9]\d{0,2}([,\s])\d{3}(?:\1\d{3})*|[1-9]\d?([,\s])\d\d(?:\2\d\d)*\2\d{3})(?:\.\d+)?$/;

/**
 * A figure as it was typed, with Latin digits and without the commas or blanks of its groups. If they are at other places, they
 * stay: "12,5" may be meant as 12.5, so it must be read neither as that nor as 125.
 */
export function joinFigure(text: string): string {
  const latin = toLatinDigits(text).trim();
  return IN_GROUPS.test(latin) ? latin.replace(/[,\s]/g, '') : latin;
}

/** Bengali digits to Latin ones; everything else stays. Inputs accept both. */
export function toLatinDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
}
