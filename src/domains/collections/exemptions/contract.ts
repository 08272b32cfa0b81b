/** Connections that the dunning ladder leaves alone for some time. Paths are ours. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { lineSchema } from '#shared/text.ts';

export const errors = errorCodes('collections', {
  exempt_past: { status: 422, field: 'untilDay' },
  /** params: day */
  exempt_far: { status: 422, field: 'untilDay' },
  exempt_already: { status: 409, constraint: 'exemptions_days_excl', field: 'untilDay' },
});

/** Longer needs another look. */
export const MOST_DAYS_EXEMPT = 730;

export const exemptConnection = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/dunning/exempt',
  summary: 'The dunning ladder leaves a connection alone until a day (the path is ours)',
  access: { permission: 'collections:exempt' },
  body: z.object({ connectionId: z.uuid(), untilDay: daySchema, reason: lineSchema(300) }),
  output: z.object({ id: z.uuid() }),
  audit: 'exemption.add',
  refuses: [commonErrors.not_found, errors.exempt_past, errors.exempt_far, errors.exempt_already],
});

export const endExemption = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/dunning/exempt/{id}/end',
  summary: 'End an exemption before its day (the path is ours)',
  access: { permission: 'collections:exempt' },
  params: idParams,
  body: z.object({ reason: lineSchema(300) }),
  output: z.object({ id: z.uuid() }),
  audit: 'exemption.end',
  refuses: [commonErrors.not_found],
});
