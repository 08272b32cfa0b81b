/** Each minute: withdrawals whose code ran out, and from the morning on the day's bills that households have paid by themselves. */
import { systemActor } from '#platform/actor.ts';
import { today } from '#platform/clock.ts';
import type { DomainJob } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { workDay } from './auto-pay/actions/work-days.ts';
import { AUTO_PAY_JOB } from './auto-pay/actions/work-tries.ts';
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
    [AUTO_PAY_JOB]: {
      runs: 'every-minute',
      run: async (_payload, { signal }) => {
        await workDay(database.db, clock, () => signal.aborted);
      },
    },
  };
}
