/** Rules of billing that count from a day on, and the limits up to which one person corrects bills alone. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';

export const billingRules = z.object({
  /** Days from the issue of a bill to its due date. */
  dueDays: z.int().min(1).max(180).default(21),
  /** A due date on a day off of the office moves to the next working day (Rajshahi WASA's rule). */
  moveOffDaysOff: z.boolean().default(false),
});
export type BillingRules = z.output<typeof billingRules>;

const notNegative = minorSchema.refine((minor) => minor >= 0, 'common.amount_invalid');

/** The entry `billing` of settings.entries. */
export const billingLimits = z.object({
  /** Null: a bill is never cancelled by one person. */
  cancelAloneUpToMinor: notNegative.nullable().default(null),
  adjustAloneUpToMinor: notNegative.prefault(5_000_00),
  /** A late surcharge is cancelled by one person up to this amount. Null: never. */
  waiveAloneUpToMinor: notNegative.nullable().prefault(500_00),
  /** The issue day of a run is at most so many days before today, or after it within the month. */
  issueDaysBack: z.int().min(0).max(60).default(31),
  issueDaysAhead: z.int().min(0).max(31).default(7),
  /** A bill may be disputed until so many days after its issue; the office decides within so many days. */
  disputeDays: z.int().min(1).max(365).default(20),
  disputeDecideDays: z.int().min(1).max(180).default(15),
});
export type BillingLimits = z.output<typeof billingLimits>;

/** What a category's tariff in force bills. */
export const categoryVat = z.object({
  category: z.string(),
  nameEn: z.string(),
  nameBn: z.string(),
  since: daySchema,
  waterPercent: z.string(),
  fixedPercent: z.string(),
  minimumPercent: z.string(),
  sewerPercent: z.string(),
});
export type CategoryVat = z.output<typeof categoryVat>;
