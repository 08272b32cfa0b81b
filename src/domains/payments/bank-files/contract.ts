/** The settlement file of a gateway beside our payments and the books. The report's path is the specification's, the others are ours. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { GATEWAY_NAMES } from '#shared/gateway-names.ts';
import { importErrors } from '#shared/imports/import-errors.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { errors } from '../errors.ts';
import { PAYMENT_SOURCES, PAYMENT_STATES } from '../payment.rules.ts';
import { BANK_CLASSES, BANK_FIELDS, BANK_FILE_STATES, ROW_KINDS, ROW_STATUSES } from './bank-file.rules.ts';

const see = { permission: 'payments:bank-report' } as const;
const work = { permission: 'payments:bank-files' } as const;

export const bankFileSchema = z.object({
  id: z.uuid(),
  gateway: z.enum(GATEWAY_NAMES),
  name: z.string(),
  state: z.enum(BANK_FILE_STATES),
  firstDay: daySchema,
  lastDay: daySchema,
  rows: z.int(),
  uploadedBy: z.string(),
  uploadedAt: instantSchema,
  /** Of what counts: payments less reversals, what the bank keeps, and what it pays out. */
  amountMinor: minorSchema,
  feeMinor: minorSchema,
  statementReference: z.string().nullable(),
  postedOn: daySchema.nullable(),
});
export type BankFile = z.output<typeof bankFileSchema>;

const bankFileDetail = bankFileSchema.extend({
  /** Their amounts and fees add up to those of the file as it came; what only we have is beside them. */
  classes: z.array(
    z.object({
      class: z.enum(BANK_CLASSES),
      rows: z.int(),
      amountMinor: minorSchema,
      feeMinor: minorSchema,
      /** Differences that nobody has taken up. */
      open: z.int(),
    }),
  ),
  /** What only we have, as the books have it. */
  oursMinor: minorSchema,
  /** What the bank has and the books do not, that an order of ours may explain: the bank can be asked again. */
  askable: z.int(),
  can: z.object({ askAgain: z.boolean(), raise: z.boolean(), post: z.boolean(), giveUp: z.boolean() }),
});
export type BankFileDetail = z.output<typeof bankFileDetail>;

const bankRowSchema = z.object({
  /** Of the row; of what only we have, that of the payment. */
  id: z.uuid(),
  rowNo: z.int().nullable(),
  class: z.enum(BANK_CLASSES),
  status: z.enum(ROW_STATUSES),
  /** What the bank says of it; null if it does not name it. */
  kind: z.enum(ROW_KINDS).nullable(),
  day: daySchema,
  reference: z.string().nullable(),
  orderId: z.string().nullable(),
  sessionId: z.string().nullable(),
  amountMinor: minorSchema.nullable(),
  feeMinor: minorSchema.nullable(),
  /** What the books have of the order. */
  bookedMinor: minorSchema,
  paymentId: z.uuid().nullable(),
  ourState: z.enum(PAYMENT_STATES).nullable(),
  source: z.enum(PAYMENT_SOURCES).nullable(),
  payerName: z.string().nullable(),
  payerNameBn: z.string().nullable(),
  targetNumber: z.string().nullable(),
  receiptNumber: z.string().nullable(),
  alarmId: z.uuid().nullable(),
  can: z.object({ revalidate: z.boolean() }),
});
export type BankRowShown = z.output<typeof bankRowSchema>;

export const cityBankReport = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/report/city-bank',
  summary:
    'The rows of a settlement file beside our payments, by what they are; the newest file if none is named',
  access: see,
  query: paging(['day', 'rowNo', '-amountMinor'], {
    file: z.uuid().optional(),
    class: z.enum(BANK_CLASSES).optional(),
    status: z.enum(ROW_STATUSES).optional(),
    source: z.enum(PAYMENT_SOURCES).optional(),
  }),
  output: listOf(bankRowSchema).extend({
    counts: z.partialRecord(z.enum(BANK_CLASSES), z.int()),
    sums: z.object({ amountMinor: minorSchema, feeMinor: minorSchema, bookedMinor: minorSchema }),
  }),
});
export const cityBankReportDownload = exportOf(cityBankReport);

