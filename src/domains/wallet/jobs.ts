/** Each minute: withdrawals whose code ran out. */
import { systemActor } from '#platform/actor.ts';
import { today } from '#platform/clock.ts';
import type { DomainJob } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { endLateWithdrawals } from './withdrawals/actions/end-withdrawal.ts';

const LATE_JOB = 'wallet:end-late-withdrawals';

export function jobs({ database, clock }: Platform): Record<string, DomainJob> {
  return {
    [LATE_JOB]: {
      runs: 'every-minute',
      run: async () => {
        await endLateWithdrawals(database.db, systemActor(clock.now(), today(clock), LATE_JOB));
      },
    },
  };
}
