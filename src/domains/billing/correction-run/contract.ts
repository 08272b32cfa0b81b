/**
 * Correction runs: a price that law puts in force on days that are billed already. Such a run is a bill run of another
 * kind: listed, approved, posted and given up by the calls of bill runs. Paths are ours.
 */
import { z } from 'zod';
import { daySchema, monthSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { CORRECTION_HELD_REASONS } from '../bill-run/bill-run.rules.ts';
import { errors as runErrors } from '../bill-run/contract.ts';
import { runSchema } from '../bill-run/run.schema.ts';
import { errors as tariffErrors } from '../tariffs/contract.ts';

export const errors = errorCodes('billing', {
  /** No bill was made for a day on which the version would count: it is approved in the usual way. */
  nothing_to_correct: { status: 409 },
});

export const planCorrection = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/plan-correction',
  summary:
    'Start a correction run: every bill with a day on which an announced tariff would count is calculated again',
  access: { permission: 'bill-runs:correct' },
  body: z.object({
    tariffVersionId: z.uuid(),
    /** Is written on the documents. */
    reason: lineSchema(200),
    /** The law, or the number of the order, that puts the price in force on these days. */
    orderNumber: lineSchema(80),
  }),
  output: runSchema,
  audit: 'bill-run.plan-correction',
  refuses: [
    commonErrors.not_found,
    errors.nothing_to_correct,
    tariffErrors.tariff_state,
    tariffErrors.tariff_day_taken,
    tariffErrors.tariff_vat_differs,
    tariffErrors.tariff_currency_mixed,
    runErrors.run_exists,
    runErrors.issue_month_closed,
  ],
});

const billFigures = {
  invoiceId: z.uuid(),
  invoiceNumber: z.string(),
  connectionNumber: z.string(),
  period: monthSchema,
  beforeMinor: minorSchema,
  afterMinor: minorSchema.nullable(),
  /** Above zero to be paid, below zero credited. */
  totalMinor: minorSchema.nullable(),
};

export const getCorrection = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-run/{id}/correction',
  summary: 'What a correction run makes of the bills concerned: sums up and down, and the largest ten',
  access: { permission: 'bill-runs:view' },
  params: idParams,
  output: z.object({
    tariff: z.object({
      id: z.uuid(),
      name: z.string(),
      categoryNameEn: z.string(),
      categoryNameBn: z.string(),
      effectiveFrom: daySchema,
    }),
    reason: z.string(),
    orderNumber: z.string(),
    bills: z.int(),
    connections: z.int(),
    /** Bills that become dearer, cheaper, or stay as they are. */
    more: z.int(),
    moreMinor: minorSchema,
    less: z.int(),
    lessMinor: minorSchema,
    same: z.int(),
    firstMonth: monthSchema.nullable(),
    lastMonth: monthSchema.nullable(),
    biggest: z.array(z.object(billFigures)),
  }),
});

export const correctionItemSchema = z.object({
  ...billFigures,
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  outcome: z.enum(['BILLED', 'HELD']),
  reason: z.enum(CORRECTION_HELD_REASONS).nullable(),
});
export type CorrectionItem = z.infer<typeof correctionItemSchema>;

export const listCorrectionItems = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-run/{id}/corrections',
  summary: 'The bills of a correction run, old and new; held ones with the reason',
  access: { permission: 'bill-runs:view' },
  params: idParams,
  query: paging(['invoiceNumber', 'period', 'totalMinor'], {
    outcome: z.enum(['BILLED', 'HELD']).optional(),
    reason: z.enum(CORRECTION_HELD_REASONS).optional(),
  }),
  output: listOf(correctionItemSchema),
});

export const listCorrectionItemsDownload = exportOf(listCorrectionItems);
