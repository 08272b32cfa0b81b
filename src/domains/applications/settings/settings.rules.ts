/** The entry `applications` of settings.entries: times, rules and dated fees. Everything has a default. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { minorSchema, toLatinDigits } from '#shared/money.ts';
import { STATE_NAMES, STATES, type State } from '../application.rules.ts';

const days = (standard: number) => z.int().min(1).max(3650).default(standard);
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'applications.time_invalid');

/** States in which the utility has to act within working hours. */
export const TIMED_STATES = STATE_NAMES.filter((state) => STATES[state].slaHours !== null);

const amountSchema = minorSchema.refine((minor) => minor >= 0, 'common.amount_invalid');

const feeFields = {
  /** Dhaka WASA's published application fee. */
  applicationFeeMinor: amountSchema.prefault(575_00),
  /** On top of the surveyed materials: the row of the smallest size not below the connection's counts. */
  connectionFees: z
    .array(z.object({ pipeSizeMm: z.int().min(1).max(2000), amountMinor: amountSchema }))
    .max(50)
    .refine(
      (rows) => new Set(rows.map((row) => row.pipeSizeMm)).size === rows.length,
      'applications.size_twice',
    )
    .default([]),
  /** Value added tax on fees and materials, in percent; published fees include it. */
  vatPercent: z
    .string()
    .transform(toLatinDigits)
    .pipe(z.string().regex(/^\d{1,2}(\.\d{1,3})?$/, 'applications.percent_invalid'))
    .prefault('0'),
};

/** Fees that count from a day on; those of the past are never changed. */
export const feeVersion = z.object({ effectiveFrom: daySchema, ...feeFields });
export type Fees = Omit<z.output<typeof feeVersion>, 'effectiveFrom'>;

export const workSettings = z.object({
  office: z
    .object({
      /** Days without work, 0 is Sunday: Friday and Saturday in Bangladesh. */
      weekend: z.array(z.int().min(0).max(6)).max(6).default([5, 6]),
      opensAt: timeOfDay.default('09:00'),
      closesAt: timeOfDay.default('17:00'),
      holidays: z.array(daySchema).max(1000).default([]),
    })
    .refine((office) => office.opensAt < office.closesAt, {
      error: 'applications.closes_before_opening',
      path: ['closesAt'],
    })
    .prefault({}),
  /** Working hours that a state may last, if they are not those of the transition table. */
  slaHours: z.partialRecord(z.enum(STATE_NAMES), z.int().min(1).max(2000)).default({}),
  /** In percent of a step's hours: how much is left when its people are told, and how far beyond them the administrators are. */
  escalation: z
    .object({
      soonPercent: z.int().min(0).max(90).default(20),
      farPercent: z.int().min(1).max(1000).default(50),
    })
    .prefault({}),
  /** How long a demand note may be paid, and a correction handed in. */
  validityDays: days(30),
  correctionDays: days(30),
  draftDays: days(15),
  archiveAfterMonths: z.int().min(1).max(120).default(12),
  /** A survey that measures more than so many metres is asked about once. */
  usualDistanceM: z.int().min(1).max(100_000).default(100),
  /** So about more of one material than this, in its unit: pieces, sets, kilograms. */
  usualQuantity: z.int().min(1).max(100_000).default(100),
  /** Completed work: beyond the first ones labour and lost water are asked about, beyond the others they are refused. */
  completion: z
    .object({
      /** Of the estimated labour. */
      labourPercent: z.int().min(100).max(10_000).default(300),
      /** Without an estimate. */
      labourMinor: amountSchema.prefault(20_000_00),
      mostLabourMinor: amountSchema.prefault(10_00_000_00),
      lostM3: z.int().min(1).max(1_000_000).default(500),
      mostLostM3: z.int().min(1).max(1_000_000).default(20_000),
    })
    .refine((limits) => limits.labourMinor <= limits.mostLabourMinor, {
      error: 'applications.most_below_usual',
      path: ['mostLabourMinor'],
    })
    .refine((limits) => limits.lostM3 <= limits.mostLostM3, {
      error: 'applications.most_below_usual',
      path: ['mostLostM3'],
    })
    .prefault({}),
  /** A demand note may be paid in parts; the state stays until all is paid. */
  partialPayment: z.boolean().default(false),
  /** Each needed paper has to be accepted by itself before the application is; if not, accepting it accepts them. */
  checkEachDocument: z.boolean().default(false),
});
export type WorkSettings = z.output<typeof workSettings>;

/** What has a deadline in working time. */
export const MOVED_KINDS = ['applications', 'desks', 'work_orders', 'tickets'] as const;
export type MovedKind = (typeof MOVED_KINDS)[number];

/** The whole entry. The fees beside the versions are those before the first of them. */
export const applicationSettings = workSettings.extend({
  ...feeFields,
  feeVersions: z.array(feeVersion).max(200).default([]),
});
export type ApplicationSettings = z.output<typeof applicationSettings>;

/** The fees of a day: the latest version that counts by then. */
export function feesOn(settings: ApplicationSettings, day: string): Fees {
  const [latest] = settings.feeVersions
    .filter((version) => version.effectiveFrom <= day)
    .toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? 1 : -1));
  const { applicationFeeMinor, connectionFees, vatPercent } = latest ?? settings;
  return { applicationFeeMinor, connectionFees, vatPercent };
}

/** Working hours of a state as the settings say, or the transition table. */
export function slaHoursOf(settings: WorkSettings, state: State): number | null {
  const { slaHours } = STATES[state];
  return slaHours === null ? null : (settings.slaHours[state] ?? slaHours);
}
