/** What is open of each connection, by how long it has been due, on any day. The paths are ours. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging, queryInt } from '#shared/paging.ts';
import { BUCKETS } from './ageing.rules.ts';

export const errors = errorCodes('collections', {
  as_of_future: { status: 422, field: 'asOf' },
});

/** Open on the day. */
const sums = {
  currentMinor: minorSchema,
  toThirtyMinor: minorSchema,
  toNinetyMinor: minorSchema,
  overNinetyMinor: minorSchema,
  totalMinor: minorSchema,
};

const agedSchema = z.object({
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  phone: z.string(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  /** Months of which something is overdue. */
  months: z.int(),
  ...sums,
  /** Of what is open today, what a new owner took over and pays. */
  takenOverMinor: minorSchema,
  oldestDueOn: daySchema,
  lastPaidOn: daySchema.nullable(),
  lastPaidMinor: minorSchema.nullable(),
  /** The day by which the household promised to pay. */
  promisedOn: daySchema.nullable(),
});
export type Aged = z.infer<typeof agedSchema>;

export const ageing = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/ageing',
  summary: 'What is open of each connection, by how long it has been due, on a day (the path is ours)',
  access: { permission: 'collections:view' },
  query: paging(
    [
      '-totalMinor',
      ...(['connectionNumber', 'consumerName', 'months', 'oldestDueOn'] as const),
      ...(['currentMinor', 'toThirtyMinor', 'toNinetyMinor', 'overNinetyMinor'] as const),
    ],
    {
      /** Default: today. What was settled later was open then. */
      asOf: daySchema.optional(),
      /** Connections with something in it; the sums are of all that they owe. */
      bucket: z.enum(BUCKETS).optional(),
      sectorId: z.uuid().optional(),
      minMinor: queryInt(0, 100_000_000_000).optional(),
      minMonths: queryInt(0, 1200).optional(),
    },
  ),
  output: listOf(agedSchema).extend({ asOf: daySchema, sums: z.object(sums) }),
  refuses: [errors.as_of_future],
});

export const ageingDownload = { ...exportOf(ageing), refuses: [errors.as_of_future] };
