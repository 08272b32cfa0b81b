/** Lengths of a survey that are asked about once, as 7500 m of which 7.500 was meant. Form and server ask the same. */
import { toLatinDigits } from '#shared/money.ts';
import { isQuantity } from '#shared/quantity.ts';

type Lengths = {
  distanceM: string | null | undefined;
  /** Materials by the metre count as lengths; others do not. */
  materials: readonly { unit: string; quantity: string }[];
};

/** @returns the longest one that is beyond what is usual, in whole metres; null if none is */
export function unusualLength({ distanceM, materials }: Lengths, usualM: number): number | null {
  const written = [
    distanceM ?? '',
    ...materials.filter(({ unit }) => unit === 'm').map(({ quantity }) => quantity),
  ];
  const lengths = written
    .map((text) => toLatinDigits(text).trim())
    .filter(isQuantity)
    .map(Number);
  const longest = Math.max(0, ...lengths);
  return longest > usualM ? Math.ceil(longest) : null;
}
