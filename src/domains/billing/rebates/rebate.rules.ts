/** What a household gets for paying a whole bill in time, by the day on which the bill was issued. */
import { z } from 'zod';
import { minorSchema } from '#shared/money.ts';
import { percent } from '../settings/vat.rules.ts';

/** The largest limit: ৳10,00,000. */
const MOST_MINOR = 1_000_000_00;

export const rebateRules = z.object({
  /** Of the water charge: without VAT, sewer, fixed charge, arrears and surcharge. 0: no rebate. */
  percent: percent.default('0'),
  /** Within so many days after its issue, or its posting if that is later, the whole bill is to be paid; the last one counts. */
  days: z.int().min(1).max(365).default(15),
  /** The most for one bill; null: no limit. */
  mostMinor: minorSchema
    .refine((minor) => minor > 0 && minor <= MOST_MINOR, 'common.amount_invalid')
    .nullable()
    .default(null),
});
export type RebateRules = z.output<typeof rebateRules>;
export const NO_REBATE: RebateRules = rebateRules.parse({});

/** Lines of a bill that the rebate is a share of. */
export const REBATED_LINES = ['water', 'minimum'] as const;

/** Why a rebate was taken back. */
export const TAKEN_BACK_BECAUSE = ['CANCELLED', 'NOT_PAID', 'CORRECTED'] as const;
export type TakenBackBecause = (typeof TAKEN_BACK_BECAUSE)[number];
