/** Disputes of bills: a household says that a bill is wrong, and the office decides. The paths are ours. */
import { z } from 'zod';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import {
  DISPUTE_CHANNELS,
  DISPUTE_REASONS,
  DISPUTE_STATES,
  OFFICE_DISPUTE_CHANNELS,
  VERDICTS,
} from './dispute.rules.ts';

export const errors = errorCodes('disputes', {
  already_open: { status: 409, constraint: 'disputes_open_key' },
  /** By another reason: it is paid by a plan, or a leak is looked at. */
  bill_held: { status: 409 },
  bill_cancelled: { status: 409 },
  bill_paid: { status: 409 },
  bill_taken_over: { status: 409 },
  /** params: day, the last one. The office takes it with a reason. */
  too_late: { status: 409, field: 'exceptionReason' },
  /** The bill was decided about. The office takes it again with a reason. */
  decided_before: { status: 409, field: 'exceptionReason' },
  photo_unknown: { status: 422, field: 'photoId' },
  /** The household took back as many as it may within some weeks. params: day, from which it can object again. */
  asked_often: { status: 409 },
  over: { status: 409 },
  /** Who took or approved the reading. */
  own_reading: { status: 409 },
  correction_waits: { status: 409 },
  withdrawal_reason: { status: 422, field: 'reason' },
  /** Not somebody who decides about disputes. */
  person_unknown: { status: 422, field: 'userId' },
});

const disputeSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  state: z.enum(DISPUTE_STATES),
  invoiceId: z.uuid(),
  invoiceNumber: z.string(),
  period: monthSchema,
  connectionNumber: z.string(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  totalMinor: minorSchema,
  dueMinor: minorSchema,
  reason: z.enum(DISPUTE_REASONS),
  words: z.string(),
  registerLitres: z.int().nullable(),
  hasPhoto: z.boolean(),
  channel: z.enum(DISPUTE_CHANNELS),
  callerName: z.string().nullable(),
  askedAt: instantSchema,
  askedOn: daySchema,
  decideBy: daySchema,
  /** Open, and its day is over. */
  isLate: z.boolean(),
  /** To the office: who looks at it. */
  assignedTo: z.string().nullable(),
  /** To the office. */
  decidedBy: z.string().nullable(),
  verdict: z.enum(VERDICTS).nullable(),
  answer: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  endedOn: daySchema.nullable(),
  /** Of what the person sees: a household withdraws on the page of its bill, which has the list only. */
  version: z.int(),
});
export type Dispute = z.output<typeof disputeSchema>;

/** As the office sees the reading of the bill, and the ones before it. */
const readingSchema = z.object({
  period: monthSchema,
  readOn: daySchema,
  registerLitres: z.int(),
  consumptionLitres: z.int().nullable(),
  source: z.enum(['MANUAL', 'IMPORT', 'MOBILE', 'SELF', 'ESTIMATE']),
  takenBy: z.string().nullable(),
  reviewedBy: z.string().nullable(),
  remark: z.string().nullable(),
  /** Of a visit with a photo. */
  visitId: z.uuid().nullable(),
  isOfBill: z.boolean(),
});
export type DisputedReading = z.output<typeof readingSchema>;

const detailSchema = disputeSchema.extend({
  askedBy: z.string().nullable(),
  exceptionReason: z.string().nullable(),
  withdrawnReason: z.string().nullable(),
  /** To the office: in which the household is written to. */
  language: z.enum(['en', 'bn']).nullable(),
  /** A correction of the bill waits for its second person. */
  correctionWaits: z.boolean(),
  /** The documents of the correction that ended it, or that was made meanwhile. */
  documents: z.array(
    z.object({ number: z.string(), amountMinor: minorSchema, supplementId: z.uuid().nullable() }),
  ),
  billCancelledOn: daySchema.nullable(),
  readings: z.array(readingSchema),
  /** Other disputes of the same bill. */
  others: z.array(
    z.object({ id: z.uuid(), number: z.string(), state: z.enum(DISPUTE_STATES), askedOn: daySchema }),
  ),
  can: z.object({
    withdraw: z.boolean(),
    assign: z.boolean(),
    decide: z.boolean(),
    isReader: z.boolean(),
  }),
});
export type DisputeDetail = z.output<typeof detailSchema>;

