/** The daily round: what ran out, what is about to, and what may leave the work lists. */
import { systemActor } from '#platform/actor.ts';
import { today } from '#platform/clock.ts';
import type { Jobs } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { runDailyRound } from './pipeline/actions/run-daily-round.ts';

const DAILY_JOB = 'applications:daily-round';
/** Times are UTC: shortly after midnight in Dhaka. */
export const APPLICATIONS_CRONTAB = `10 18 * * * ${DAILY_JOB}`;

export function jobs({ database, clock, log }: Platform): Jobs {
  return {
    [DAILY_JOB]: async (_payload, { signal }) => {
      const actor = systemActor(clock.now(), today(clock), DAILY_JOB);
      const done = await runDailyRound(database.db, actor, signal);
      log.info(done, 'applications: daily round');
    },
  };
}
