/**
 * Figures of surveys and of work that are asked about once, as 7500 m of which 7.500 was meant, or 99 pieces of 9. Forms and server ask
 * the same, by the limits of the settings.
 */
import { z } from 'zod';
import { toLatinDigits } from '#shared/money.ts';
import { isQuantity } from '#shared/quantity.ts';

/** `known`: so much was planned, or taken before: up to that it was asked about already. */
type Line = { unit: string; quantity: string; known?: string | undefined };
type Measured = {
  distanceM: string | null | undefined;
  /** Materials by the metre count as lengths. */
  materials: readonly Line[];
};

export const usualSchema = z.object({ usualDistanceM: z.int(), usualQuantity: z.int() });
export type Usual = z.output<typeof usualSchema>;

/** `index`: the line of the material. */
export type Unusual = { what: 'length'; metres: number } | { what: 'quantity'; index: number };

const figureOf = (text: string): number => {
  const plain = toLatinDigits(text).trim();
  return isQuantity(plain) ? Number(plain) : 0;
};

/** @returns lines beyond what is usual of their unit, the largest figure first, each with what is usual */
export function unusualLines(
  materials: readonly Line[],
  { usualDistanceM, usualQuantity }: Usual,
): { index: number; unit: string; usual: number }[] {
  return materials
    .map(({ unit, quantity, known }, index) => ({
      ...{ unit, index, figure: figureOf(quantity), known: figureOf(known ?? '') },
      usual: unit === 'm' ? usualDistanceM : usualQuantity,
    }))
    .filter(({ figure, known, usual }) => figure > usual && figure > known)
    .sort((a, b) => b.figure - a.figure)
    .map(({ index, unit, usual }) => ({ index, unit, usual }));
}

/** @returns the longest length, in whole metres, and the largest quantity beyond what is usual; nothing if there are none */
export function unusualOf({ distanceM, materials }: Measured, usual: Usual): Unusual[] {
  const lengths = materials.filter(({ unit }) => unit === 'm').map(({ quantity }) => figureOf(quantity));
  const longest = Math.max(figureOf(distanceM ?? ''), ...lengths);
  const largest = unusualLines(materials, usual).find(({ unit }) => unit !== 'm');
  return [
    ...(longest > usual.usualDistanceM ? [{ what: 'length' as const, metres: Math.ceil(longest) }] : []),
    ...(largest ? [{ what: 'quantity' as const, index: largest.index }] : []),
  ];
}
