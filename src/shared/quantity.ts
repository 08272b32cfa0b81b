/** Quantities of materials and what they cost: the browser shows it while it is typed, the server keeps it. */
import { toLatinDigits } from './money.ts';

const QUANTITY = /^\d{1,8}(\.\d{1,3})?$/;
const THOUSANDTHS = 1000n;
const DECIMALS = 3;

/** @param text as it was typed, in digits of either language: at most 8 digits and 3 decimals */
export const isQuantity = (text: string): boolean => QUANTITY.test(toLatinDigits(text).trim());

/** Units of things that nobody divides. */
const WHOLE_UNITS = ['pcs', 'set', 'bag'];
export const isWholeUnit = (unit: string): boolean => WHOLE_UNITS.includes(unit);

/** @param quantity as typed @returns whether it is a part of a piece, as 1.5 pcs */
export const isPartOfPiece = (unit: string, quantity: string): boolean =>
  isWholeUnit(unit) && isQuantity(quantity) && !Number.isInteger(Number(toLatinDigits(quantity).trim()));

/**
 * Quantity times rate, half up to the poisha, as the database's `round` of a numeric does it.
 * @param quantity as typed @param rateMinor poisha for one unit
 * @returns poisha; null for what is no quantity
 */
export function lineAmount(quantity: string, rateMinor: number): number | null {
  if (!isQuantity(quantity)) return null;
  const [whole = '', decimals = ''] = toLatinDigits(quantity).trim().split('.');
  const inThousandths = BigInt(whole + decimals.padEnd(DECIMALS, '0'));
  return Number((inThousandths * BigInt(rateMinor) + THOUSANDTHS / 2n) / THOUSANDTHS);
}
