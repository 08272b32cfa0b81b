/** The entry `applications` of settings.entries: times, fees and working hours. Everything has a default. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';

const days = (standard: number) => z.int().min(1).max(3650).default(standard);
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const applicationSettings = z.object({
  office: z
    .object({
      /** Days without work, 0 is Sunday: Friday and Saturday in Bangladesh. */
      weekend: z.array(z.int().min(0).max(6)).max(6).default([5, 6]),
      opensAt: timeOfDay.default('09:00'),
      closesAt: timeOfDay.default('17:00'),
      holidays: z.array(daySchema).max(1000).default([]),
    })
    .prefault({}),
  /** How long a demand note may be paid, and a correction handed in. */
  validityDays: days(30),
  correctionDays: days(30),
  draftDays: days(15),
  archiveAfterMonths: z.int().min(1).max(120).default(12),
  /** A demand note may be paid in parts; the state stays until all is paid. */
  partialPayment: z.boolean().default(false),
  /** Each needed paper has to be accepted by itself before the application is; otherwise accepting it accepts them. */
  checkEachDocument: z.boolean().default(false),
  /** Dhaka WASA's published application fee. */
  applicationFeeMinor: z.int().min(0).default(575_00),
  /** On top of the surveyed materials: the row of the smallest size not below the connection's counts. */
  connectionFees: z
    .array(z.object({ pipeSizeMm: z.int().positive(), amountMinor: z.int().min(0) }))
    .max(50)
    .default([]),
  /** Value added tax on fees and materials, in percent; published fees include it. */
  vatPercent: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,3})?$/)
    .default('0'),
});
export type ApplicationSettings = z.output<typeof applicationSettings>;
