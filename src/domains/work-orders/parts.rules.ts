/**
 * What work takes again after it was opened again: each piece that it took before keeps the rate of then, in their order, and what is added
 * has the rate of today. The server's statement does the same (`steps/actions/write-materials.ts`).
 */
import { toLatinDigits } from '#shared/money.ts';
import { isQuantity } from '#shared/quantity.ts';

/** So much of a material at one rate. */
export type Part = { quantity: string; rateMinor: number };

const THOUSANDTHS = 1000;
const inThousandths = (quantity: string): number =>
  Math.round(Number(toLatinDigits(quantity).trim()) * THOUSANDTHS);
const asText = (thousandths: number): string => String(thousandths / THOUSANDTHS);

export const sumOfQuantities = (parts: readonly Pick<Part, 'quantity'>[]): string =>
  asText(parts.reduce((sum, { quantity }) => sum + inThousandths(quantity), 0));

/**
 * @param typed in digits of either language @param todayMinor null: the material has no rate today, or is not in use any more
 * @returns null for what is no quantity, or has no rate
 */
export function partsByRate(typed: string, taken: readonly Part[], todayMinor: number | null): Part[] | null {
  if (!isQuantity(typed)) return null;
  let left = inThousandths(typed);
  const parts = new Map<number, number>();
  const take = (rateMinor: number, most: number) => {
    const share = Math.min(left, most);
    if (share > 0) parts.set(rateMinor, (parts.get(rateMinor) ?? 0) + share);
    left -= share;
  };
  for (const { quantity, rateMinor } of taken) take(rateMinor, inThousandths(quantity));
  if (left > 0 && todayMinor === null) return null;
  take(todayMinor ?? 0, left);
  return [...parts].map(([rateMinor, share]) => ({ rateMinor, quantity: asText(share) }));
}
