/** How a bill came about, as the calculation keeps it and answers contain it. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { MINIMUM_MODES, WATER_MODES } from './tariff.rules.ts';

/** As it leaves the server. */
const exact = z.string();
const share = z.object({ months: exact, flats: z.int(), days: z.int(), of: z.int() });

/** One step of the calculation, as calculate-bills.ts writes it: figures only, both languages say them. */
export const explanationSchema = z.array(
  z.object({
    version: z.string(),
    mode: z.enum(WATER_MODES),
    unitLitres: exact,
    from: daySchema,
    to: daySchema,
    days: z.int(),
    use: exact,
    width: exact,
    blocks: z.array(z.object({ from: exact, to: exact.nullable(), rate: exact })),
    fixedPeriods: exact,
    fixedRate: exact,
    minimumDue: exact,
    sewerPercent: exact,
    flat: exact.optional(),
    litres: exact.optional(),
    activeDays: z.int().optional(),
    widthOf: share.optional(),
    fixedOf: share.optional(),
    minimum: z.enum(MINIMUM_MODES).optional(),
    minimumRate: exact.optional(),
    minimumOf: share.optional(),
    sewerOnFixed: z.boolean().optional(),
    emptyDays: z.int().optional(),
    fixedOwed: z.int().optional(),
    minimumOwed: z.int().optional(),
  }),
);
