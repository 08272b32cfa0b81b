/** Closing the cashier's day: the notes and coins of Bangladesh, and what they come to. */

/** Values in poisha, largest first. */
export const DENOMINATIONS = [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100] as const;

/** Pieces by value; a value that is left out was not there. */
export type Pieces = Partial<Record<string, number | undefined>>;

/** What the counted pieces come to, in poisha. */
export function sumOf(pieces: Pieces): number {
  return DENOMINATIONS.reduce((sum, value) => sum + value * (pieces[String(value)] ?? 0), 0);
}
