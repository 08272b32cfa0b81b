/** What a payment plan is made of: its states, the rules by date, how a sum is split and on which days it is paid. */
import { z } from 'zod';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import { MINOR_PER_UNIT, minorSchema } from '#shared/money.ts';
import type { Permission } from '#shared/permissions.ts';

/**
 * REQUESTED by the household. WAITING for a second person. PROPOSED: the household may accept it; its bills are held from here on. ACTIVE: it
 * is paid. The others are over: ENDED because of its bills, CANCELLED by the office, DECLINED by the household, REFUSED by the office.
 */
export const PLAN_STATES = [
  'REQUESTED',
  'WAITING',
  'PROPOSED',
  'ACTIVE',
  'COMPLETED',
  'BROKEN',
  'EXPIRED',
  'DECLINED',
  'REFUSED',
  'CANCELLED',
  'ENDED',
] as const;
export type PlanState = (typeof PLAN_STATES)[number];
export const OPEN_STATES: readonly PlanState[] = ['REQUESTED', 'WAITING', 'PROPOSED', 'ACTIVE'];
export const isOpenPlan = (state: PlanState): boolean => OPEN_STATES.includes(state);

export const INSTALMENT_STATES = ['PAID', 'PARTLY', 'DUE', 'MISSED'] as const;
export type InstalmentState = (typeof INSTALMENT_STATES)[number];
export const ENDED_BECAUSE = [
  'INSTALMENT_MISSED',
  'BILL_LATE',
  'BILLS_CANCELLED',
  'MORE_OPEN',
  'OWNER_CHANGED',
  'MONEY_BACK',
] as const;
export type EndedBecause = (typeof ENDED_BECAUSE)[number];
/** Why one person does not agree to a plan alone: its sum, or plans that were broken before. */
export const SECOND_PERSON = ['SUM', 'BROKEN'] as const;

const days = z.int().min(0).max(60);
export const planRules = z.object({
  /** No plan is made or asked for. Plans that run go on. */
  on: z.boolean().default(true),
  /** Of the sum, that the first payment has at least. */
  firstPercent: z.int().min(0).max(90).default(20),
  mostInstalments: z.int().min(1).max(60).default(12),
  leastInstalmentMinor: minorSchema
    .refine((minor) => minor >= MINOR_PER_UNIT, 'common.amount_invalid')
    .prefault(200_00),
  /** Null: one person never agrees to a plan alone. */
  aloneUpToMinor: minorSchema
    .refine((minor) => minor >= 0, 'common.amount_invalid')
    .nullable()
    .prefault(20_000_00),
  /** Broken plans of a household in a year from which on a second person decides. */
  brokenAYear: z.int().min(1).max(12).default(1),
  /** Days in which the household accepts. */
  acceptDays: z.int().min(1).max(60).default(7),
  remindDays: days.max(28).default(3),
  /** Days after a missed day in which it may still be paid. */
  graceDays: days.default(5),
  /** So many missed instalments, at once, break the plan. */
  missedBreak: z.int().min(1).max(12).default(1),
  /** A bill beside the plan that is late counts as a missed instalment. */
  currentBillsToo: z.boolean().default(false),
});
export type PlanRules = z.output<typeof planRules>;
export const USUAL_RULES: PlanRules = planRules.parse({});

/** The least first payment, in whole Taka: the share, and not below the least instalment; 0 if none is asked for. */
export function leastFirst(
  sumMinor: number,
  { firstPercent, leastInstalmentMinor }: Pick<PlanRules, 'firstPercent' | 'leastInstalmentMinor'>,
): number {
  if (firstPercent === 0) return 0;
  const share = Math.ceil((sumMinor * firstPercent) / 100);
  return Math.max(Math.ceil(share / MINOR_PER_UNIT) * MINOR_PER_UNIT, leastInstalmentMinor);
}

/** What is wrong with the parts of a sum; undefined if nothing is. */
export function wrongTerms(
  { sumMinor, firstMinor, instalments }: { sumMinor: number; firstMinor: number; instalments: number },
  rules: PlanRules,
): 'TOO_MANY' | 'FIRST_TOO_SMALL' | 'PARTS_TOO_SMALL' | undefined {
  if (instalments > rules.mostInstalments) return 'TOO_MANY';
  if (firstMinor < leastFirst(sumMinor, rules)) return 'FIRST_TOO_SMALL';
  const isSmall = splitSum(sumMinor, firstMinor, instalments).some(
    (part) => part < rules.leastInstalmentMinor,
  );
  return isSmall ? 'PARTS_TOO_SMALL' : undefined;
}

/**
 * The rest after the first payment in equal parts of whole Taka, of which the last one has what is left. The parts are the rest, exactly.
 * @returns without a part for a first payment of nothing
 */
export function splitSum(sumMinor: number, firstMinor: number, instalments: number): number[] {
  const rest = sumMinor - firstMinor;
  const equal = Math.floor(Math.floor(rest / instalments) / MINOR_PER_UNIT) * MINOR_PER_UNIT;
  const parts = Array.from({ length: instalments }, (_, at) =>
    at < instalments - 1 ? equal : rest - equal * (instalments - 1),
  );
  return firstMinor > 0 ? [firstMinor, ...parts] : parts;
}

export type Dates = { today: string; acceptDays: number; dayOfMonth: number; instalments: number };

/**
 * The last day to accept, on which the first payment is due; then a day of each month, from the next month on.
 * @param move what becomes of a day on which the office is closed
 */
export function datesOf(
  { today, acceptDays, dayOfMonth, instalments }: Dates,
  move: (day: string) => string,
): { acceptBy: string; dueOn: string[] } {
  const acceptBy = move(addDays(today, acceptDays));
  const month = firstOfMonth(acceptBy);
  const dueOn = Array.from({ length: instalments }, (_, at) =>
    move(addDays(addMonths(month, at + 1), dayOfMonth - 1)),
  );
  return { acceptBy, dueOn };
}

export type Part = { seq: number; dueOn: string; amountMinor: number };
export type Schedule = { acceptBy: string; parts: Part[] };

export function scheduleOf(
  terms: { sumMinor: number; firstMinor: number } & Dates,
  move: (day: string) => string,
): Schedule {
  const amounts = splitSum(terms.sumMinor, terms.firstMinor, terms.instalments);
  const { acceptBy, dueOn } = datesOf(terms, move);
  const days = terms.firstMinor > 0 ? [acceptBy, ...dueOn] : dueOn;
  return {
    acceptBy,
    parts: amounts.map((amountMinor, at) => ({ seq: at + 1, dueOn: days[at] as string, amountMinor })),
  };
}

type Who = { userId: string | null; kind: string; permissions: ReadonlySet<Permission> };

/** Which buttons a person gets. */
export function planCan(
  { state, proposedById }: { state: PlanState; proposedById: string | null },
  who: Who,
) {
  const isOffice = who.kind !== 'consumer';
  const has = (permission: Permission) => who.permissions.has(permission);
  const proposes = isOffice && has('payment-plans:propose');
  return {
    propose: state === 'REQUESTED' && proposes,
    decide: state === 'WAITING' && isOffice && has('payment-plans:approve') && proposedById !== who.userId,
    /** Only that the person proposed it keeps them from deciding. */
    isProposer: state === 'WAITING' && has('payment-plans:approve') && proposedById === who.userId,
    accept: state === 'PROPOSED' && has(isOffice ? 'payment-plans:accept' : 'payment-plans:own'),
    decline: !isOffice && (state === 'REQUESTED' || state === 'PROPOSED') && has('payment-plans:own'),
    cancel: isOpenPlan(state) && proposes,
  };
}
