/** What households promised: to pay by a day. The path is ours. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { lineSchema } from '#shared/text.ts';

export const errors = errorCodes('collections', {
  promise_past: { status: 422, field: 'promisedOn' },
  /** params: day */
  promise_far: { status: 422, field: 'promisedOn' },
  nothing_open: { status: 409 },
});

/** A promise is for one of the next days. */
export const MOST_DAYS_OF_PROMISE = 90;

export const notePromise = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/ageing/{id}/promise',
  summary: 'Note that a household promised to pay what is open of a connection by a day (the path is ours)',
  access: { permission: 'collections:promise' },
  params: z.object({ id: z.uuid() }),
  body: z.object({ promisedOn: daySchema, remark: lineSchema(300) }),
  output: z.object({ id: z.uuid(), promisedOn: daySchema }),
  audit: 'promise.note',
  refuses: [commonErrors.not_found, errors.promise_past, errors.promise_far, errors.nothing_open],
});
