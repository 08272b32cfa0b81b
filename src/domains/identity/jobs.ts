import type { DomainJob } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { sweepSignIns } from './actions/sweep-sign-ins.ts';

export function jobs(platform: Platform): Record<string, DomainJob> {
  return { 'identity:sweep': { runs: { dailyAt: '02:30' }, run: () => sweepSignIns(platform) } };
}
