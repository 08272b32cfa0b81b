/** What one application's screen gets beside the list's row. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';
import { ACTIONS, REFUND_STATES, STATE_NAMES } from './application.rules.ts';
import { DOCUMENT_KIND_NAMES } from './documents.rules.ts';
import { draftParts, PART_FIELD_NAMES, PART_NAMES } from './intake/parts.rules.ts';
import { checkAnswered, checkItem, keptCheck } from './noc/checks/check.schema.ts';

export const documentSchema = z.object({
  id: z.uuid(),
  kind: z.enum(DOCUMENT_KIND_NAMES),
  /** 1 for the first; older versions of the same kind stay. */
  versionNo: z.int(),
  /** RETURNED: a new one was asked for; REPLACED: it came. */
  state: z.enum(['SUBMITTED', 'ACCEPTED', 'RETURNED', 'REPLACED']),
  fileName: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  uploadedAt: instantSchema,
  uploadedBy: z.string(),
  /** What is wrong with it, if it was returned. */
  remark: z.string().nullable(),
  /** Who accepted or returned it; null while nobody looked at it by itself. */
  checkedBy: z.string().nullable(),
  checkedAt: instantSchema.nullable(),
});

/** A document with what the offices wrote about it, the oldest first. */
export const paperSchema = documentSchema.extend({
  comments: z.array(
    z.object({
      id: z.uuid(),
      at: instantSchema,
      /** return: why it was returned. */
      kind: z.enum(['comment', 'return']),
      name: z.string(),
      roleCode: z.string(),
      text: z.string(),
    }),
  ),
});

export const surveySchema = z.object({
  id: z.uuid(),
  versionNo: z.int(),
  /** RETURNED: a draft that was sent back. */
  state: z.enum(['DRAFT', 'RETURNED', 'SUBMITTED', 'APPROVED', 'REVISED']),
  /** Why it was sent back, while it is not handed in again. */
  returned: z.object({ at: instantSchema, by: z.string(), remark: z.string() }).nullable(),
  type: z.enum(['FIXED', 'EXTRA']),
  /** These three and the note are for the office: a household reads none of them. */
  surveyorId: z.uuid().nullable(),
  visitedOn: daySchema.nullable(),
  distanceM: z.string().nullable(),
  roadType: z.string(),
  pipeSizeMm: z.int().nullable(),
  latitude: z.string().nullable(),
  longitude: z.string().nullable(),
  note: z.string(),
  materials: z.array(
    z.object({
      materialId: z.uuid(),
      type: z.enum(['FIXED', 'EXTRA']),
      nameEn: z.string(),
      nameBn: z.string(),
      unit: z.string(),
      quantity: z.string(),
      /** Null if the material has no rate yet. */
      rateMinor: minorSchema.nullable(),
      amountMinor: minorSchema.nullable(),
    }),
  ),
  totalMinor: minorSchema,
});

export const noteLineSchema = z.object({
  kind: z.enum(['application_fee', 'connection_fee', 'material', 'vat']),
  nameEn: z.string(),
  nameBn: z.string(),
  unit: z.string(),
  quantity: z.string(),
  rateMinor: minorSchema,
  amountMinor: minorSchema,
});

export const demandNoteSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  versionNo: z.int(),
  state: z.enum(['ISSUED', 'PARTIALLY_PAID', 'PAID', 'CANCELLED']),
  issuedOn: daySchema,
  dueOn: daySchema,
  totalMinor: minorSchema,
  settledMinor: minorSchema,
  cancelReason: z.string().nullable(),
  /** What of it goes back after a withdrawal, and how far that is. */
  refundableMinor: minorSchema,
  refundState: z.enum(REFUND_STATES).nullable(),
  lines: z.array(noteLineSchema.extend({ lineNo: z.int() })),
});

export const correctionItem = z.object({
  /** A part of the application, or `document` with its kind. */
  part: z.enum([...PART_NAMES, 'document']),
  kind: z.enum(DOCUMENT_KIND_NAMES).nullable(),
  remark: z.string(),
  /** What of the part is wrong; empty: the part as a whole. */
  fields: z.array(z.enum(PART_FIELD_NAMES)),
  /** Of these, what holds the same as when the correction was asked. */
  unchanged: z.array(z.enum(PART_FIELD_NAMES)),
  /** Why what was named is right as it is. */
  answer: z.string().nullable(),
  corrected: z.boolean(),
});

/** A payment of a demand note of which the bank has not decided. */
export const atBankSchema = z.object({
  applicationId: z.uuid(),
  paymentId: z.uuid(),
  amountMinor: minorSchema,
  startedAt: instantSchema,
  /** A person looks at it, because the bank's answer does not fit. */
  isSetAside: z.boolean(),
});

/** Money that a bank took when it could not pay any more what it was for: all of it goes back, by a refund. */
export const goesBackSchema = z.object({
  paymentId: z.uuid(),
  amountMinor: minorSchema,
  paidOn: daySchema,
  refundState: z.enum(REFUND_STATES),
  /** The day on which the refund was paid out. */
  paidOutOn: daySchema.nullable(),
});

