/** Each night: requests to which not both owners agreed in time. */
import { systemActor } from '#platform/actor.ts';
import { today } from '#platform/clock.ts';
import type { DomainJob, JoinedFaces } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { feeMoney } from './points.ts';
import { expireRequests } from './steps/actions/end-request.ts';

const EXPIRE_JOB = 'ownership:expire';

export function jobs(
  { database, clock, log }: Platform,
  joined: Pick<JoinedFaces, 'only'>,
): Record<string, DomainJob> {
  const money = joined.only(feeMoney);
  return {
    [EXPIRE_JOB]: {
      runs: { dailyAt: '00:20' },
      run: async (_payload, { signal }) => {
        const actor = systemActor(clock.now(), today(clock), EXPIRE_JOB);
        log.info(await expireRequests(database.db, actor, money, signal), 'ownership: expired requests');
      },
    },
  };
}
