/**
 * Change of the owner of a connection (spec §7 "Ownership change"): asked for by either owner or at the counter, agreed to by both,
 * checked, read and accepted. Paths that the specification does not name say so.
 */
import { z } from 'zod';
import { goesBackSchema } from '#domains/applications/detail.schema.ts';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import { ASKED } from './asked.rules.ts';
import {
  CAUSES,
  MOVES,
  PAPER_KINDS,
  PAPERS_STATES,
  REQUEST_ACTIONS,
  REQUEST_STATES,
  SIDES,
} from './ownership.rules.ts';

export const errors = errorCodes('ownership', {
  /** No connection of this number has this meter: one answer, so that nobody learns which is wrong. */
  connection_unknown: { status: 422, field: 'connectionNumber' },
  connection_closed: { status: 409 },
  /** The new owner has the connection already. */
  same_owner: { status: 422, field: 'phone' },
  /** The register has the phone under another name. params, for the office: name, number; for a household: empty texts */
  phone_of_other: { status: 422, field: 'phone' },
  /** params: numbers of the entries that have the phone */
  phone_of_several: { status: 409, field: 'phone' },
  /** Too many requests of this person within a day. */
  asked_too_often: { status: 409 },
  request_open: { status: 409, constraint: 'requests_open_key' },
  wrong_state: { status: 409 },
  agreed_already: { status: 409 },
  /** params: left: tries */
  code_wrong: { status: 422, field: 'code' },
  /** Tried too often, or too old: only a new one helps. */
  code_over: { status: 422, field: 'code' },
  /** Sent a moment ago, or too often. */
  code_wait: { status: 409 },
  /** Households have asked for so many codes for this phone within a day. */
  codes_of_phone: { status: 409 },
  /** params: missing */
  papers_missing: { status: 422 },
  /** Who asks for themselves brings the papers with the request. params: missing */
  papers_needed: { status: 422, field: 'papers' },
  /** A paper that is named in the request: nobody's own upload, or no picture and no PDF. */
  paper_unknown: { status: 422, field: 'papers' },
  file_missing: { status: 422 },
  /** The papers were checked, or the request returned, with it. */
  paper_looked_at: { status: 409 },
  /** A returned request is sent again as it was: somebody says why it is right. */
  nothing_corrected: { status: 422, field: 'remark' },
  /** params: most */
  papers_full: { status: 409, field: 'file' },
  /** By one household, within 24 hours. params: most */
  changed_too_often: { status: 409 },
  /** The day of the handover: after the last reading and not in the future. params: day */
  day_too_early: { status: 422, field: 'readOn' },
  day_in_future: { status: 422, field: 'readOn' },
  figure_missing: { status: 422, field: 'registerLitres' },
  figure_without_meter: { status: 422, field: 'registerLitres' },
  /** Lower than before, or far from what is usual: asked about once. params: last, register, usual, in litres */
  unusual_register: { status: 409, field: 'unusual' },
  /** Who ends a request is asked once: a payment of its fee is at the bank, and goes back if it comes. params: amountMinor */
  payment_at_bank: { status: 409, field: 'despitePayment' },
  /** The fee is paid at once: neither a part nor more. params: due */
  fee_whole: { status: 422, field: 'amountMinor' },
  /** More than is open. params: amount: what is open */
  liability_beyond_dues: { status: 422, field: 'liabilityMinor' },
  /** params: amount: open bills that nobody has taken over */
  dues_open: { status: 409 },
  /** Bills are paid only by cheques that the bank has not paid: if they came back, nobody had taken the bills over. params: amount */
  dues_in_clearing: { status: 409 },
  /** The connection is cut off because of late bills: the water is opened first, by who had it. */
  without_water: { status: 409 },
  /** The connection belongs to somebody else by now. */
  owner_moved: { status: 409 },
  /** Who checked the papers, or noted the handover, does not accept the change. */
  own_check: { status: 409, constraint: 'requests_two_persons' },
  /** The new owner's entry of the register is not in use. */
  new_owner_inactive: { status: 409 },
});

const figure = z.number().nullable();
const expectationSchema = z.object({
  ...{
    previousLitres: figure,
    previousOn: daySchema.nullable(),
    expectedLitres: figure,
    expectedOn: daySchema,
  },
  ...{ highFactor: figure, highLitres: figure, lowFactor: figure, lowLitres: figure },
});

/** As the refund cases of payments, which is to the right. */
const FEE_REFUNDS = ['REQUESTED', 'APPROVED', 'REFUSED', 'PAID_OUT', 'WITHDRAWN', 'RETURNED'] as const;

