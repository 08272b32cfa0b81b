/**
 * The end of a connection: its meter is read for the last time and goes, and the next run makes the final bill. A connection without
 * a meter ends on a day.
 */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { minorSchema } from '#shared/money.ts';
import { lineSchema } from '#shared/text.ts';
import { errors } from '../contract.ts';
import { registerSchema } from '../readings/contract.ts';

const reason = lineSchema(300);

export const beforeClosing = endpoint({
  service: 'main',
  method: 'GET',
  path: '/connection/closing/{id}',
  summary:
    'What a person knows before a connection is closed: its meter, open bills, advance, what is not billed yet (path ours)',
  access: { permission: 'meters:close' },
  params: idParams,
  output: z.object({
    number: z.string(),
    meterId: z.uuid().nullable(),
    /** The last reading of any meter. */
    lastReadOn: daySchema.nullable(),
    lastLitres: z.int().nullable(),
    /** Without a meter: the first day that it may end on. */
    firstDay: daySchema,
    /** Readings that no bill has yet. */
    unbilledReadings: z.int(),
    /** What the meter showed when it went, if no reading has it: it becomes the last reading. */
    removed: z.object({ meterNumber: z.string(), on: daySchema, registerLitres: z.int() }).nullable(),
    openBills: z.int(),
    openMinor: minorSchema,
    advanceMinor: minorSchema,
  }),
  refuses: [commonErrors.not_found],
});
export type BeforeClosing = z.output<(typeof beforeClosing)['output']>;

export const closeConnection = endpoint({
  service: 'main',
  method: 'POST',
  path: '/connection/close',
  summary:
    'Close a connection: the last reading of its meter, which goes to the review; the meter is removed (path ours)',
  access: { permission: 'meters:close' },
  body: z.object({
    meterId: z.uuid(),
    /** The day of the last reading; it is billed, no day after it is. */
    readOn: daySchema,
    registerLitres: registerSchema,
    reason,
  }),
  output: z.object({ readingId: z.uuid() }),
  audit: 'connection.close',
  refuses: [
    errors.not_installed,
    errors.connection_closed,
    errors.already_read,
    errors.before_installation,
    errors.beyond_register,
    errors.not_after_previous,
    errors.reading_in_future,
    errors.later_reading_exists,
    errors.check_refused,
  ],
});

export const closeUnmetered = endpoint({
  service: 'main',
  method: 'POST',
  path: '/connection/close-unmetered',
  summary: 'Close a connection that has no meter; what is not billed yet comes with the next run (path ours)',
  access: { permission: 'meters:close' },
  body: z.object({ connectionId: z.uuid(), closedOn: daySchema, reason }),
  output: z.object({ done: z.literal(true) }),
  audit: 'connection.close',
  refuses: [
    commonErrors.not_found,
    errors.connection_closed,
    errors.connection_has_meter,
    errors.closing_too_early,
    errors.closing_in_future,
    errors.closing_month_closed,
    errors.removed_meter_elsewhere,
    errors.beyond_register,
    errors.check_refused,
  ],
});

export const reopenConnection = endpoint({
  service: 'main',
  method: 'POST',
  path: '/connection/reopen',
  summary: 'Take a closure back, until the last reading is billed: the meter is there again (path ours)',
  access: { permission: 'meters:close' },
  body: z.object({ meterId: z.uuid(), reason }),
  output: z.object({ done: z.literal(true) }),
  audit: 'connection.reopen',
  refuses: [
    errors.connection_not_closed,
    errors.reading_billed,
    errors.reading_in_posting,
    errors.meter_not_free,
  ],
});

export const reopenUnmetered = endpoint({
  service: 'main',
  method: 'POST',
  path: '/connection/reopen-unmetered',
  summary:
    'Take the closure of a connection without a meter back, until the last reading is billed (path ours)',
  access: { permission: 'meters:close' },
  body: z.object({ connectionId: z.uuid(), reason }),
  output: z.object({ done: z.literal(true) }),
  audit: 'connection.reopen',
  refuses: [
    errors.connection_not_closed,
    errors.handed_over,
    errors.reading_billed,
    errors.reading_in_posting,
  ],
});