export const listBankFiles = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bank-files',
  summary: 'The last settlement files that count, the newest first',
  access: see,
  output: z.object({ items: z.array(bankFileSchema) }),
});

export const getBankFile = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bank-files/{id}',
  summary: 'A settlement file with the sums of its classes',
  access: see,
  params: idParams,
  output: bankFileDetail,
  refuses: [commonErrors.not_found],
});

const preview = z.object({
  /** Sent back with `save`: what is saved is what was shown. */
  mark: z.string(),
  /** Of the file that was saved. */
  savedId: z.uuid().nullable(),
  rows: z.int(),
  firstDay: daySchema.nullable(),
  lastDay: daySchema.nullable(),
  amountMinor: minorSchema,
  feeMinor: minorSchema,
  /** Rows that an earlier row, of this or another file, is the same as. */
  repeated: z.int(),
  problemCount: z.int(),
  problems: z.array(
    z.object({ row: z.int(), field: z.enum(BANK_FIELDS), value: z.string(), code: z.string() }),
  ),
});
export type BankFilePreview = z.output<typeof preview>;

export const importBankFile = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bank-files/import',
  summary:
    'The settlement file of a gateway (CSV or XLSX, multipart field `file`): what is in it, or with `save` take it',
  access: work,
  kind: 'multipart',
  rate: 'upload',
  query: z.object({
    gateway: z.enum(GATEWAY_NAMES),
    /** The mark of the preview that is to be saved; without one nothing is. */
    save: z.string().max(100).optional(),
  }),
  output: preview,
  audit: 'bank-file.upload',
  refuses: [
    ...Object.values(importErrors),
    errors.bank_file_missing,
    errors.bank_file_column,
    errors.bank_file_known,
    errors.bank_file_invalid,
    errors.bank_file_outdated,
  ],
});

export const askBankAgain = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bank-files/{id}/ask-again',
  summary:
    'The janitor asks the bank again about the orders of ours that the file says are paid and the books do not have',
  access: { permission: 'payments:revalidate' },
  rate: 'money',
  params: idParams,
  output: z.object({ count: z.int() }),
  audit: 'bank-file.ask-again',
  refuses: [commonErrors.not_found, errors.bank_file_nothing],
});

export const raiseBankFile = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bank-files/{id}/alarms',
  summary: 'What does not agree comes into the list of alarms, each difference one time; two people end each',
  access: work,
  rate: 'money',
  params: idParams,
  output: z.object({ count: z.int() }),
  audit: 'bank-file.raise',
  refuses: [commonErrors.not_found, errors.bank_file_nothing],
});

export const askBankPosting = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bank-files/{id}/ask-posting',
  summary: 'Ask a second person to post the payout and the fee of a file',
  access: work,
  rate: 'money',
  params: idParams,
  body: z.object({
    /** As the person saw them. */
    amountMinor: minorSchema,
    feeMinor: minorSchema,
    /** Line of the bank's statement with the payout. */
    statementReference: lineSchema(100),
    reason: lineSchema(300),
  }),
  output: bankFileDetail,
  audit: 'bank-file.ask-posting',
  refuses: [commonErrors.not_found, errors.bank_file_state, errors.bank_file_moved],
});

export const giveUpBankFile = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bank-files/{id}/give-up',
  summary: 'Give a file up before it is posted: its rows count no more, and the same file can be taken again',
  access: work,
  rate: 'money',
  params: idParams,
  body: z.object({ reason: lineSchema(300) }),
  output: bankFileSchema,
  audit: 'bank-file.give-up',
  refuses: [
    commonErrors.not_found,
    errors.bank_file_state,
    errors.bank_file_alarms,
    errors.bank_file_relied_on,
  ],
});
