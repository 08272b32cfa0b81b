/** When a part of a high bill is taken off because of a leak: the rules by date, the formula, and who may do what. */
import { z } from 'zod';
import { minorSchema } from '#shared/money.ts';
import type { Permission } from '#shared/permissions.ts';

/**
 * OPEN: nobody decided, or the use is not back yet. WAITING for a second person. The others are over: CREDITED; REPLACED, because the bill was
 * corrected or cancelled after its credit; ENDED, because the bill was before it; EXPIRED, because no reading showed usual use in time.
 */
export const LEAK_STATES = [
  'OPEN',
  'WAITING',
  'CREDITED',
  'REFUSED',
  'WITHDRAWN',
  'EXPIRED',
  'ENDED',
  'REPLACED',
] as const;
export type LeakState = (typeof LEAK_STATES)[number];
export const isOpenLeak = (state: LeakState): boolean => state === 'OPEN' || state === 'WAITING';

export const LEAK_CHANNELS = ['PORTAL', 'COUNTER', 'PHONE'] as const;
export const OFFICE_LEAK_CHANNELS = ['COUNTER', 'PHONE'] as const;

/** What the usual use is the mean of. LAST_YEAR: the month of the bill a year before, with the month before it and the one after it. */
export const LEAK_BASES = ['LAST', 'LAST_YEAR'] as const;
export type LeakBasis = (typeof LEAK_BASES)[number];

/** Why the office can note no leak of a bill. That the days to ask are over does not hinder it. */
export const LEAK_HINDRANCES = [
  'off',
  'within_year',
  'bill_cancelled',
  'bill_unfit',
  'bill_disputed',
  'bill_taken_over',
  'no_history',
  'not_unusual',
] as const;
export type LeakHindrance = { why: (typeof LEAK_HINDRANCES)[number]; params: Record<string, number> };

const days = z.int().min(1).max(365);
export const leakRules = z.object({
  /** Without it nobody can ask. What was asked for before is decided. */
  on: z.boolean().default(false),
  basis: z.enum(LEAK_BASES).default('LAST'),
  /** Readings that the mean is made of at most, and at least. */
  months: z.int().min(1).max(24).default(6),
  leastMonths: z.int().min(1).max(24).default(3),
  /** From this share of the usual use on, and this much over it, a bill may be by a leak. */
  factorPercent: z.int().min(101).max(1000).default(200),
  leastExcessLitres: z.int().min(0).max(1_000_000).default(10_000),
  /** Of the excess, that is taken off. */
  sharePercent: z.int().min(1).max(100).default(50),
  /** The most that is taken off, in litres; null: no limit. */
  mostLitres: z.int().min(1).max(100_000_000).nullable().default(null),
  /** After the issue of the bill, to ask. */
  askDays: days.default(60),
  /** After asking, in which a reading shows that the use is back. */
  waitDays: days.default(90),
  /** Up to this share of the usual use it is back. */
  backPercent: z.int().min(100).max(500).default(150),
  /** Null: one person never decides alone. */
  aloneUpToMinor: minorSchema
    .refine((minor) => minor >= 0, 'common.amount_invalid')
    .nullable()
    .default(null),
});
export type LeakRules = z.output<typeof leakRules>;
/** As long as no two persons approved a rule, nothing is taken off. */
export const NO_LEAKS: LeakRules = leakRules.parse({ mostLitres: 100_000, aloneUpToMinor: 1_000_00 });

/** Whole litres and whole days; the mean of the usual readings is `usualLitres / usualDays`. */
export type LeakInput = { useLitres: number; billDays: number; usualLitres: number; usualDays: number };
export type LeakResult = { baseLitres: number; excessLitres: number; forgivenLitres: number };

/** Half up. @param by above zero */
const rounded = (whole: bigint, by: bigint): number => Number((2n * whole + by) / (2n * by));

/**
 * What is taken off a bill. Usual use of the bill's days = usual litres × days of the bill ÷ usual days; excess = use − usual use, never below
 * zero; taken off = excess × share, at most the limit. Each is rounded to whole litres, half up. The price is not part of it: the bill is
 * calculated again with less use, by its own tariff.
 * @returns litres; all of the excess at most, so that nobody pays less than for the usual use
 */
export function leakFormula(
  { useLitres, billDays, usualLitres, usualDays }: LeakInput,
  { sharePercent, mostLitres }: Pick<LeakRules, 'sharePercent' | 'mostLitres'>,
): LeakResult {
  const baseLitres = rounded(BigInt(usualLitres) * BigInt(billDays), BigInt(usualDays));
  const excessLitres = Math.max(useLitres - baseLitres, 0);
  const share = rounded(BigInt(excessLitres) * BigInt(sharePercent), 100n);
  return { baseLitres, excessLitres, forgivenLitres: Math.min(share, mostLitres ?? share) };
}

/** The use is so far above the usual one that it may be a leak. */
export function isUnusual(
  { useLitres, baseLitres }: { useLitres: number; baseLitres: number },
  { factorPercent, leastExcessLitres }: Pick<LeakRules, 'factorPercent' | 'leastExcessLitres'>,
): boolean {
  const isHigh = BigInt(useLitres) * 100n >= BigInt(baseLitres) * BigInt(factorPercent);
  return isHigh && useLitres > baseLitres && useLitres - baseLitres >= leastExcessLitres;
}

/** A reading of fewer days says little about the use of a home: a week has each day of the week once. */
export const LEAST_DAYS_BACK = 7;

/** A reading of so many litres in so many days shows usual use. Without use, or of few days, it shows nothing: such a one is not asked about. */
export function isBack(
  { litres, days: width }: { litres: number; days: number },
  { usualLitres, usualDays }: Pick<LeakInput, 'usualLitres' | 'usualDays'>,
  { backPercent }: Pick<LeakRules, 'backPercent'>,
): boolean {
  return (
    BigInt(litres) * BigInt(usualDays) * 100n <= BigInt(usualLitres) * BigInt(width) * BigInt(backPercent)
  );
}

type Who = { userId: string | null; kind: string; permissions: ReadonlySet<Permission> };

/** Which buttons a person gets. */
export function leakCan({ state, decidedById }: { state: LeakState; decidedById: string | null }, who: Who) {
  const isOffice = who.kind !== 'consumer';
  const has = (permission: Permission) => who.permissions.has(permission);
  const approves = state === 'WAITING' && isOffice && has('leaks:approve');
  return {
    decide: state === 'OPEN' && isOffice && has('leaks:decide'),
    approve: approves && decidedById !== who.userId,
    /** Only that the person decided keeps them from approving. */
    isDecider: approves && decidedById === who.userId,
    withdraw: isOpenLeak(state) && has(isOffice ? 'leaks:note' : 'leaks:own'),
  };
}
