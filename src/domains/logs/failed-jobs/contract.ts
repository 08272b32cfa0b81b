/** Work in the background that failed, and starting it again. Paths are ours. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging } from '#shared/paging.ts';

const failedJobSchema = z.object({
  id: z.uuid(),
  /** Its name, `<domain>:<verb-noun>`. */
  job: z.string(),
  /** The record that it works on, if it is a bill run. */
  runId: z.uuid().nullable(),
  reason: z.string(),
  failures: z.int(),
  since: instantSchema,
  failedAt: instantSchema,
  retriedAt: instantSchema.nullable(),
  retriedBy: z.string().nullable(),
  solvedAt: instantSchema.nullable(),
});
export type FailedJob = z.infer<typeof failedJobSchema>;

export const listFailedJobs = endpoint({
  service: 'main',
  method: 'GET',
  path: '/failed-jobs',
  summary: 'Background work that failed three times: what, why and since when',
  access: { permission: 'logs:view' },
  query: paging(['-since'], { state: z.enum(['open', 'solved']).optional() }),
  output: listOf(failedJobSchema),
});

export const listFailedJobsDownload = exportOf(listFailedJobs);

export const retryFailedJob = endpoint({
  service: 'main',
  method: 'POST',
  path: '/failed-jobs/{id}/try-again',
  summary: 'Start failed background work again',
  access: { permission: 'settings:edit' },
  params: idParams,
  output: z.object({ done: z.literal(true) }),
  audit: 'job.try-again',
});
