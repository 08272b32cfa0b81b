/** The entry `payments` of settings.entries. The paths are ours. */
import { z } from 'zod';
import { askRefuses, changeReason, waitingNote } from '#domains/settings/changes/contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { minorSchema } from '#shared/money.ts';

const MOST_DAYS = 31;
const MOST_TIMES = 100;

export const paymentSettings = z.object({
  /** Amount up to which one person may reverse a payment alone. */
  reverseAloneUpToMinor: minorSchema
    .refine((minor) => minor >= 0, 'common.amount_invalid')
    .prefault(5_000_00),
  /** Days back that one person may date counter money, with a reason; before that two people. */
  backdateDays: z.int().min(0).max(MOST_DAYS).default(3),
  /** Counter money above this, and above so many times what is open, is asked about once. */
  unusualAboveMinor: minorSchema.refine((minor) => minor >= 0, 'common.amount_invalid').prefault(5_000_00),
  unusualTimes: z.int().min(1).max(MOST_TIMES).default(3),
});
export type PaymentSettings = z.output<typeof paymentSettings>;

const state = z.object({ settings: paymentSettings, version: z.int(), waiting: waitingNote });

export const getPaymentSettings = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/settings/payments',
  summary: 'Limits of payments (the path is ours)',
  access: { permission: 'settings:view' },
  output: state,
});

export const updatePaymentSettings = endpoint({
  service: 'billing',
  method: 'PUT',
  path: '/settings/payments',
  summary: 'Ask for other limits of payments; they count when a second person agrees (the path is ours)',
  access: { permission: 'settings:edit' },
  body: z.object({ settings: paymentSettings, version: z.int().min(0), reason: changeReason }),
  output: state,
  audit: 'settings.ask-change',
  refuses: askRefuses,
});
