/** Readings that are estimated because nobody could read the meter. Paths are ours. */
import { z } from 'zod';
import { daySchema, monthSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging } from '#shared/paging.ts';
import { estimateSettings, LEFT_OUT, LISTED_METHODS } from './estimate.rules.ts';

export const errors = errorCodes('meters', {
  /** params: day */
  estimate_too_early: { status: 409, field: 'period' },
  /** Another number of meters, or another use, than was shown. params: count */
  estimates_moved: { status: 409 },
  own_window: { status: 422, field: 'settings.ownToDay' },
});

export const estimateSchema = z.object({
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  meterId: z.uuid(),
  meterNumber: z.string(),
  previousLitres: z.int(),
  previousOn: daySchema,
  readOn: daySchema,
  /** Null if it is not estimated; `leftOut` says why. */
  method: z.enum(LISTED_METHODS).nullable(),
  litres: z.int().nullable(),
  registerLitres: z.int().nullable(),
  basisLitres: z.int().nullable(),
  basisDays: z.int().nullable(),
  /** Estimates in a row, this one included. */
  inRow: z.int(),
  leftOut: z.enum(LEFT_OUT).nullable(),
});
export type Estimate = z.infer<typeof estimateSchema>;

const scope = { sectorId: z.uuid().optional(), roadId: z.uuid().optional() };

export const listEstimates = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/estimates/preview',
  summary:
    'What each meter without a reading of the month would be estimated with, and by which rule (path ours)',
  access: { permission: 'readings:estimate' },
  query: paging(['route', 'litres', 'inRow'], {
    period: monthSchema.optional(),
    leftOut: z.enum([...LEFT_OUT, 'none']).optional(),
    method: z.enum(LISTED_METHODS).optional(),
    ...scope,
  }),
  output: listOf(estimateSchema),
});

export const listEstimatesDownload = exportOf(listEstimates);

export const sumEstimates = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/estimates/sums',
  summary:
    'How many meters can be estimated by which rule, how many not and why, and from which day on (path ours)',
  access: { permission: 'readings:estimate' },
  query: z.object({ period: monthSchema.optional(), ...scope }),
  output: z.object({
    period: monthSchema,
    /** Estimates can be asked for after this day. */
    deadline: daySchema,
    isOpen: z.boolean(),
    count: z.int(),
    litres: z.int(),
    methods: z.partialRecord(z.enum(LISTED_METHODS), z.int()),
    leftOut: z.partialRecord(z.enum(LEFT_OUT), z.int()),
  }),
});

export const createEstimates = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/estimates/create',
  summary: 'Estimate the meters that were shown; somebody else reviews them (path ours)',
  access: { permission: 'readings:estimate' },
  body: z.object({
    period: monthSchema,
    ...scope,
    /** What was shown: so many meters, with this use together. */
    count: z.int().min(1),
    litres: z.int().min(0),
  }),
  output: z.object({ estimated: z.int() }),
  audit: 'reading.estimate',
  refuses: [errors.estimate_too_early, errors.estimates_moved],
});

const settingsState = z.object({ settings: estimateSettings, version: z.int().min(0) });

export const getEstimateSettings = endpoint({
  service: 'main',
  method: 'GET',
  path: '/settings/estimates',
  summary:
    'When meters are estimated and by which rules, and when households send their own figures (path ours)',
  access: { permission: 'settings:view' },
  output: settingsState,
});

export const updateEstimateSettings = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/settings/estimates',
  summary: 'Change that; estimates that were made stay (path ours)',
  access: { permission: 'settings:edit' },
  body: settingsState,
  output: settingsState,
  audit: 'settings.update',
  refuses: [commonErrors.stale_version, errors.own_window],
});
