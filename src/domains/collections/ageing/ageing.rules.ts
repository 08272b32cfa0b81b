/** How long what is due has been due, in buckets. */

/** Not due yet; due for 1 to 30 days; for 31 to 90; for longer. */
export const BUCKETS = ['current', 'toThirty', 'toNinety', 'overNinety'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Days since the last day to pay: from, to. */
export const BUCKET_DAYS: Readonly<Record<Bucket, readonly [from: number | null, to: number | null]>> = {
  current: [null, 0],
  toThirty: [1, 30],
  toNinety: [31, 90],
  overNinety: [91, null],
};

/** Poisha: what the list offers as the least sum. */
export const LEAST_SUMS = [500_00, 1_000_00, 5_000_00, 10_000_00, 50_000_00] as const;
/** Months that are overdue, at least. */
export const LEAST_MONTHS = [1, 2, 3, 6, 12] as const;