const objection = {
  invoiceId: z.uuid(),
  reason: z.enum(DISPUTE_REASONS),
  words: lineSchema(1000),
  /** What the meter shows now. */
  registerLitres: z.int().min(0).max(999_999_999_999).nullable().default(null),
  /** An upload of one's own. */
  photoId: z.uuid().nullable().default(null),
};
const opened = z.object({ id: z.uuid(), number: z.string(), decideBy: daySchema });
const refusesBill = [
  commonErrors.not_found,
  errors.already_open,
  errors.bill_held,
  errors.bill_cancelled,
  errors.bill_paid,
  errors.bill_taken_over,
  errors.too_late,
  errors.decided_before,
  errors.photo_unknown,
];

export const disputeOwnBill = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/invoice/dispute',
  summary: 'Say that an own bill is wrong: until it is decided the bill is not collected',
  access: { permission: 'disputes:own' },
  rate: 'money',
  body: z.object(objection),
  output: opened,
  audit: 'dispute.open',
  refuses: [...refusesBill, errors.asked_often],
});

export const disputeForHousehold = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/invoice/dispute/for-household',
  summary: 'Note a dispute for a household that came or called',
  access: { permission: 'disputes:note' },
  rate: 'money',
  body: z.object({
    ...objection,
    channel: z.enum(OFFICE_DISPUTE_CHANNELS),
    /** Who asked. */
    callerName: lineSchema(120),
    /** Why although the days are over, or although it was decided about. */
    exceptionReason: lineSchema(300).nullable().default(null),
  }),
  output: opened,
  audit: 'dispute.open',
  refuses: refusesBill,
});

export const withdrawDispute = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/dispute/{id}/withdraw',
  summary: 'The household does not object any more; the office says why it notes that',
  access: { signedIn: 'disputes:own for the own bill; disputes:note at the office' },
  params: idParams,
  body: z.object({ version: z.int(), reason: lineSchema(300).nullable().default(null) }),
  output: z.object({ id: z.uuid() }),
  audit: 'dispute.withdraw',
  refuses: [commonErrors.not_permitted, commonErrors.stale_version, errors.over, errors.withdrawal_reason],
});

export const assignDispute = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/dispute/{id}/assign',
  summary: 'Take a dispute, or give it to somebody who decides about them',
  access: { permission: 'disputes:decide' },
  params: idParams,
  body: z.object({ version: z.int(), userId: z.uuid().nullable().default(null) }),
  output: z.object({ id: z.uuid() }),
  audit: 'dispute.assign',
  refuses: [commonErrors.stale_version, errors.over, errors.person_unknown],
});

export const decideDispute = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/dispute/{id}/decide',
  summary: 'Decide about a dispute; one that is upheld ends by the correction of the bill',
  access: { permission: 'disputes:decide' },
  params: idParams,
  body: z.object({
    version: z.int(),
    verdict: z.enum(VERDICTS),
    /** The household reads it. */
    answer: lineSchema(500),
  }),
  output: z.object({ id: z.uuid(), state: z.enum(DISPUTE_STATES) }),
  audit: 'dispute.decide',
  refuses: [commonErrors.stale_version, errors.over, errors.own_reading, errors.correction_waits],
});

export const listDisputes = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/disputes',
  summary: 'Disputes of bills, with the count of each state; a consumer sees their own',
  access: { permission: 'disputes:view' },
  query: paging(['-askedAt', 'decideBy', 'dueMinor'], {
    state: z.enum(DISPUTE_STATES).optional(),
    /** Not decided, or not corrected yet. */
    open: queryFlag.optional(),
    late: queryFlag.optional(),
    reason: z.enum(DISPUTE_REASONS).optional(),
    sectorId: z.uuid().optional(),
    invoiceId: z.uuid().optional(),
    mine: queryFlag.optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
  output: listOf(disputeSchema).extend({
    /** Days in which the office decides about a new one. */
    decideDays: z.int(),
    counts: z.partialRecord(z.enum(DISPUTE_STATES), z.int()),
  }),
});
export const listDisputesDownload = exportOf(listDisputes);

export const getDispute = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/dispute/{id}',
  summary: 'One dispute, for the office with the readings behind the bill',
  access: { permission: 'disputes:view' },
  params: idParams,
  output: detailSchema,
});

export const openDisputePhoto = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/dispute/{id}/photo',
  summary: 'A link that shows the photo of a dispute for a few minutes',
  access: { permission: 'disputes:view' },
  params: idParams,
  output: z.object({ url: z.string() }),
});

export const listDeciders = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/disputes/deciders',
  summary: 'Who may decide about disputes',
  access: { permission: 'disputes:decide' },
  output: z.object({ items: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
});
