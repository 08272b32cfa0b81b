/** The settings of the applications' pipeline: hours and rules, and fees from a day on. The paths are ours. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { applicationSettings, feeVersion, MOVED_KINDS, workSettings } from './settings.rules.ts';

export const errors = errorCodes('applications', {
  time_invalid: { status: 422 },
  percent_invalid: { status: 422 },
  size_twice: { status: 422 },
  closes_before_opening: { status: 422 },
  most_below_usual: { status: 422 },
  fees_in_past: { status: 422, field: 'effectiveFrom' },
});

const state = z.object({
  settings: applicationSettings,
  version: z.int(),
  /** Of today. */
  fees: feeVersion.omit({ effectiveFrom: true }),
  today: daySchema,
  /** Deadlines that run now, and what the last change of the calendar did to those that ran then. */
  deadlines: z.object({
    running: z.int(),
    move: z
      .object({
        savedAt: instantSchema,
        savedBy: z.string(),
        total: z.int(),
        looked: z.int(),
        moved: z.partialRecord(z.enum(MOVED_KINDS), z.int()),
        doneAt: instantSchema.nullable(),
      })
      .nullable(),
  }),
});

export const getApplicationSettings = endpoint({
  service: 'main',
  method: 'GET',
  path: '/settings/applications',
  summary: 'Working hours, times, rules and fees of applications (the path is ours)',
  access: { permission: 'settings:view' },
  output: state,
});

export const getFees = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/fees',
  summary: 'What a connection costs beside its materials, today (the path is ours)',
  access: { signedIn: 'prices are no secret of anybody' },
  output: feeVersion.omit({ effectiveFrom: true }),
});

export const updateApplicationSettings = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/settings/applications',
  summary: 'Change working hours, times and rules of applications (the path is ours)',
  access: { permission: 'settings:edit' },
  body: z.object({ work: workSettings, version: z.int().min(0) }),
  output: state,
  audit: 'settings.update',
});

export const setApplicationFees = endpoint({
  service: 'main',
  method: 'POST',
  path: '/settings/applications/fees',
  summary: 'Fees and VAT from today or a later day on; demand notes that are issued already keep theirs',
  access: { permission: 'settings:edit' },
  body: feeVersion.extend({ version: z.int().min(0) }),
  output: state,
  audit: 'settings.update',
  refuses: [errors.fees_in_past],
});
