/** The statement of a consumer: what was billed and what was paid, with what is owed after each line. The path is ours. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { LINE_KINDS } from './statement.rules.ts';

const lineSchema = z.object({
  id: z.string(),
  /** Of the books: money that was dated back has the day of its money. */
  day: daySchema,
  at: instantSchema,
  connectionNumber: z.string(),
  kind: z.enum(LINE_KINDS),
  /** Of the bill, the credit note or the receipt. */
  number: z.string().nullable(),
  invoiceId: z.uuid().nullable(),
  paymentId: z.uuid().nullable(),
  /** What is owed more, or less. */
  owedMinor: minorSchema.nullable(),
  paidMinor: minorSchema.nullable(),
  /** What is owed after it; below zero: kept as an advance. */
  balanceMinor: minorSchema,
});
export type StatementLine = z.output<typeof lineSchema>;

export const statement = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/statement',
  summary: 'Statement of a consumer, or of one of their connections, with the balance after each line',
  access: { permission: 'payments:view' },
  query: paging(['-day'], {
    /** Staff name whose; a consumer's statement is their own. */
    consumerId: z.uuid().optional(),
    connectionId: z.uuid().optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
  output: listOf(lineSchema).extend({
    sums: z.object({
      /** Before the first of the days that were asked for. */
      openingMinor: minorSchema,
      owedMinor: minorSchema,
      paidMinor: minorSchema,
      closingMinor: minorSchema,
    }),
  }),
  refuses: [commonErrors.not_found],
});
export const statementDownload = exportOf(statement);
