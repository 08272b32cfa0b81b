import type { Jobs } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { sweepSignIns } from './actions/sweep.ts';

/** At half past two at night in Dhaka. */
export const IDENTITY_CRONTAB = '30 20 * * * identity:sweep';

export function jobs(platform: Platform): Jobs {
  return { 'identity:sweep': () => sweepSignIns(platform) };
}