export const stateSchema = z.enum(REQUEST_STATES);
export const sideSchema = z.enum(SIDES);

const requestItem = z.object({
  id: z.uuid(),
  number: z.string(),
  connectionNumber: z.string(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  /** Empty for the new owner until the present one has agreed. */
  fromName: z.string(),
  fromNameBn: z.string().nullable(),
  toName: z.string(),
  toNameBn: z.string().nullable(),
  cause: z.enum(CAUSES),
  state: stateSchema,
  stateSince: instantSchema,
  askedAt: instantSchema,
  askedAs: z.enum(['PRESENT', 'NEW', 'STAFF']),
  presentAgreed: z.boolean(),
  newAgreed: z.boolean(),
  /** How many papers there are, also those that the reader does not see, and whether they were checked. */
  papers: z.int(),
  papersState: z.enum(PAPERS_STATES),
  /** With VAT; 0: the change is free. */
  feeMinor: minorSchema,
  feePaidMinor: minorSchema,
  expiresOn: daySchema,
  version: z.int(),
});
export type RequestItem = z.output<typeof requestItem>;
/** moves: what this person of the office may do with it now; none of a household. */
const listedRequest = requestItem.extend({ moves: z.array(z.enum(MOVES)) });
export type ListedRequest = z.output<typeof listedRequest>;

export const paperSchema = z.object({
  id: z.uuid(),
  kind: z.enum(PAPER_KINDS),
  fileName: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  uploadedAt: instantSchema,
  uploadedBy: z.string(),
  /** The reader brought it, and nobody has looked at it. */
  isRemovable: z.boolean(),
});

const requestDetail = requestItem.extend({
  connectionId: z.uuid().nullable(),
  /** Which of the two owners the reader is; null for people of the office. */
  side: sideSchema.nullable(),
  /** What it asks of this owner now; null for the office, and when it is over. */
  asked: z.enum(ASKED).nullable(),
  fromPhone: z.string().nullable(),
  toPhone: z.string(),
  toEmail: z.string().nullable(),
  toNid: z.string().nullable(),
  toAddress: z.string().nullable(),
  /** The entry of the register that has the new owner's phone. */
  toConsumerId: z.uuid().nullable(),
  fromConsumerId: z.uuid().nullable(),
  askedBy: z.string(),
  remark: z.string().nullable(),
  /** Nothing was corrected since it was returned. */
  asReturned: z.boolean(),
  verifiedBy: z.string().nullable(),
  readOn: daySchema.nullable(),
  registerLitres: z.int().nullable(),
  readBy: z.string().nullable(),
  liabilityMinor: minorSchema,
  /** After the change: what of it nobody has paid yet; null before. */
  liabilityOpenMinor: minorSchema.nullable(),
  /** Null: the change is free. */
  fee: z
    .object({
      vatMinor: minorSchema,
      payments: z.object({
        /** Of who paid and of the office. */
        receipt: z.object({ paymentId: z.uuid(), number: z.string(), paidOn: daySchema }).nullable(),
        /** The bank has not decided about a payment of it; the other owner reads only that there is one. */
        atBank: z.object({ paymentId: z.uuid().nullable(), isSetAside: z.boolean() }).nullable(),
        /** Money that came too late and paid nothing, the newest first: of who paid and of the office. */
        goesBack: z.array(goesBackSchema),
        /** The fee that was paid goes back: of who paid and of the office. */
        refund: z
          .object({ refundId: z.uuid().nullable(), state: z.enum(FEE_REFUNDS), amountMinor: minorSchema })
          .nullable(),
      }),
    })
    .nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  /** What is open on the connection now and what is kept for it: for the office and the present owner. */
  openMinor: minorSchema.nullable(),
  openBills: z.int().nullable(),
  advanceMinor: minorSchema.nullable(),
  hasMeter: z.boolean(),
  lastReadOn: daySchema.nullable(),
  lastLitres: z.int().nullable(),
  /** What the register of the handover is compared with: for the office. */
  expectation: expectationSchema.nullable(),
  consents: z.array(
    z.object({
      side: sideSchema,
      phoneEnd: z.string(),
      givenAs: z.enum(['CODE', 'ASKED', 'OFFICE']).nullable(),
      givenAt: instantSchema.nullable(),
      givenBy: z.string().nullable(),
      reason: z.string().nullable(),
      /** A code is on its way that is still good: not too old, and not tried too often. */
      codeSentAt: instantSchema.nullable(),
      /** Another code may be sent, if not this minute. */
      hasCodesLeft: z.boolean(),
    }),
  ),
  documents: z.array(paperSchema),
  /** Papers that are there and that the reader does not see: of the other owner, or brought to the office. */
  hiddenPapers: z.int(),
  missing: z.array(z.enum(['title', 'nid'])),
  timeline: z.array(
    z.object({
      id: z.uuid(),
      at: instantSchema,
      action: z.enum(['request', 'correct-figure', ...REQUEST_ACTIONS]),
      toState: stateSchema,
      by: z.string(),
      remark: z.string().nullable(),
    }),
  ),
  successorNumber: z.string().nullable(),
  /** For the new owner: what they took over and have not paid. */
  takenOver: z.object({ connectionId: z.uuid(), openMinor: minorSchema }).nullable(),
  can: z.record(z.enum(REQUEST_ACTIONS), z.enum(['yes', 'no'])),
  /** What would be theirs now and would be refused: with the code of that refusal. */
  blocked: z.partialRecord(
    z.enum(REQUEST_ACTIONS),
    z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
});
export type RequestDetail = z.output<typeof requestDetail>;

const view = { permission: 'ownership:view' } as const;
const BASE = '/application/change_ownership_request' as const;

export const listOwnedConnections = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/list`,
  summary: 'Connections that can change hands, with what is due and a request that is open',
  access: view,
  rate: 'search',
  query: paging(['connectionNumber'], {
    sectorId: z.uuid().optional(),
    hasDues: queryFlag.optional(),
    inChange: queryFlag.optional(),
  }),
  output: listOf(
    z.object({
      connectionId: z.uuid(),
      connectionNumber: z.string(),
      applicationNumber: z.string().nullable(),
      ownerName: z.string(),
      ownerNameBn: z.string().nullable(),
      sectorNumber: z.string(),
      roadNumber: z.string(),
      plotNumber: z.string(),
      dueMinor: minorSchema,
      requestId: z.uuid().nullable(),
      requestNumber: z.string().nullable(),
      requestState: stateSchema.nullable(),
    }),
  ),
});
export type ConnectionItem = z.output<(typeof listOwnedConnections)['output']>['items'][number];
export const listOwnedConnectionsDownload = exportOf(listOwnedConnections);

export const listRequests = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/requested/list`,
  summary: 'Requests to change an owner, with the count of each state',
  access: view,
  query: paging(['-askedAt', 'stateSince', 'number'], {
    state: stateSchema.optional(),
    sectorId: z.uuid().optional(),
    cause: z.enum(CAUSES).optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
  output: listOf(listedRequest).extend({ counts: z.partialRecord(stateSchema, z.int()) }),
});
export const listRequestsDownload = exportOf(listRequests);

export const listChanges = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/ownership_change_history',
  summary: 'Changes of owners that were made',
  access: { permission: 'ownership:history' },
  query: paging(['-effectiveOn', 'acceptedAt'], {
    sectorId: z.uuid().optional(),
    connectionId: z.uuid().optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
  output: listOf(
    z.object({
      id: z.uuid(),
      requestId: z.uuid(),
      requestNumber: z.string(),
      sectorNumber: z.string(),
      roadNumber: z.string(),
      plotNumber: z.string(),
      fromConnectionNumber: z.string(),
      toConnectionNumber: z.string(),
      fromName: z.string(),
      fromNameBn: z.string().nullable(),
      toName: z.string(),
      toNameBn: z.string().nullable(),
      effectiveOn: daySchema,
      acceptedBy: z.string(),
      acceptedAt: instantSchema,
      registerLitres: z.int().nullable(),
      openMinor: minorSchema,
      advanceMinor: minorSchema,
      /** The paper that shows the new owner, if one is there. */
      titlePaperId: z.uuid().nullable(),
    }),
  ),
});
export type ChangeItem = z.output<(typeof listChanges)['output']>['items'][number];
export const listChangesDownload = exportOf(listChanges);

export const getRequest = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/detail`,
  summary:
    'One request: both parties, papers, reading, dues, what happened and what can be done (the path is ours)',
  access: view,
  query: z.object({ requestId: z.uuid() }),
  output: requestDetail,
  refuses: [commonErrors.not_found],
});

export const getFeeOfDay = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/fee`,
  summary: 'What a change that is asked for today costs, with VAT; 0: nothing (the path is ours)',
  access: { signedIn: 'prices are no secret of anybody' },
  output: z.object({ feeMinor: minorSchema, feeVatMinor: minorSchema }),
});

export const openPaper = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/document/open`,
  summary:
    'A link that opens a paper for a few minutes: the office all, an owner those they brought (the path is ours)',
  access: view,
  query: z.object({ documentId: z.uuid() }),
  output: z.object({ documentId: z.uuid(), url: z.string() }),
  refuses: [commonErrors.not_found],
});
