/** Consumers: registration by themselves, and the utility's register of them (spec §7 "Consumers"). */
import { z } from 'zod';
import { errors as identityErrors } from '#domains/identity/contract.ts';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { done, endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import { phoneSchema } from '#shared/phone.ts';
import {
  blankSchema,
  emailSchema,
  lineSchema,
  nidSchema,
  optionalLineSchema,
  passwordSchema,
} from '#shared/text.ts';

export const errors = errorCodes('consumers', {
  born_in_future: { status: 422, field: 'dateOfBirth' },
  /** What prevents deleting; each names its count. Inactive is what stays possible. */
  has_account: { status: 409 },
  has_connections: { status: 409 },
  has_applications: { status: 409 },
  has_ownership_requests: { status: 409 },
  has_work_orders: { status: 409 },
  has_tickets: { status: 409 },
  has_invoices: { status: 409 },
  has_payments: { status: 409 },
  has_merged: { status: 409 },
  /** It was merged into another: that one is to be changed. */
  merged: { status: 409 },
  same_consumer: { status: 422, field: 'intoId' },
  wrong_number: { status: 422, field: 'confirmNumber' },
  reason_missing: { status: 422, field: 'reason' },
  /** Nobody signs in with it yet: there is no password and no photo. */
  no_account: { status: 409 },
  /** No such number, a wrong meter or bill, one that has an account: one sentence, so that nothing can be found out. */
  claim_refused: { status: 422 },
  /** params: seconds, minutes. */
  claim_wait: { status: 429 },
  /** Too many claims of one account. */
  claim_limit: { status: 409 },
  claim_code_wrong: { status: 422, field: 'code' },
  /** Tried five times, too old, or none was sent. */
  claim_code_over: { status: 422, field: 'code' },
  /** There is one new code for a claim, and it went out. */
  claim_no_new_code: { status: 409 },
  claim_decided: { status: 409 },
  /** The claim comes from the phone of the person who decides. */
  claim_own: { status: 409 },
  /** The entry has an account by now, is of a person with another national ID, or the claimant's or this one is out of use. */
  claim_not_joinable: { status: 409 },
  /** The two entries, or the account, went elsewhere since. */
  claim_not_undone: { status: 409 },
  /** The account joined another entry since, which would be left behind: that claim is undone first. */
  claim_later_first: { status: 409 },
  /** The proven phone is in the register: the person says which entry is theirs, or that they are new. */
  phone_known: { status: 409 },
});

/** What shows that an entry of the register is one's own: its number, and one that only its papers and pipe show. */
export const claimBody = z.object({
  /** Of the consumer, of one of their connections (it is on the bill), or of the register before this one. */
  customerNumber: lineSchema(40),
  /** The number of the meter that is there now, or of the last bill. */
  evidence: lineSchema(60),
});
export type Claim = z.output<typeof claimBody>;

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
  /** "I have a connection already": the account becomes that consumer's. */
  claim: claimBody.optional(),
  /** "I have none": the answer if the phone is in the register without leading to one entry. */
  isNew: z.boolean().default(false),
});

export const registration = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/registration',
  summary: 'A consumer registers with a proven phone number',
  access: { public: 'before an account exists' },
  rate: 'otp',
  body: registrationBody,
  output: z.object({
    consumerNumber: z.string(),
    /**
     * How the account came to its consumer: found by the phone, by claim, or made. WAITING: it has an entry of its own
     * until the phone of the claimed one, or staff, agree.
     */
    consumer: z.enum(['JOINED', 'CLAIMED', 'NEW', 'WAITING']),
  }),
  audit: ['consumer.create', 'consumer.join', 'consumer.claim', 'consumer.claim-ask'],
  refuses: [
    identityErrors.phone_taken,
    identityErrors.proof_invalid,
    identityErrors.short_password,
    identityErrors.weak_password,
    errors.born_in_future,
    errors.claim_refused,
    errors.claim_wait,
    errors.phone_known,
  ],
});

const blank = z.literal('').transform(() => null);
export const STATES = ['active', 'inactive', 'merged'] as const;
const status = z.enum(STATES);

export const consumerSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
  nameBn: z.string().nullable(),
  phone: z.string(),
  email: z.string().nullable(),
  /** Lists show its last four digits. Null, as the birthday, for staff who may not write the entry. */
  nid: z.string().nullable(),
  dateOfBirth: daySchema.nullable(),
  address: z.string(),
  /** What the register before this one called them. */
  legacyNumber: z.string().nullable(),
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
  address: blankSchema(500),
});
export type ConsumerFields = z.output<typeof consumerBody>;

export const listedConsumer = consumerSchema.extend({
  connections: z.int(),
  /** Unpaid bills of their connections. */
  dueMinor: minorSchema,
});
export type ListedConsumer = z.infer<typeof listedConsumer>;

export const listConsumers = endpoint({
  service: 'main',
  method: 'GET',
  path: '/consumers',
  summary: "The utility's register of consumers",
  access: { permission: 'consumers:view' },
  query: paging(['name', 'number', '-createdAt'], {
    status: status.optional(),
    /** With a connection there. */
    sectorId: z.uuid().optional(),
    /** A bill is unpaid after its due day. */
    inArrears: queryFlag.optional(),
  }),
  output: listOf(listedConsumer),
});

export const listConsumersDownload = exportOf(listConsumers);

/** Kinds of things that belong to a consumer; the tabs of their page count by them. */
export const HOLDINGS = [
  ...([
    'connections',
    'applications',
    'drafts',
    'documents',
    'invoices',
    'payments',
    'wallet',
    'ownership_requests',
    'work_orders',
    'tickets',
  ] as const),
] as const;
export const holdingSchema = z.object({
  kind: z.enum(HOLDINGS),
  count: z.int(),
  /** Invoices: what is unpaid. Payments: what came in. */
  amountMinor: minorSchema.nullable(),
});
export type Holding = z.output<typeof holdingSchema>;

export const otherConsumer = z.object({
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
  nameBn: z.string().nullable(),
});

export const consumerRecord = consumerSchema.extend({
  statusReason: z.string().nullable(),
  mergedInto: otherConsumer.nullable(),
  /** Duplicates that became this consumer. */
  mergedFrom: z.array(otherConsumer),
  account: z
    .object({
      status: z.enum(['active', 'disabled']),
      lastLoginAt: instantSchema.nullable(),
      imageLink: z.string().nullable(),
    })
    .nullable(),
  holdings: z.array(holdingSchema),
  dueMinor: minorSchema,
});
export type ConsumerRecord = z.output<typeof consumerRecord>;

export const getConsumer = endpoint({
  service: 'main',
  method: 'GET',
  path: '/consumers/{id}',
  summary: 'One consumer with the records that belong to them',
  access: { permission: 'consumers:view' },
  params: idParams,
  output: consumerRecord,
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
  refuses: [errors.born_in_future],
});

export const editConsumer = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/consumer/edit',
  summary: 'Change a consumer',
  access: { permission: 'consumers:edit' },
  body: consumerBody.extend({
    id: z.uuid(),
    version: z.int(),
    status: z.enum(['active', 'inactive']).optional(),
    /** Required if the status changes. */
    reason: optionalLineSchema(500),
  }),
  output: consumerSchema,
  audit: 'consumer.edit',
  refuses: [commonErrors.not_found, errors.born_in_future, errors.merged, errors.reason_missing],
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
  refuses: [
    errors.has_account,
    errors.has_applications,
    errors.has_ownership_requests,
    errors.has_work_orders,
    errors.has_tickets,
    errors.has_connections,
    errors.has_invoices,
    errors.has_merged,
    errors.has_payments,
  ],
});
