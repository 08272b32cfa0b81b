/** One act on many records: looking at what it would do, a job that does it, and what was not done and why (the paths are ours). */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { done, endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { ITEM_STATES, JOB_STATES, MOST_ITEMS } from './bulk.rules.ts';

export const errors = errorCodes('bulk', {
  /** The action or the list is not known, or not offered to this person. */
  unknown_action: { status: 422, field: 'action' },
  unknown_list: { status: 422 },
  /** params: most, count */
  too_many: { status: 422 },
  nothing_chosen: { status: 422 },
  /** The same person runs the same action already. */
  running_already: { status: 409, constraint: 'bulk_jobs_running_key' },
  over_already: { status: 409 },
});

const use = { permission: 'bulk:use' } as const;
const nameSchema = z.string().regex(/^[a-z-]+\.[a-z-]+$/);
const toldSchema = z.record(z.string().max(40), z.unknown());
const chosenItem = z.object({
  id: z.uuid(),
  version: z.int().min(1),
  /** The sum that was shown. */
  sumMinor: minorSchema.optional(),
});
const params = z.record(z.string(), z.union([z.string(), z.number()]));
const title = z.object({ en: z.string(), bn: z.string() });

export const listActions = endpoint({
  service: 'main',
  method: 'GET',
  path: '/bulk/actions',
  summary: 'What this person may do to many records at once',
  access: use,
  output: z.object({ items: z.array(z.object({ name: nameSchema, title })) }),
});

export const lookAtChoice = endpoint({
  service: 'main',
  method: 'POST',
  path: '/bulk/look',
  summary: 'What an action would do to the chosen records: which of them it cannot be done to, and why',
  access: use,
  rate: 'search',
  body: z.object({
    action: nameSchema,
    told: toldSchema.default({}),
    of: z.union([
      /** Rows with the version that the person saw. */
      z.object({ items: z.array(chosenItem).min(1).max(MOST_ITEMS) }),
      /** All rows of a list with its filters, as they are now. */
      z.object({ list: z.string().max(200), query: z.record(z.string().max(40), z.string().max(400)) }),
      /** What an earlier job of this person did not do. */
      z.object({ jobId: z.uuid() }),
    ]),
  }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.uuid(),
        version: z.int(),
        label: z.string(),
        path: z.string(),
        /** Why it cannot be done to it; null if it can. */
        code: z.string().nullable(),
        params,
        /** What the person agrees to, if the act has a sum. */
        sumMinor: minorSchema.optional(),
      }),
    ),
  }),
  audit: { none: 'reads only' },
  refuses: [
    errors.unknown_action,
    errors.unknown_list,
    errors.too_many,
    errors.nothing_chosen,
    commonErrors.not_found,
  ],
});

export const jobSchema = z.object({
  id: z.uuid(),
  action: nameSchema,
  title,
  state: z.enum(JOB_STATES),
  askedBy: z.string(),
  isOwn: z.boolean(),
  askedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  total: z.int(),
  done: z.int(),
  refused: z.int(),
  givenUp: z.int(),
  /** Beside the total: it could not be done to them when it was asked for. */
  leftOut: z.int(),
  waiting: z.int(),
  /** The program failed over it, and somebody who looks after it was told. */
  failing: z.boolean(),
});
export type BulkJob = z.output<typeof jobSchema>;

export const startJob = endpoint({
  service: 'main',
  method: 'POST',
  path: '/bulk/start',
  summary: 'Do one action to many records, each as by the single step; sent twice it is one job',
  access: use,
  body: z.object({
    action: nameSchema,
    told: toldSchema.default({}),
    items: z.array(chosenItem).min(1).max(MOST_ITEMS),
    /** What the person was shown as left out: kept with its reason, and not done. */
    leftOut: z.array(chosenItem).max(MOST_ITEMS).default([]),
  }),
  output: jobSchema,
  audit: 'bulk.start',
  refuses: [errors.unknown_action, errors.running_already],
});

export const listJobs = endpoint({
  service: 'main',
  method: 'GET',
  path: '/bulk/jobs',
  summary:
    "The caller's own bulk actions, the newest first; for who manages accounts also what runs of others",
  access: use,
  query: paging(['-askedAt', 'total'], {
    state: z.enum(JOB_STATES).optional(),
    /** What runs of others: for those who manage accounts, to stop it. */
    whose: z.literal('others').optional(),
  }),
  output: listOf(jobSchema),
});
export const listJobsDownload = exportOf(listJobs);

export const getJob = endpoint({
  service: 'main',
  method: 'GET',
  path: '/bulk/jobs/{id}',
  summary: 'One of the caller’s own bulk actions, with how far it is',
  access: use,
  params: idParams,
  output: jobSchema.extend({
    told: toldSchema,
    /** The person may still do it: what was not done can be tried again. */
    canTryAgain: z.boolean(),
  }),
  refuses: [commonErrors.not_found],
});

export const listItems = endpoint({
  service: 'main',
  method: 'GET',
  path: '/bulk/jobs/{id}/items',
  summary: 'The records of a bulk action: what was done, and what was not and why',
  access: use,
  params: idParams,
  query: paging(['position', 'label', 'state', 'endedAt'], {
    /** failed: refused or given up */
    show: z.enum(['done', 'failed', 'waiting', 'left-out']).optional(),
  }),
  output: listOf(
    z.object({
      id: z.uuid(),
      subjectId: z.uuid(),
      label: z.string(),
      path: z.string(),
      state: z.enum(ITEM_STATES),
      code: z.string().nullable(),
      params,
      endedAt: instantSchema.nullable(),
    }),
  ),
  refuses: [commonErrors.not_found],
});
export type BulkItem = z.output<typeof listItems.output>['items'][number];
export const listItemsDownload = exportOf(listItems);

export const cancelJob = endpoint({
  service: 'main',
  method: 'POST',
  path: '/bulk/jobs/{id}/cancel',
  summary:
    'Give up what a bulk action has not done yet; what it did stays. Of somebody else: who manages accounts',
  access: use,
  params: idParams,
  output: done,
  audit: 'bulk.cancel',
  refuses: [commonErrors.not_found, errors.over_already],
});
