/** What is asked and done on the page of one consumer. The paths are ours: the specification names none. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { done, endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { phoneSchema } from '#shared/phone.ts';
import { nidSchema } from '#shared/text.ts';
import { errors as consumerErrors, consumerSchema } from '../contract.ts';

export const TWIN_REASONS = ['nid', 'phone', 'name'] as const;

const half = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

export const findTwins = endpoint({
  service: 'main',
  method: 'GET',
  path: '/consumer/twins',
  summary:
    'Who of the register may be the person that is being typed in: same NID, phone, or name and birthday',
  access: { permission: 'consumers:edit' },
  query: z.object({
    /** Not this one itself. */
    id: z.uuid().optional(),
    name: z.string().max(120).optional(),
    nameBn: z.string().max(120).optional(),
    // Half typed values find nobody yet; they are no mistake.
    phone: half(phoneSchema),
    nid: half(nidSchema),
    dateOfBirth: half(daySchema),
  }),
  output: z.object({
    items: z.array(
      consumerSchema
        .pick({ id: true, number: true, name: true, nameBn: true, phone: true, status: true })
        .extend({ why: z.array(z.enum(TWIN_REASONS)) }),
    ),
  }),
});
export type Twin = z.output<(typeof findTwins)['output']>['items'][number];

const changed = z.record(z.string(), z.unknown());

export const consumerHistory = endpoint({
  service: 'main',
  method: 'GET',
  path: '/consumers/{id}/history',
  summary: 'Every change of one consumer, newest first, and of the duplicates merged into it',
  access: { permission: 'logs:view' },
  params: idParams,
  output: z.object({
    items: z.array(
      z.object({
        id: z.uuid(),
        at: instantSchema,
        actorName: z.string(),
        role: z.string(),
        action: z.string(),
        before: changed.nullable(),
        after: changed.nullable(),
        reason: z.string().nullable(),
      }),
    ),
  }),
});

export const sendConsumerPassword = endpoint({
  service: 'social',
  method: 'POST',
  path: '/consumer/password/send',
  summary: "Send a consumer's account the link by which they choose a password; nobody else sees it",
  access: { permission: 'consumers:edit' },
  rate: 'otp',
  body: z.object({ id: z.uuid() }),
  output: done,
  audit: 'user.password-link',
  refuses: [consumerErrors.no_account, commonErrors.not_found],
});
