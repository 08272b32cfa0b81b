import type { DomainJob } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { sweepSignIns } from './actions/sweep-sign-ins.ts';

export function jobs(platform: Platform): Record<string, DomainJob> {
  // At half past two at night in Dhaka.
  return { 'identity:sweep': { cron: '30 20 * * *', run: () => sweepSignIns(platform) } };
}
