/** Consumers: registration by themselves, and the utility's register of them (spec §7 "Consumers"). */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { phoneSchema } from '#shared/phone.ts';
import { emailSchema, lineSchema, nidSchema, passwordSchema } from '#shared/text.ts';

export const errors = errorCodes('consumers', {
  born_in_future: { status: 422, field: 'dateOfBirth' },
});

/** What a person tells when registering; e-mail and NID are optional (spec §5). */
export const registrationBody = z.object({
  name: lineSchema(120),
  phone: phoneSchema,
  proof: z.string().max(1000),
  email: z.union([emailSchema, z.literal('').transform(() => undefined)]).optional(),
  nid: z.union([nidSchema, z.literal('').transform(() => undefined)]).optional(),
  dateOfBirth: z.union([daySchema, z.literal('').transform(() => undefined)]).optional(),
  password: passwordSchema,
  language: z.enum(['en', 'bn']).default('en'),
});

export const registration = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/registration',
  summary: 'A consumer registers with a proven phone number',
  access: { public: 'before an account exists' },
  rate: 'otp',
  body: registrationBody,
  output: z.object({ consumerNumber: z.string() }),
  audit: 'consumer.register',
});
