/** The limits that readings are checked against, for all consumers and per category. The paths are ours. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { done, endpoint } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { lineSchema } from '#shared/text.ts';
import { FLAGS } from '../readings/contract.ts';
import { CHECK_EFFECTS, problemOf } from './check.rules.ts';

export const errors = errorCodes('meters', {
  check_factor: { status: 422, field: 'factor' },
  check_litres: { status: 422, field: 'litres' },
  check_readings: { status: 422, field: 'readings' },
  /** params: high; a very high use starts above a high one, a high one above a low one. */
  check_order: { status: 422, field: 'factor' },
  check_of_all: { status: 409 },
});

const decimal = z
  .string()
  .transform(toLatinDigits)
  .pipe(z.string().regex(/^\d{1,4}(\.\d{1,3})?$/, 'meters.check_factor'));

const limits = {
  effect: z.enum(CHECK_EFFECTS),
  /** HIGH, VERY_HIGH, LOW: times the expected use; GAP: months; ROLL_OVER: part of the register's range; TOO_FAST: seconds; FAR_AWAY: metres. */
  factor: decimal.nullable(),
  /** HIGH, VERY_HIGH, LOW: only if the difference is larger. */
  litres: z.int().min(0).max(1_000_000_000).nullable(),
  /** ZERO: only after so many readings with use. */
  readings: z.int().min(1).max(60).nullable(),
};

export const checkSchema = z.object({
  code: z.enum(FLAGS),
  /** `*` for every category without limits of its own. */
  category: z.string(),
  ...limits,
  changedAt: instantSchema,
});
export type ReadingCheck = z.output<typeof checkSchema>;

export const listReadingChecks = endpoint({
  service: 'main',
  method: 'GET',
  path: '/settings/reading-checks',
  summary: 'The checks of readings with their limits (the path is ours)',
  access: { permission: 'settings:view' },
  output: z.object({ items: z.array(checkSchema) }),
});

export const setReadingCheck = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/settings/reading-checks',
  summary: 'Change the limits of a check, or give a category limits of its own (the path is ours)',
  access: { permission: 'settings:edit' },
  body: z
    .object({
      code: z.enum(FLAGS),
      category: lineSchema(60),
      ...limits,
      /** Of the row that was looked at; null for a new one. */
      changedAt: instantSchema.nullable(),
    })
    .superRefine((check, context) => {
      const problem = problemOf(check);
      if (problem) {
        context.addIssue({ code: 'custom', path: [problem], message: `meters.check_${problem}` });
      }
    }),
  output: checkSchema,
  audit: 'reading-check.set',
  refuses: [commonErrors.stale_version, errors.check_order],
});

export const removeReadingCheck = endpoint({
  service: 'main',
  method: 'DELETE',
  path: '/settings/reading-checks',
  summary: "Take a category's own limits away; those for all count again (the path is ours)",
  access: { permission: 'settings:edit' },
  query: z.object({ code: z.enum(FLAGS), category: lineSchema(60) }),
  output: done,
  audit: 'reading-check.remove',
  // The limits for all may not fit the category's other ones.
  refuses: [commonErrors.not_found, errors.check_of_all, errors.check_order],
});
