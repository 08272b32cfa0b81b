/** The files that were downloaded of the bank report: who has which one, its bytes again, and how two of them differ. Paths are ours. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { EXPORT_FORMATS, exportErrors, exportOf } from '#shared/exports.ts';
import { GATEWAY_NAMES } from '#shared/gateway-names.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { errors } from '../../errors.ts';
import { PAYMENT_SOURCES } from '../../payment.rules.ts';
import { BANK_CLASSES, ROW_STATUSES } from '../bank-file.rules.ts';
import { DOWNLOAD_STATES, ORDER_CHANGES } from './download.rules.ts';

const access = { permission: 'payments:bank-report' } as const;

export const bankDownloadSchema = z.object({
  id: z.uuid(),
  state: z.enum(DOWNLOAD_STATES),
  name: z.string(),
  format: z.enum(EXPORT_FORMATS),
  language: z.enum(['en', 'bn']),
  /** The settlement file whose rows it has; null if there was none. */
  fileId: z.uuid().nullable(),
  fileName: z.string().nullable(),
  gateway: z.enum(GATEWAY_NAMES).nullable(),
  firstDay: daySchema.nullable(),
  lastDay: daySchema.nullable(),
  /** What it was narrowed by. */
  class: z.enum(BANK_CLASSES).nullable(),
  status: z.enum(ROW_STATUSES).nullable(),
  source: z.enum(PAYMENT_SOURCES).nullable(),
  search: z.string().nullable(),
  madeBy: z.string(),
  madeAt: instantSchema,
  /** Null if it was not made to its end. */
  rows: z.int().nullable(),
  amountMinor: minorSchema.nullable(),
  feeMinor: minorSchema.nullable(),
  bookedMinor: minorSchema.nullable(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  checkedAt: instantSchema.nullable(),
  /** The whole file of the same settlement file that was made last before it. */
  previousId: z.uuid().nullable(),
});
export type BankDownload = z.output<typeof bankDownloadSchema>;

export const listBankDownloads = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/report/city-bank/history',
  summary: 'The files that were downloaded of the bank report, the newest first',
  access,
  query: paging(['-madeAt', 'rows', 'amountMinor'], {
    state: z.enum(DOWNLOAD_STATES).optional(),
    user: z.uuid().optional(),
    /** Days on which they were made. */
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
  output: listOf(bankDownloadSchema).extend({
    counts: z.partialRecord(z.enum(DOWNLOAD_STATES), z.int()),
    /** All who made one. */
    people: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
});
export const listBankDownloadsDownload = exportOf(listBankDownloads);

export const downloadBankReportAgain = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/report/city-bank/history/{id}/file',
  summary: 'A kept file again, byte for byte; refused if its bytes are not those that were kept',
  access,
  kind: 'download',
  rate: 'export',
  params: idParams,
  output: z.never(),
  refuses: [
    ...[commonErrors.not_found, commonErrors.unavailable, exportErrors.too_many_at_once],
    ...[errors.bank_download_unfinished, errors.bank_download_damaged, errors.bank_download_missing],
  ],
});

const side = { class: z.array(z.enum(BANK_CLASSES)), status: z.array(z.enum(ROW_STATUSES)) };
const orderDifference = z.object({
  id: z.string(),
  orderId: z.string().nullable(),
  /** Of a row without an order. */
  reference: z.string().nullable(),
  change: z.enum(ORDER_CHANGES),
  /** Sums of all rows of the order; null if the file has none. */
  beforeAmountMinor: minorSchema.nullable(),
  afterAmountMinor: minorSchema.nullable(),
  beforeFeeMinor: minorSchema.nullable(),
  afterFeeMinor: minorSchema.nullable(),
  beforeBookedMinor: minorSchema.nullable(),
  afterBookedMinor: minorSchema.nullable(),
  beforeClasses: side.class,
  afterClasses: side.class,
  beforeStatuses: side.status,
  afterStatuses: side.status,
});
export type OrderDifference = z.output<typeof orderDifference>;

export const compareBankDownloads = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/report/city-bank/compare',
  summary:
    'How two kept files differ, order by order; if none is named the newest one and the one before it of the same settlement file',
  access,
  query: paging(['orderId', 'change'], {
    before: z.uuid().optional(),
    after: z.uuid().optional(),
    change: z.enum(ORDER_CHANGES).optional(),
  }),
  output: listOf(orderDifference).extend({
    counts: z.partialRecord(z.enum(ORDER_CHANGES), z.int()),
    before: bankDownloadSchema.nullable(),
    after: bankDownloadSchema.nullable(),
    /** Whole files to choose from, the newest first. */
    files: z.array(bankDownloadSchema),
  }),
  refuses: [commonErrors.not_found],
});
export const compareBankDownloadsDownload = exportOf(compareBankDownloads);
