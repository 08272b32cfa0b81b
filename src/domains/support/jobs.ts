/** Each night: tickets in which nobody has written for days. */
import { systemActor } from '#platform/actor.ts';
import { today } from '#platform/clock.ts';
import type { DomainJob } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { endSilentTickets } from './steps/actions/end-ticket.ts';

const SILENCE_JOB = 'support:end-silent';

export function jobs({ database, clock, log }: Platform): Record<string, DomainJob> {
  return {
    [SILENCE_JOB]: {
      runs: { dailyAt: '00:25' },
      run: async (_payload, { signal }) => {
        const actor = systemActor(clock.now(), today(clock), SILENCE_JOB);
        log.info(await endSilentTickets(database.db, actor, signal), 'support: silent tickets');
      },
    },
  };
}
