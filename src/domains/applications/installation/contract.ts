/** The meter at the plot. Confirming it (/application/update/state) makes the connection. */
import { z } from 'zod';
import { meterNumberSchema } from '#domains/meters/contract.ts';
import { daySchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { toLatinDigits } from '#shared/money.ts';
import { lineSchema } from '#shared/text.ts';
import {
  actOn,
  errors as applicationErrors,
  optionalRemark,
  stateAnswer,
  stepRefusals,
} from '../contract.ts';

const degrees = z
  .string()
  .transform((text) => toLatinDigits(text).trim())
  .refine((text) => /^-?\d{1,3}(\.\d{1,7})?$/.test(text), { error: 'common.number_invalid' });

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
    latitude: degrees.nullish(),
    longitude: degrees.nullish(),
    remark: optionalRemark,
  }),
  output: stateAnswer,
  audit: 'application.install',
  refuses: [...stepRefusals('install'), applicationErrors.wrong_meter, applicationErrors.in_future],
});
