/**
 * Access of a family member or a tenant to one connection, by invitation of the account holder. The paths are ours: the
 * specification names none.
 */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { phoneSchema } from '#shared/phone.ts';
import { emailSchema, lineSchema } from '#shared/text.ts';
import { errors } from '../contract.ts';

/** WAITING for its code, in force, too old to be accepted, past its last day, ended by somebody. */
export const ACCESS_STATES = ['WAITING', 'ACTIVE', 'EXPIRED', 'OVER', 'ENDED'] as const;
export const ENDED_AS = ['WITHDRAWN', 'LEFT', 'OVER', 'HOLDER_CHANGED', 'STAFF', 'CLAIM_UNDONE'] as const;

const accessSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  phone: z.string(),
  mayPay: z.boolean(),
  endsOn: daySchema.nullable(),
  invitedAt: instantSchema,
  expiresAt: instantSchema,
  acceptedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
  endedAs: z.enum(ENDED_AS).nullable(),
  state: z.enum(ACCESS_STATES),
});
export type Access = z.output<typeof accessSchema>;

const connectionSchema = z.object({
  connectionId: z.uuid(),
  number: z.string(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  isClosed: z.boolean(),
});

const done = z.object({ done: z.literal(true) });
const CONSUMERS = { consumer: 'of their own connections and those that are shared with them' } as const;

export const listSharedAccess = endpoint({
  service: 'main',
  method: 'GET',
  path: '/shared-access',
  summary: 'Whom a consumer has given access to their own connections, and whose connections they may see',
  access: CONSUMERS,
  output: z.object({
    given: z.array(connectionSchema.extend({ accesses: z.array(accessSchema) })),
    received: z.array(
      connectionSchema.extend({
        id: z.uuid(),
        holderName: z.string(),
        holderNameBn: z.string().nullable(),
        mayPay: z.boolean(),
        endsOn: daySchema.nullable(),
      }),
    ),
  }),
});
export type SharedAccess = z.output<(typeof listSharedAccess)['output']>;

export const consumerAccess = endpoint({
  service: 'main',
  method: 'GET',
  path: '/shared-access/of/{id}',
  summary: 'What a consumer shares and is given, for staff',
  access: { permission: 'consumers:view' },
  params: idParams,
  output: z.object({
    items: z.array(
      connectionSchema.extend(accessSchema.shape).extend({
        /** The account holder shares it with the other one; or the other way round. */
        isGiven: z.boolean(),
        otherId: z.uuid().nullable(),
        otherName: z.string().nullable(),
        otherNameBn: z.string().nullable(),
      }),
    ),
  }),
});

export const inviteToConnection = endpoint({
  service: 'main',
  method: 'POST',
  path: '/shared-access/invite',
  summary: 'The account holder invites a phone to see a connection, or to see and pay; the code goes there',
  access: CONSUMERS,
  rate: 'login',
  body: z.object({
    connectionId: z.uuid(),
    name: lineSchema(80),
    phone: phoneSchema,
    /** The link goes there too. */
    email: emailSchema.optional(),
    mayPay: z.boolean(),
    endsOn: daySchema.optional(),
    language: z.enum(['en', 'bn']).default('bn'),
  }),
  output: z.object({ id: z.uuid() }),
  audit: 'access.invite',
  refuses: [
    commonErrors.not_found,
    errors.access_exists,
    errors.access_own_phone,
    errors.access_over_already,
    commonErrors.too_many_requests,
  ],
});

export const acceptInvitation = endpoint({
  service: 'main',
  method: 'POST',
  path: '/shared-access/accept',
  summary: 'The owner of the invited phone accepts, signed in with their own account, by the code',
  access: CONSUMERS,
  rate: 'login',
  body: z.object({
    code: z
      .string()
      .max(40)
      .transform((text) => toLatinDigits(text).replace(/[\s-]/g, ''))
      .pipe(z.string().regex(/^\d{8}$/, { error: 'meters.access_code_wrong' })),
  }),
  output: z.object({ connectionId: z.uuid() }),
  audit: ['access.accept', 'access.refuse'],
  refuses: [errors.access_code_wrong, errors.access_wait],
});

export const sendInvitationCode = endpoint({
  service: 'main',
  method: 'POST',
  path: '/shared-access/send-code',
  summary: 'One new code for the newest invitation of the own phone, in the place of the one before',
  access: CONSUMERS,
  rate: 'otp',
  output: done,
  audit: 'access.code',
  refuses: [errors.access_no_new_code],
});

export const withdrawAccess = endpoint({
  service: 'main',
  method: 'POST',
  path: '/shared-access/withdraw',
  summary: 'The account holder ends an access or takes an invitation back',
  access: CONSUMERS,
  body: z.object({ id: z.uuid() }),
  output: done,
  audit: { none: 'audited unless it has ended already' },
  refuses: [commonErrors.not_found],
});

export const endAccess = endpoint({
  service: 'main',
  method: 'POST',
  path: '/shared-access/end',
  summary:
    'Staff end an access or an invitation that should not have been given; the holder is told, and the other one if they had accepted',
  access: { permission: 'consumers:edit' },
  body: z.object({ id: z.uuid(), reason: lineSchema(500) }),
  output: done,
  audit: { none: 'audited unless it has ended already' },
  refuses: [commonErrors.not_found],
});

export const leaveConnection = endpoint({
  service: 'main',
  method: 'POST',
  path: '/shared-access/leave',
  summary: 'Whom a connection is shared with gives the access back',
  access: CONSUMERS,
  body: z.object({ id: z.uuid() }),
  output: done,
  audit: { none: 'audited unless it has ended already' },
  refuses: [commonErrors.not_found],
});
