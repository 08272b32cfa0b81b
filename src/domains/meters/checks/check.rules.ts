/** Which limits each check has; the database asks for the same (reading_checks_limits_check, 0320). */
import type { Flag } from '../readings/contract.ts';

export const CHECK_EFFECTS = ['OFF', 'REVIEW', 'SECOND_APPROVER', 'REFUSE'] as const;
export type CheckEffect = (typeof CHECK_EFFECTS)[number];
export type Limit = 'factor' | 'litres' | 'readings';

export const LIMITS: Record<Flag, readonly Limit[]> = {
  HIGH: ['factor', 'litres'],
  VERY_HIGH: ['factor', 'litres'],
  LOW: ['factor', 'litres'],
  ZERO: ['readings'],
  NEGATIVE: [],
  ROLL_OVER: ['factor'],
  GAP: ['factor'],
  SAME_VALUE: [],
  FUTURE: [],
  TOO_FAST: ['factor'],
  FAR_AWAY: ['factor'],
};

type Limits = { code: Flag; factor: string | null; litres: number | null; readings: number | null };

/** The first limit that is missing or makes no sense; undefined if the check can work. */
export function problemOf(check: Limits): Limit | undefined {
  const factor = Number(check.factor);
  const missing = LIMITS[check.code].find((limit) => check[limit] === null);
  if (missing) return missing;
  if (!LIMITS[check.code].includes('factor')) return undefined;
  const above = check.code === 'HIGH' || check.code === 'VERY_HIGH' ? 1 : 0;
  const below = check.code === 'LOW' || check.code === 'ROLL_OVER' ? 1 : Number.POSITIVE_INFINITY;
  return factor > above && factor < below ? undefined : 'factor';
}
