import { z } from 'zod';
import type { Jobs } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { CALCULATE_JOB, POST_JOB } from './actions/plan-run.ts';
import { workCalculation, workPosting } from './actions/work-run.ts';

const runPayload = z.object({ runId: z.uuid() });

export function jobs({ database, clock }: Platform): Jobs {
  return {
    [CALCULATE_JOB]: (payload, { signal }) =>
      workCalculation(database.db, runPayload.parse(payload).runId, () => !signal.aborted),
    [POST_JOB]: (payload, { signal }) =>
      workPosting(database.db, clock, runPayload.parse(payload).runId, () => !signal.aborted),
  };
}
