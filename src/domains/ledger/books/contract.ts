/** What the books say: each account between two days, and the entries behind a figure. Paths are ours. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { ACCOUNT_KINDS, ACCOUNTS, JOURNAL_KINDS } from '../accounts.rules.ts';

export const errors = errorCodes('ledger', {
  days_turned: { status: 422, field: 'to' },
});

const days = {
  /** Without it: the first day of the month of the last one. */
  from: daySchema.optional(),
  /** Without it: today. */
  to: daySchema.optional(),
};
const turnover = { debitMinor: minorSchema, creditMinor: minorSchema };

const balanceSchema = z.object({
  code: z.string(),
  nameEn: z.string(),
  nameBn: z.string(),
  kind: z.enum(ACCOUNT_KINDS),
  /** At the end of the day before the first one; debit above zero. */
  openingMinor: minorSchema,
  ...turnover,
  /** At the end of the last day; debit above zero. */
  closingMinor: minorSchema,
});
export type AccountBalance = z.output<typeof balanceSchema>;

export const trialBalance = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/ledger/trial-balance',
  summary:
    'The trial balance: what each account was, what was debited and credited, what it is at the end of any day',
  access: { permission: 'closings:view-books' },
  query: paging(['code'], { ...days, kind: z.enum(ACCOUNT_KINDS).optional() }),
  output: listOf(balanceSchema).extend({
    from: daySchema,
    to: daySchema,
    sums: z.object({ openingMinor: minorSchema, ...turnover, closingMinor: minorSchema }),
  }),
  refuses: [errors.days_turned],
});
export const trialBalanceDownload = exportOf(trialBalance);

const entrySchema = z.object({
  id: z.string(),
  day: daySchema,
  kind: z.enum(JOURNAL_KINDS),
  /** What the journal records: a bill, a payment, …; of a reversal that of the journal that it reverses. */
  sourceId: z.uuid(),
  sourceKind: z.enum(JOURNAL_KINDS),
  ...turnover,
  reason: z.string().nullable(),
  postedBy: z.string(),
  postedAt: instantSchema,
});
export type LedgerEntry = z.output<typeof entrySchema>;

export const ledgerEntries = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/ledger/entries',
  summary: 'Entries of the books, by account, day and kind: the rows behind each figure of the trial balance',
  access: { permission: 'closings:view-books' },
  query: paging(['-day', 'amountMinor'], {
    ...days,
    /** Cash at the counter, if nothing is asked for. */
    account: z.string().max(10).default(ACCOUNTS.cash),
    kind: z.enum(JOURNAL_KINDS).optional(),
  }),
  output: listOf(entrySchema).extend({
    from: daySchema,
    to: daySchema,
    sums: z.object(turnover),
  }),
  refuses: [errors.days_turned],
});
export const ledgerEntriesDownload = exportOf(ledgerEntries);
