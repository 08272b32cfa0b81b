/** Figures of a survey that are asked about once, as 7500 m of which 7.500 was meant, or 99 pieces of 9. Form and server ask the same. */
import { toLatinDigits } from '#shared/money.ts';
import { isQuantity } from '#shared/quantity.ts';

type Measured = {
  distanceM: string | null | undefined;
  /** Materials by the metre count as lengths. */
  materials: readonly { unit: string; quantity: string }[];
};
type Usual = { usualDistanceM: number; usualQuantity: number };

/** `index`: the line of the material. */
export type Unusual = { what: 'length'; metres: number } | { what: 'quantity'; index: number };

const figureOf = (text: string): number => {
  const plain = toLatinDigits(text).trim();
  return isQuantity(plain) ? Number(plain) : 0;
};

/** @returns the longest length, in whole metres, and the largest quantity beyond what is usual; nothing if there are none */
export function unusualOf({ distanceM, materials }: Measured, usual: Usual): Unusual[] {
  const lines = materials.map(({ unit, quantity }, index) => ({ unit, index, figure: figureOf(quantity) }));
  const lengths = lines.filter(({ unit }) => unit === 'm').map(({ figure }) => figure);
  const longest = Math.max(figureOf(distanceM ?? ''), ...lengths);
  const largest = lines
    .filter(({ unit, figure }) => unit !== 'm' && figure > usual.usualQuantity)
    .sort((a, b) => b.figure - a.figure)[0];
  return [
    ...(longest > usual.usualDistanceM ? [{ what: 'length' as const, metres: Math.ceil(longest) }] : []),
    ...(largest ? [{ what: 'quantity' as const, index: largest.index }] : []),
  ];
}
