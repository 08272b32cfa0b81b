/** Every minute: work whose hold is over goes on, and what became late is told. */
import { systemActor } from '#platform/actor.ts';
import { today } from '#platform/clock.ts';
import type { DomainJob } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { escalateLate } from './steps/actions/escalate-late.ts';
import { openForEstimated, READ_JOB } from './steps/actions/open-estimated.ts';
import { resumeDue } from './steps/actions/pause-order.ts';

export const RESUME_JOB = 'work-orders:resume-due';
const LATE_JOB = 'work-orders:escalate-late';

export function jobs({ database, clock }: Platform): Record<string, DomainJob> {
  return {
    [RESUME_JOB]: {
      runs: 'every-minute',
      run: async (_payload, { signal }) => {
        await resumeDue(database.db, systemActor(clock.now(), today(clock), RESUME_JOB), signal);
      },
    },
    [READ_JOB]: {
      run: async (_payload, { signal }) => {
        await openForEstimated(database.db, clock, signal);
      },
    },
    [LATE_JOB]: {
      runs: 'every-minute',
      run: async () => {
        await escalateLate(database.db, systemActor(clock.now(), today(clock), LATE_JOB));
      },
    },
  };
}
