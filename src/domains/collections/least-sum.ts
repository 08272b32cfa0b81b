/** The filter of the least sum, as the heading of a file names it. */
import type { Filter } from '#platform/exports/export-list.ts';
import { MINOR_PER_UNIT } from '#shared/money.ts';

/** @param minMinor in poisha; nothing is named without one */
export const leastSum = (minMinor: number | undefined): Filter[] =>
  minMinor === undefined ? [] : [[['At least (Taka)', 'অন্তত (টাকা)'], (minMinor / MINOR_PER_UNIT).toFixed(2)]];
