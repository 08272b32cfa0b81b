/** What one person asked for and another one decides. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';

/** BOOK and SEND_BACK: money of an alarm. BACKDATE: counter money of a day that is too long ago for one person. */
export const PROPOSAL_KINDS = ['BOOK', 'SEND_BACK', 'BACKDATE'] as const;
export const PROPOSAL_STATES = ['REQUESTED', 'DONE', 'REFUSED'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

export const proposalSchema = z.object({
  id: z.uuid(),
  kind: z.enum(PROPOSAL_KINDS),
  state: z.enum(PROPOSAL_STATES),
  amountMinor: minorSchema,
  alarmId: z.uuid().nullable(),
  /** Connection or application. */
  targetNumber: z.string(),
  payerName: z.string(),
  method: z.enum(['CASH', 'POS']).nullable(),
  slipNumber: z.string().nullable(),
  paidOn: daySchema.nullable(),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: instantSchema,
  decidedBy: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  decisionRemark: z.string().nullable(),
  paymentId: z.uuid().nullable(),
  can: z.object({ decide: z.boolean() }),
});
export type Proposal = z.output<typeof proposalSchema>;
