/** Cheques that were taken for bills: the list, one with what became of it, and what the office does with them. Paths are ours. */
import { z } from 'zod';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { CHEQUE_STATES, RETURN_REASONS } from './cheque.rules.ts';
import { errors } from './errors.ts';

export { errors };

/** So many are on one deposit slip, and so many answers are written down at once. */
export const MOST_CHEQUES = 100;

export const chequeSchema = z.object({
  id: z.uuid(),
  paymentId: z.uuid(),
  receiptNumber: z.string().nullable(),
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  payerName: z.string(),
  payerNameBn: z.string().nullable(),
  amountMinor: minorSchema,
  number: z.string(),
  bank: z.string(),
  branch: z.string(),
  drawer: z.string(),
  drawnOn: daySchema,
  receivedOn: daySchema,
  receivedBy: z.string(),
  state: z.enum(CHEQUE_STATES),
  stateOn: daySchema,
  /** It is in the office for too long, or the bank does not answer. */
  hangs: z.boolean(),
  /** Somebody asked to take its payment back: a second person decides before anything else. */
  isAskedBack: z.boolean(),
  slipNumber: z.string().nullable(),
  bankAccount: z.string().nullable(),
  depositedOn: daySchema.nullable(),
  depositedBy: z.string().nullable(),
  /** The answer of the bank, and who wrote it down. */
  answeredOn: daySchema.nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: instantSchema.nullable(),
  returnReason: z.enum(RETURN_REASONS).nullable(),
  returnWords: z.string().nullable(),
  feeMinor: minorSchema.nullable(),
  feeInvoiceId: z.uuid().nullable(),
  feeInvoiceNumber: z.string().nullable(),
  version: z.int(),
  can: z.object({
    deposit: z.boolean(),
    takeOff: z.boolean(),
    clear: z.boolean(),
    dishonour: z.boolean(),
  }),
});
export type Cheque = z.output<typeof chequeSchema>;

const access = { permission: 'cheques:view' } as const;
const manage = { permission: 'cheques:manage' } as const;

/** As the person saw them. */
const seenCheques = z
  .array(z.object({ id: z.uuid(), version: z.int() }))
  .min(1)
  .max(MOST_CHEQUES);

export const listCheques = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/cheques',
  summary: 'Cheques that were taken for bills, with the sum of all that match (the path is ours)',
  access,
  query: paging(['-receivedOn', 'drawnOn', 'amountMinor', 'stateOn'], {
    state: z.enum(CHEQUE_STATES).optional(),
    bank: lineSchema(80).optional(),
    /** Days on which they were taken. */
    from: daySchema.optional(),
    to: daySchema.optional(),
    hangs: queryFlag.optional(),
  }),
  output: listOf(chequeSchema).extend({
    sums: z.object({ amountMinor: minorSchema }),
    counts: z.partialRecord(z.enum(CHEQUE_STATES), z.int()),
    /** All banks of which cheques were taken. */
    banks: z.array(z.string()),
    /** Of the last deposit slip; null before the first one. */
    bankAccount: z.string().nullable(),
  }),
});
export const listChequesDownload = exportOf(listCheques);

export const getCheque = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/cheques/{id}',
  summary: 'One cheque, and the fee that the household would pay for its return today (the path is ours)',
  access,
  params: idParams,
  output: chequeSchema.extend({ feeTodayMinor: minorSchema }),
});
export type ChequeDetail = z.output<(typeof getCheque)['output']>;

export const depositCheques = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cheques/deposit',
  summary: 'Cheques went to the bank on one deposit slip: all of them as they were seen, or none',
  access: manage,
  rate: 'money',
  body: z.object({
    cheques: seenCheques,
    slipNumber: lineSchema(40),
    /** The account of the utility that they are paid into. */
    bankAccount: lineSchema(80),
    depositedOn: daySchema,
  }),
  output: z.object({ count: z.int() }),
  audit: 'cheque.deposit',
  refuses: [
    commonErrors.not_found,
    errors.cheques_moved,
    errors.cheque_reversal_waits,
    errors.deposit_slip_taken,
    errors.deposit_day,
  ],
});

export const takeOffSlip = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cheques/{id}/take-off-slip',
  summary: 'The cheque did not go to the bank: it is taken off its deposit slip and in hand again',
  access: manage,
  params: idParams,
  body: z.object({ version: z.int(), reason: lineSchema(300) }),
  output: z.object({ id: z.uuid() }),
  audit: 'cheque.take-off-slip',
  refuses: [commonErrors.not_found, errors.cheques_moved],
});

export const clearCheques = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cheques/clear',
  summary: 'The bank has paid cheques: all of them as they were seen, or none',
  access: manage,
  rate: 'money',
  body: z.object({ cheques: seenCheques, answeredOn: daySchema }),
  output: z.object({ count: z.int() }),
  audit: 'cheque.clear',
  refuses: [commonErrors.not_found, errors.cheques_moved, errors.answer_day, ledgerErrors.period_closed],
});

export const dishonourCheque = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/cheques/{id}/dishonour',
  summary:
    'The bank sent a cheque back, also one that it had paid: its bills are open again, and the household pays the fee if there is one',
  access: manage,
  rate: 'money',
  params: idParams,
  body: z.object({
    version: z.int(),
    reason: z.enum(RETURN_REASONS),
    /** What the bank wrote, if the reason is another one. */
    words: lineSchema(200).optional(),
    answeredOn: daySchema,
    /** As it was shown. */
    feeMinor: minorSchema,
  }),
  output: z.object({ id: z.uuid() }),
  audit: 'cheque.dishonour',
  refuses: [
    commonErrors.not_found,
    errors.cheques_moved,
    errors.cheque_reversal_waits,
    errors.cheque_taker,
    errors.answer_day,
    errors.return_words,
    errors.cheque_fee_moved,
    ledgerErrors.period_closed,
  ],
});
