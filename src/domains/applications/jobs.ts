/** The daily round: what ran out, what is about to, and what may leave the work lists. Every minute: what runs late. */
import { systemActor } from '#platform/actor.ts';
import { today } from '#platform/clock.ts';
import type { DomainJob, JoinedFaces } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { MOVE_JOB, moveDeadlines } from './calendar/actions/move-deadlines.ts';
import { tellLateDesks } from './noc/actions/tell-late-desks.ts';
import { escalateLate } from './pipeline/actions/escalate-late.ts';
import { runDailyRound } from './pipeline/actions/run-daily-round.ts';
import { movingDeadlines, notePayments } from './points.ts';

const DAILY_JOB = 'applications:daily-round';
const LATE_JOB = 'applications:escalate-late';

export function jobs({ database, clock, log }: Platform, joined: JoinedFaces): Record<string, DomainJob> {
  return {
    [MOVE_JOB]: {
      run: async (payload, { signal }) => {
        const { id } = payload as { id: string };
        const actor = systemActor(clock.now(), today(clock), MOVE_JOB);
        const moved = await moveDeadlines(database.db, actor, {
          id,
          moving: joined.all(movingDeadlines),
          signal,
        });
        log.info(moved, 'applications: deadlines moved with the calendar');
      },
    },
    [DAILY_JOB]: {
      // As soon as the day has changed.
      runs: { dailyAt: '00:10' },
      run: async (_payload, { signal }) => {
        const actor = systemActor(clock.now(), today(clock), DAILY_JOB);
        const done = await runDailyRound(database.db, actor, joined.only(notePayments), signal);
        log.info(done, 'applications: daily round');
      },
    },
    [LATE_JOB]: {
      runs: 'every-minute',
      run: async () => {
        const actor = systemActor(clock.now(), today(clock), LATE_JOB);
        await escalateLate(database.db, actor);
        await tellLateDesks(database.db, actor);
      },
    },
  };
}
