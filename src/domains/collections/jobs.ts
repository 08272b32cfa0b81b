/** Once a day the ladder goes on; a case is looked at as soon as money, a hold or an order of it moves. */
import { z } from 'zod';
import { moneyAtBank, orderEnded } from '#domains/work-orders/points.ts';
import type { DomainJob, JoinedFaces } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { LOOK_JOB, lookAtCase, lookAtOrders } from './cases/actions/look-at-case.ts';
import { LADDER_JOB, workLadder } from './ladder/actions/work-ladder.ts';

const payload = z.object({ connectionId: z.uuid() });

export function jobs(
  { database, clock }: Platform,
  { only }: Pick<JoinedFaces, 'only'>,
): Record<string, DomainJob> {
  const told = () => ({ ended: only(orderEnded), atBank: only(moneyAtBank) });
  return {
    // By day: nobody is reminded of a bill at night.
    [LADDER_JOB]: {
      runs: { dailyAt: '09:00' },
      run: async (_payload, context) => {
        await lookAtOrders(database.db, clock, told(), context);
        await workLadder(database.db, clock, context.signal);
      },
    },
    [LOOK_JOB]: { run: (given) => lookAtCase(database.db, clock, payload.parse(given).connectionId, told()) },
  };
}
