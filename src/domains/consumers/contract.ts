/** Consumers: registration by themselves, and the utility's register of them (spec §7 "Consumers"). */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { done, endpoint, idParams } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging } from '#shared/paging.ts';
import { phoneSchema } from '#shared/phone.ts';
import { emailSchema, lineSchema, nidSchema, passwordSchema } from '#shared/text.ts';

export const errors = errorCodes('consumers', {
  born_in_future: { status: 422, field: 'dateOfBirth' },
  /** Somebody signs in with it: set it inactive instead. */
  has_account: { status: 409 },
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

const blank = z.literal('').transform(() => null);
const status = z.enum(['active', 'inactive']);

export const consumerSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
  nameBn: z.string().nullable(),
  phone: z.string(),
  email: z.string().nullable(),
  /** All but the last four digits are hidden in lists. */
  nid: z.string().nullable(),
  dateOfBirth: daySchema.nullable(),
  address: z.string(),
  status,
  createdAt: instantSchema,
  version: z.int(),
});
export type Consumer = z.infer<typeof consumerSchema>;

export const consumerBody = z.object({
  name: lineSchema(120),
  nameBn: z.union([blank, z.null(), lineSchema(120)]).default(null),
  phone: phoneSchema,
  /** Optional for a customer (spec §5). */
  email: z.union([blank, z.null(), emailSchema]).default(null),
  nid: z.union([blank, z.null(), nidSchema]).default(null),
  dateOfBirth: z.union([blank, z.null(), daySchema]).default(null),
  address: z.string().normalize('NFC').trim().max(500).default(''),
});
export type ConsumerFields = z.output<typeof consumerBody>;

export const listConsumers = endpoint({
  service: 'main',
  method: 'GET',
  path: '/consumers',
  summary: "The utility's register of consumers",
  access: { permission: 'consumers:view' },
  query: paging(['name', 'number', '-createdAt'], { status: status.optional() }),
  output: listOf(consumerSchema),
});

export const listConsumersDownload = exportOf(listConsumers);

export const getConsumer = endpoint({
  service: 'main',
  method: 'GET',
  path: '/consumers/{id}',
  summary: 'One consumer',
  access: { permission: 'consumers:view' },
  params: idParams,
  output: consumerSchema,
});

export const createConsumer = endpoint({
  service: 'main',
  method: 'POST',
  path: '/consumer/create',
  summary: 'Add a consumer to the register, without an account',
  access: { permission: 'consumers:edit' },
  body: consumerBody,
  output: consumerSchema,
  audit: 'consumer.create',
});

export const editConsumer = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/consumer/edit',
  summary: 'Change a consumer',
  access: { permission: 'consumers:edit' },
  body: consumerBody.extend({ id: z.uuid(), version: z.int(), status }),
  output: consumerSchema,
  audit: 'consumer.edit',
});

export const deleteConsumer = endpoint({
  service: 'main',
  method: 'DELETE',
  path: '/consumer/delete/{id}',
  summary: 'Delete a consumer that nothing refers to',
  access: { permission: 'consumers:delete' },
  params: idParams,
  output: done,
  audit: 'consumer.delete',
});
