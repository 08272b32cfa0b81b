/** The row that every list of applications answers with. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';
import { STATE_NAMES } from './application.rules.ts';

const stateSchema = z.enum(STATE_NAMES);

/** Stage-specific facts are null before their step. */
export const applicationItem = z.object({
  id: z.uuid(),
  /** Null for a draft. */
  number: z.string().nullable(),
  state: stateSchema,
  overlay: z.enum(['HOLD', 'SUSPENDED']).nullable(),
  originState: stateSchema.nullable(),
  archived: z.boolean(),
  source: z.enum(['PORTAL', 'COUNTER']),
  applicantName: z.string(),
  /** Null if none was written. */
  applicantNameBn: z.string().nullable(),
  applicantPhone: z.string(),
  consumerId: z.uuid().nullable(),
  consumerNumber: z.string().nullable(),
  sectorNumber: z.string().nullable(),
  sectorName: z.string().nullable(),
  sectorNameBn: z.string().nullable(),
  roadNumber: z.string().nullable(),
  plotNumber: z.string(),
  category: z.string().nullable(),
  pipeSizeMm: z.int().nullable(),
  createdAt: instantSchema,
  submittedAt: instantSchema.nullable(),
  stateSince: instantSchema,
  /** When the state's time runs out in working hours; null while somebody else has to act. */
  dueAt: instantSchema.nullable(),
  overdue: z.boolean(),
  /** How far it was told that its step runs late: 0 to nobody, 1 who does it, 2 who assigns work, 3 the administrators. */
  escalation: z.int(),
  /** Last day for the applicant to pay or to correct; while it is held it does not run, and the applicant reads none. */
  expiresOn: daySchema.nullable(),
  assigneeId: z.uuid().nullable(),
  assigneeName: z.string().nullable(),
  /** The day on which the plot is visited for the work of the present state. */
  visitOn: daySchema.nullable(),
  /** Why it ended, if that was written for the applicant too. */
  closedReason: z.string().nullable(),
  missingDocuments: z.int(),
  nocNumber: z.string().nullable(),
  /** Role of the desk that has it, and since when. */
  deskRole: z.string().nullable(),
  deskSince: instantSchema.nullable(),
  customerNumber: z.string().nullable(),
  dmaNumber: z.string().nullable(),
  meterNumber: z.string().nullable(),
  /** Of that meter; `pipeSizeMm` is what was applied for. */
  meterSizeMm: z.int().nullable(),
  surveyState: z.enum(['DRAFT', 'RETURNED', 'SUBMITTED', 'APPROVED', 'REVISED']).nullable(),
  /** Of the survey in force; null for the applicant, as what is noted at the plot is the surveyor's until it is approved. */
  surveyType: z.enum(['FIXED', 'EXTRA']).nullable(),
  visitedOn: daySchema.nullable(),
  distanceM: z.string().nullable(),
  roadType: z.string().nullable(),
  plumberName: z.string().nullable(),
  installedOn: daySchema.nullable(),
  openingLitres: z.int().nullable(),
  sealNumber: z.string().nullable(),
  demandNoteId: z.uuid().nullable(),
  demandNoteNumber: z.string().nullable(),
  totalMinor: minorSchema.nullable(),
  /** Null, as all of the demand note, for who may not see demand notes. */
  paidMinor: minorSchema.nullable(),
  issuedOn: daySchema.nullable(),
  /** The last receipt of the demand note; only the list of applications asks for it, and only staff read it there. */
  receiptId: z.uuid().nullish(),
  receiptNumber: z.string().nullish(),
  connectionId: z.uuid().nullable(),
  version: z.int(),
});
