/** The meter at the plot. Confirming it (/application/update/state) makes the connection. */
import { z } from 'zod';
import { meterNumberSchema } from '#domains/meters/contract.ts';
import { daySchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { lineSchema } from '#shared/text.ts';
import {
  actOn,
  errors as applicationErrors,
  optionalRemark,
  stateAnswer,
  stepRefusals,
} from '../contract.ts';
import { placeFields } from '../place.schema.ts';

export const errors = errorCodes('applications', {
  /** params: day, the first on which this meter can have been installed */
  installed_too_early: { status: 422, field: 'installedOn' },
  /** params: digits of the register */
  beyond_register: { status: 422, field: 'openingLitres' },
  /** params: last (what the meter showed last) and opening, in litres. Asked about once. */
  unusual_opening: { status: 409, field: 'unusual' },
  /** Neither a photo nor the place shows it, or one of them is missing; a reason is asked for. params: missing (photo, place, both) */
  installation_unproven: { status: 409, field: 'unprovenReason' },
  /** params: name of who noted it. A further call has to say that it replaces what was noted. */
  installation_noted: { status: 409, field: 'replaces' },
});

export const installMeter = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/meter/installation',
  summary: 'Note the installed meter; photos are documents of kind new_meter_doc',
  access: { permission: 'applications:install' },
  body: z.object({
    ...actOn,
    installedOn: daySchema,
    /** As read from the meter: must be the reserved one. */
    meterNumber: meterNumberSchema,
    sealNumber: lineSchema(60),
    openingLitres: z.int().min(0).max(999_999_999_000),
    /** "Yes, the register shows that": asked for by `unusual_opening`. */
    unusual: z.boolean().default(false),
    /** What was noted before was wrong: asked for by `installation_noted`. */
    replaces: z.boolean().default(false),
    ...placeFields,
    /** Why there is no photo or no place: asked for by `installation_unproven`. */
    unprovenReason: optionalRemark,
    remark: optionalRemark,
  }),
  output: stateAnswer,
  audit: 'application.install',
  refuses: [
    ...stepRefusals('install'),
    applicationErrors.wrong_meter,
    applicationErrors.in_future,
    errors.installed_too_early,
    errors.beyond_register,
    errors.unusual_opening,
    errors.installation_unproven,
    errors.installation_noted,
  ],
});
