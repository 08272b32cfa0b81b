/** The end of a connection: its meter is read for the last time and goes, and the next run makes the final bill. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { lineSchema } from '#shared/text.ts';
import { errors } from '../contract.ts';
import { registerSchema } from '../readings/contract.ts';

const reason = lineSchema(300);

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
