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
  /** Last day for the applicant to pay or to correct. */
  expiresOn: daySchema.nullable(),
  assigneeId: z.uuid().nullable(),
  assigneeName: z.string().nullable(),
  missingDocuments: z.int(),
  nocNumber: z.string().nullable(),
  /** Role of the desk that has it, and since when. */
  deskRole: z.string().nullable(),
  deskSince: instantSchema.nullable(),
  customerNumber: z.string().nullable(),
  dmaNumber: z.string().nullable(),
  meterNumber: z.string().nullable(),
  surveyState: z.enum(['DRAFT', 'RETURNED', 'SUBMITTED', 'APPROVED', 'REVISED']).nullable(),
  demandNoteId: z.uuid().nullable(),
  demandNoteNumber: z.string().nullable(),
  totalMinor: minorSchema.nullable(),
  paidMinor: minorSchema,
  issuedOn: daySchema.nullable(),
  connectionId: z.uuid().nullable(),
  version: z.int(),
});
