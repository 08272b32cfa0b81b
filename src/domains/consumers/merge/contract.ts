/** Two entries of the register that are one person become one. There is no way back. */
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { minorSchema } from '#shared/money.ts';
import { lineSchema } from '#shared/text.ts';
import { errors as consumerErrors, consumerSchema, holdingSchema } from '../contract.ts';

/** Fields of which one of the two values stays. */
export const MERGED_FIELDS = ['name', 'nameBn', 'phone', 'email', 'nid', 'dateOfBirth', 'address'] as const;
export type MergedField = (typeof MERGED_FIELDS)[number];

const side = consumerSchema.extend({
  holdings: z.array(holdingSchema),
  dueMinor: minorSchema,
  account: z.enum(['none', 'active', 'disabled']),
});

export const previewMerge = endpoint({
  service: 'main',
  method: 'GET',
  path: '/consumer/merge',
  summary: 'Both consumers side by side with the records of each, before they are merged (path ours)',
  access: { permission: 'consumers:delete' },
  query: z.object({ fromId: z.uuid(), intoId: z.uuid() }),
  output: z.object({ from: side, into: side }),
  refuses: [commonErrors.not_found],
});
export type MergeSide = z.output<typeof side>;

export const mergeConsumers = endpoint({
  service: 'main',
  method: 'POST',
  path: '/consumer/merge',
  summary: 'Make one consumer of two; connections and applications move, facts stay as they are (path ours)',
  access: { permission: 'consumers:delete' },
  body: z.object({
    fromId: z.uuid(),
    intoId: z.uuid(),
    /** As the preview showed them. */
    fromVersion: z.int(),
    intoVersion: z.int(),
    /** The number of the one that goes, typed by hand. */
    confirmNumber: lineSchema(20),
    reason: lineSchema(500),
    /** Fields whose value comes from the one that goes. */
    keepFrom: z.array(z.enum(MERGED_FIELDS)).default([]),
  }),
  output: consumerSchema,
  audit: 'consumer.merge',
  refuses: [
    commonErrors.not_found,
    commonErrors.stale_version,
    consumerErrors.merged,
    consumerErrors.same_consumer,
    consumerErrors.wrong_number,
  ],
});
