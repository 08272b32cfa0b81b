/** What one person asked for and another one decides. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';

/**
 * BOOK and SEND_BACK: money of an alarm. NO_MONEY: behind an alarm there is none. BACKDATE: counter money of a day that is
 * too long ago for one person. WITHDRAW_REFUND: an approved refund is not paid out. RETURN_REFUND: one that was paid by
 * bank came back. POST_FILE: payout and fee of a settlement file come into the books.
 */
export const PROPOSAL_KINDS = [
  'BOOK',
  'SEND_BACK',
  'NO_MONEY',
  'BACKDATE',
  'WITHDRAW_REFUND',
  'RETURN_REFUND',
  'POST_FILE',
] as const;
export const PROPOSAL_STATES = ['REQUESTED', 'DONE', 'REFUSED', 'GIVEN_UP'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

export const proposalSchema = z.object({
  id: z.uuid(),
  kind: z.enum(PROPOSAL_KINDS),
  state: z.enum(PROPOSAL_STATES),
  amountMinor: minorSchema,
  alarmId: z.uuid().nullable(),
  refundId: z.uuid().nullable(),
  bankFileId: z.uuid().nullable(),
  /** Of a settlement file: what the bank keeps of the amount. */
  feeMinor: minorSchema.nullable(),
  /** Connection, application, work order, ownership request, the customer whose wallet it is, or the name of a file. */
  targetNumber: z.string(),
  payerName: z.string(),
  payerNameBn: z.string().nullable(),
  /** Of a connection that changed hands: it pays the bills that the new owner took over. */
  takenOver: z.boolean(),
  method: z.enum(['CASH', 'POS', 'BANK']).nullable(),
  slipNumber: z.string().nullable(),
  paidOn: daySchema.nullable(),
  /** Line of the bank's statement that names the amount. */
  statementReference: z.string().nullable(),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: instantSchema,
  decidedBy: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  decisionRemark: z.string().nullable(),
  paymentId: z.uuid().nullable(),
  /** What it is for takes it no more: who agrees sends it back. */
  goesBack: z.boolean(),
  can: z.object({ decide: z.boolean(), giveUp: z.boolean() }),
});
export type Proposal = z.output<typeof proposalSchema>;
