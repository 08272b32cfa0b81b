/** A household reads its own meter in the days that the settings give for it. The paths are ours. */
import { z } from 'zod';
import { daySchema, monthSchema } from '#shared/dates.ts';
import { done, endpoint } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { errors as meterErrors } from '../contract.ts';

export const errors = errorCodes('meters', {
  /** params: from, to */
  own_window_closed: { status: 409 },
  /** Not an own photo that waits to be named. */
  own_photo_unknown: { status: 422, field: 'photoId' },
  /** Far from what is usual at this meter; asked about one time. params: used, usual (litres) */
  own_unusual: { status: 409, field: 'unusual' },
  /** Less than at the last reading; asked about one time. params: fall (litres) */
  own_lower: { status: 409, field: 'unusual' },
});

export const ownMeterSchema = z.object({
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  meterNumber: z.string(),
  /** The last figure that somebody read, before the month. */
  lastLitres: z.int(),
  lastOn: daySchema,
  /** What there is for the month already. */
  reading: z
    .object({
      registerLitres: z.int(),
      readOn: daySchema,
      isBilled: z.boolean(),
      isEstimate: z.boolean(),
      isOwn: z.boolean(),
    })
    .nullable(),
  /** Nothing of the month was read, or only what an own figure takes the place of. */
  canSend: z.boolean(),
});
export type OwnMeter = z.output<typeof ownMeterSchema>;

export const listOwnMeters = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/own-reading',
  summary: 'The meters of a household, and the days in which it sends their figures',
  access: { permission: 'readings:own' },
  output: z.object({
    period: monthSchema,
    from: daySchema,
    to: daySchema,
    isOpen: z.boolean(),
    items: z.array(ownMeterSchema),
  }),
});

export const sendOwnReading = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/own-reading',
  summary: 'Send the figure of an own meter, with a photo if there is one; staff review it',
  access: { permission: 'readings:own' },
  rate: 'login',
  body: z.object({
    connectionId: z.uuid(),
    period: monthSchema,
    registerLitres: z.int().min(0).max(999_999_999_999),
    /** An upload of one's own. */
    photoId: z.uuid().nullable().default(null),
    /** "Yes, the meter shows this": asked for by `own_unusual` and `own_lower`. */
    unusual: z.boolean().default(false),
  }),
  output: done,
  audit: 'reading.capture',
  refuses: [
    errors.own_window_closed,
    errors.own_photo_unknown,
    errors.own_unusual,
    errors.own_lower,
    commonErrors.not_found,
    meterErrors.already_read,
    meterErrors.beyond_register,
    meterErrors.check_refused,
    meterErrors.later_reading_exists,
    meterErrors.not_after_previous,
    meterErrors.reading_in_posting,
  ],
});

export const openOwnPhoto = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/own-reading/photo',
  summary: 'A link that shows the photo of an own figure for a few minutes',
  access: { permission: 'readings:own' },
  query: z.object({ connectionId: z.uuid(), period: monthSchema }),
  /** Null if there is none, or staff have decided its figure. */
  output: z.object({ url: z.string().nullable() }),
});
