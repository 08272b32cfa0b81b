/** What a year of bills would have been by a version of the tariff. */
import { z } from 'zod';
import { monthSchema } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';

/** Bills of so many months are calculated again. */
export const SIMULATED_MONTHS = 12;
/** Connections that are named. */
export const NAMED = 20;

/** Change of a connection's year in percent of what it was billed: at least `from`, less than `to`; null has no end. Exactly 0 is a band of its own. */
export const CHANGE_BANDS = [
  [null, -20],
  [-20, -10],
  [-10, -5],
  [-5, 0],
  [0, 0],
  [0, 5],
  [5, 10],
  [10, 20],
  [20, 50],
  [50, null],
] as const satisfies readonly (readonly [number | null, number | null])[];

/** Mean use of a month in m³: from, and less than the next one. */
export const USE_BANDS = [0, 5, 10, 20, 30, 50, 100] as const;

const sums = {
  connections: z.int(),
  beforeMinor: minorSchema,
  afterMinor: minorSchema,
};

export const simulationResult = z.object({
  /** Months of the first and the last bill. */
  from: monthSchema,
  to: monthSchema,
  bills: z.int(),
  /** Bills that the version cannot price, such as those without a day: left out on both sides. */
  leftOut: z.int(),
  ...sums,
  /** Connections whose year is dearer, and by how much in all; the same for those that pay less. */
  more: z.int(),
  moreMinor: minorSchema,
  less: z.int(),
  lessMinor: minorSchema,
  /** Of a month, over all connections: the one in the middle. */
  medianBeforeMinor: minorSchema,
  medianAfterMinor: minorSchema,
  /** By their place in CHANGE_BANDS. */
  changes: z.array(z.object({ band: z.int(), ...sums })),
  /** By their place in USE_BANDS. */
  uses: z.array(z.object({ band: z.int(), ...sums, more: z.int(), less: z.int() })),
  /** The connections that would pay most in addition, the largest first. */
  most: z.array(
    z.object({
      connectionId: z.uuid(),
      connectionNumber: z.string(),
      months: z.int(),
      usageLitres: z.int(),
      beforeMinor: minorSchema,
      afterMinor: minorSchema,
    }),
  ),
});
export type SimulationResult = z.output<typeof simulationResult>;
