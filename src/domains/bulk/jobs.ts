import { z } from 'zod';
import type { DomainJob, JoinedFaces } from '#platform/face.ts';
import { constraintErrors } from '#platform/http/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { sweepJobs } from './actions/sweep-jobs.ts';
import { resumeJobs, workJob } from './actions/work-job.ts';
import { WORK_JOB } from './bulk-work.ts';
import { offeredBy } from './offered.ts';
import { bulkParts } from './points.ts';

/** A job made no progress for this long: its worker is gone. */
const STILL_SECONDS = 30;

const payloadSchema = z.object({ jobId: z.uuid() });

export function jobs({ database, clock }: Platform, joined: JoinedFaces): Record<string, DomainJob> {
  const { db } = database;
  const offered = offeredBy(joined.all(bulkParts));
  // What any call may refuse because of a constraint, an item may be refused with.
  const constraints = constraintErrors(joined.endpoints.flatMap(({ refuses }) => [...refuses]));
  return {
    [WORK_JOB]: {
      solvedByDomain: true,
      long: 'town',
      run: (payload, { signal }) =>
        workJob(
          { db, clock, offered, constraints },
          payloadSchema.parse(payload).jobId,
          () => !signal.aborted,
        ),
    },
    'bulk:resume-jobs': { runs: 'every-minute', run: () => resumeJobs(db, STILL_SECONDS) },
    'bulk:sweep-jobs': { runs: { dailyAt: '03:40' }, run: () => sweepJobs(db, clock.now()) },
  };
}