export const detailFields = {
  /** Of the demand note; the one that still runs before one that is set aside. */
  atBank: atBankSchema.nullable(),
  /** Of its demand notes, the newest first. */
  goesBack: z.array(goesBackSchema),
  parts: draftParts,
  /** Fields of the parts that are not filled in or not right yet, as paths such as `applicant.phone`. */
  incompleteFields: z.array(z.string()),
  /** Of each part what the planning authority has approved, so that it is not corrected. Empty for consumers. */
  approvedFields: z.record(z.enum(PART_NAMES), z.array(z.enum(PART_FIELD_NAMES))),
  neededDocuments: z.array(z.enum(DOCUMENT_KIND_NAMES)),
  /** False: the person may not open them, and the list is empty. */
  documentsOpen: z.boolean(),
  documents: z.array(paperSchema),
  overlayReason: z.string().nullable(),
  overlayOn: daySchema.nullable(),
  overlayUntil: daySchema.nullable(),
  /** Who held it, and the roles of which somebody may go on with it: for the utility's staff. */
  overlayBy: z.string().nullable(),
  resumedBy: z.array(z.object({ code: z.string(), name: z.string() })),
  nocDate: daySchema.nullable(),
  nocValidUntil: daySchema.nullable(),
  nocDocumentId: z.uuid().nullable(),
  /** The authority's last desk signed its letter on this day. */
  nocLetterOn: daySchema.nullable(),
  letterIssuedOn: daySchema.nullable(),
  /** The planning authority's desks in their order. Empty for consumers. */
  chain: z.array(
    z.object({
      position: z.int(),
      roleCode: z.string(),
      name: z.string(),
      /** Of the desk, or the one to whom this application was forwarded. */
      officerName: z.string().nullable(),
      officerId: z.uuid().nullable(),
      isForwarded: z.boolean(),
      /** The last time that it was given to another officer of this desk; null for who reads nothing of that. `by` is empty for who is not told the name. */
      forwarded: z
        .object({ by: z.string(), to: z.string(), at: instantSchema, reason: z.string() })
        .nullable(),
      /** Who has the desk today in the place of the officer, and the last day of it. */
      deputyName: z.string().nullable(),
      deputyUntil: daySchema.nullable(),
      state: z.enum(['WAITING', 'OPEN', 'APPROVED', 'REJECTED']),
      openedAt: instantSchema.nullable(),
      dueAt: instantSchema.nullable(),
      decidedAt: instantSchema.nullable(),
      decidedBy: z.string().nullable(),
      /** The officer in whose place a deputy decided. */
      onBehalfOf: z.string().nullable(),
    }),
  ),
  /** What the desk that has it checks, with the answers that are there. Empty for who does not see the desks. */
  deskChecks: z.array(
    checkItem.extend({
      id: z.uuid(),
      answered: checkAnswered.nullable(),
      /** It is a paper that nobody has handed in: not ticked, a remark answers it. */
      paperMissing: z.boolean(),
    }),
  ),
  remarks: z.array(
    z.object({
      id: z.uuid(),
      at: instantSchema,
      roleCode: z.string(),
      name: z.string(),
      onBehalfOf: z.string().nullable(),
      kind: z.enum(['remark', 'approve', 'return', 'reject']),
      text: z.string(),
      shared: z.boolean(),
      /** What was checked for this decision. */
      checks: z.array(keptCheck),
    }),
  ),
  recorrection: z
    .object({
      id: z.uuid(),
      askedState: z.enum(STATE_NAMES),
      askedBy: z.string(),
      askedAt: instantSchema,
      reason: z.string(),
      items: z.array(correctionItem),
    })
    .nullable(),
  /** What it waits for inside the office, and the assignee if that person may do it; null for consumers. */
  next: z
    .object({
      step: z.enum(['survey', 'approve-survey', 'install', 'confirm-installation']).nullable(),
      person: z.string().nullable(),
    })
    .nullable(),
  survey: surveySchema.nullable(),
  /** What a survey usually measures at most, for who makes it: a phone asks about more without a network. */
  usualDistanceM: z.int().nullable(),
  usualQuantity: z.int().nullable(),
  demandNotes: z.array(demandNoteSchema),
  installation: z
    .object({
      installedOn: daySchema,
      meterNumber: z.string(),
      sealNumber: z.string(),
      openingLitres: z.int(),
      latitude: z.string().nullable(),
      longitude: z.string().nullable(),
      installedBy: z.string(),
      confirmedAt: instantSchema.nullable(),
      /** Why a photo or the place is missing: for the utility's people. */
      unprovenReason: z.string().nullable(),
    })
    .nullable(),
  /** Actions that the caller has the word for; reason is an error code's last part. */
  can: z.partialRecord(z.enum(ACTIONS), z.object({ allowed: z.boolean(), reason: z.string().nullable() })),
};
