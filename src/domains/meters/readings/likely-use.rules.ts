/** What a register that is being typed would mean: the checks' own limits, before anything is sent. */
import { daysBetween } from '#shared/dates.ts';

export type Expectation = {
  previousLitres: number | null;
  previousOn: string | null;
  /** Use that is expected from the reading before until `expectedOn`. */
  expectedLitres: number | null;
  expectedOn: string;
  highFactor: number | null;
  highLitres: number | null;
  lowFactor: number | null;
  lowLitres: number | null;
};

/** `unknown`: there is nothing to compare with. */
export type Verdict = 'normal' | 'high' | 'low' | 'fall' | 'unknown';
export type LikelyUse = { used: number | null; usual: number | null; verdict: Verdict };

/** Has to be confirmed before it is kept. */
export const isDoubtful = ({ verdict }: LikelyUse): boolean => verdict !== 'normal' && verdict !== 'unknown';

export function likelyUse(meter: Expectation, registerLitres: number, readOn: string): LikelyUse {
  const { previousLitres, highFactor, lowFactor } = meter;
  const usual = usualUntil(meter, readOn);
  if (previousLitres === null) return { used: null, usual, verdict: 'unknown' };
  const used = registerLitres - previousLitres;
  if (used < 0) return { used, usual, verdict: 'fall' };
  if (usual === null) return { used, usual, verdict: 'unknown' };
  const isHigh = highFactor !== null && used > usual * highFactor && used - usual > (meter.highLitres ?? 0);
  const isLow = lowFactor !== null && used < usual * lowFactor && usual - used > (meter.lowLitres ?? 0);
  return { used, usual, verdict: isHigh ? 'high' : isLow ? 'low' : 'normal' };
}

/** The expectation grows with the days. */
function usualUntil(meter: Expectation, readOn: string): number | null {
  const { expectedLitres, expectedOn, previousOn } = meter;
  if (expectedLitres === null || previousOn === null) return expectedLitres;
  const known = daysBetween(previousOn, expectedOn);
  return known > 0
    ? Math.round((expectedLitres * Math.max(0, daysBetween(previousOn, readOn))) / known)
    : expectedLitres;
}
