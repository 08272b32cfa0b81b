/** What is charged for paying late, by the day on which a bill was issued. */
import { z } from 'zod';
import { minorSchema } from '#shared/money.ts';
import { percent } from '../settings/vat.rules.ts';

export const ONCE_MODES = ['none', 'percent', 'flat'] as const;
export const MONTHLY_MODES = ['none', 'simple', 'compound'] as const;
/** The bill less its credit notes; what is unpaid of it; that and its unpaid surcharges. */
export const BASES = ['original', 'unpaid', 'unpaid_with_surcharge'] as const;
export const ROUNDINGS = ['poisha', 'taka'] as const;

const days = z.int().min(0).max(365);
const flat = minorSchema.refine((minor) => minor >= 0 && minor <= 1_000_000_00, 'common.amount_invalid');

export const surchargeRules = z.object({
  onceMode: z.enum(ONCE_MODES).default('none'),
  oncePercent: percent.default('0'),
  /** Never more than the basis. */
  onceFlatMinor: flat.prefault(0),
  onceBasis: z.enum(BASES).default('unpaid'),
  /** Whole days after the last day to pay that cost nothing. */
  onceAfterDays: days.default(0),
  /** A share of what is unpaid, each month from its first day on: with the unpaid surcharges of the bill, or without them. */
  monthlyMode: z.enum(MONTHLY_MODES).default('none'),
  monthlyPercent: percent.default('0'),
  monthlyAfterDays: days.default(30),
  rounding: z.enum(ROUNDINGS).default('taka'),
  /** Days more, by category. */
  graceDays: z.record(z.string().min(1).max(60), days).default({}),
});
export type SurchargeRules = z.output<typeof surchargeRules>;
export const NO_SURCHARGE: SurchargeRules = surchargeRules.parse({});
