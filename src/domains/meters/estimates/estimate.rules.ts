/** When meters may be estimated, and from what: the entry `estimates` of settings.entries. */
import { z } from 'zod';
import { addDays, addMonths, firstOfMonth } from '#shared/dates.ts';
import type { Name } from '#shared/words.ts';

export const METHODS = ['LAST_YEAR', 'RECENT', 'CATEGORY'] as const;
export type Method = (typeof METHODS)[number];

/** EMPTY: nobody lives there by a notice on all of the days. No setting chooses it. */
export const LISTED_METHODS = [...METHODS, 'EMPTY'] as const;
export type ListedMethod = (typeof LISTED_METHODS)[number];

/** BETWEEN: again, when a real reading showed less than was estimated. */
export const METHOD_NAMES: Record<ListedMethod | 'BETWEEN', Name> = {
  LAST_YEAR: ['Same month last year', 'গত বছরের একই মাস'],
  RECENT: ['Mean of the last readings', 'শেষ রিডিংগুলোর গড়'],
  CATEGORY: ['Median of the category', 'একই ধরনের সংযোগের মধ্যমা'],
  EMPTY: ['Empty by a notice', 'নোটিশ অনুযায়ী বাড়ি খালি'],
  BETWEEN: ['Between two real readings', 'দুই আসল রিডিংয়ের মাঝামাঝি'],
};

/** Why a meter is not estimated. */
export const LEFT_OUT = ['LIMIT', 'METER_CHANGED', 'NO_DAYS', 'NO_BASIS'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

export const LEFT_OUT_NAMES: Record<LeftOut, Name> = {
  LIMIT: ['Too many estimates in a row', 'পরপর অনেকবার আনুমানিক'],
  METER_CHANGED: ['Meter changed since the last reading', 'শেষ রিডিংয়ের পর মিটার বদল'],
  NO_DAYS: ['Read or connected after the month', 'মাসের পরে রিডিং বা সংযোগ'],
  NO_BASIS: ['Nothing to estimate from', 'অনুমানের ভিত্তি নেই'],
};

export const estimateSettings = z.object({
  /** Readings of a month can be taken until this day of the next month; after it, what is not read can be estimated. */
  deadlineDay: z.int().min(1).max(28).default(5),
  /** So many estimates of a connection in a row at most; then somebody has to read the meter. */
  mostInRow: z.int().min(1).max(12).default(3),
  /** The rules in the order in which they are tried. */
  order: z
    .array(z.enum(METHODS))
    .min(1)
    // Named again, a rule is tried one time.
    .overwrite((order) => [...new Set(order)])
    .default([...METHODS]),
  /** The mean is taken from so many real readings at least. */
  leastReadings: z.int().min(1).max(6).default(3),
  /** The mean is not taken if a larger part than this of the six months before was estimated. */
  mostEstimatedPercent: z.int().min(0).max(100).default(50),
  /** Whether households send the figures of their own meters. */
  ownAllowed: z.boolean().default(true),
  /** From this day of the month until that day of the next one. */
  ownFromDay: z.int().min(2).max(28).default(25),
  ownToDay: z.int().min(1).max(27).default(10),
});
export type EstimateSettings = z.output<typeof estimateSettings>;

/** The last day on which readings of the month come in time. */
export const deadlineOf = (period: string, { deadlineDay }: EstimateSettings): string =>
  addDays(addMonths(period, 1), deadlineDay - 1);

export type OwnWindow = { period: string; from: string; to: string; isOpen: boolean };

/** The month that households send their figures for: the one whose window is open, else the next one. */
export function ownWindow(today: string, settings: EstimateSettings): OwnWindow {
  const { ownAllowed, ownFromDay, ownToDay } = settings;
  const month = firstOfMonth(today);
  const period = today <= addDays(month, ownToDay - 1) ? addMonths(month, -1) : month;
  const from = addDays(period, ownFromDay - 1);
  const to = addDays(addMonths(period, 1), ownToDay - 1);
  return { period, from, to, isOpen: ownAllowed && today >= from && today <= to };
}

/** The day that an estimate is for: the month's last. */
export const estimatedOn = (period: string): string => addDays(addMonths(period, 1), -1);
