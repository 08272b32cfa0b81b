/** Rules of rebates for payment in time: planned by one person, approved by another. Paths are ours. */
import { z } from 'zod';
import { approvedEndpoints, datedSchema } from '#domains/settings/dated/contract.ts';
import { daySchema, monthSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { minorSchema } from '#shared/money.ts';
import { rebateRules } from './rebate.rules.ts';

/** Its bills were issued by other rules. */
export const errors = errorCodes('billing', {
  rebate_day_billed: { status: 409, field: 'validFrom' },
});

const rules = approvedEndpoints({
  service: 'billing',
  path: '/settings/rebates',
  about: 'Rebates for payment in time',
  keepsDay: true,
  value: rebateRules,
  view: 'tariffs:view',
  edit: 'tariffs:edit',
  approve: 'tariffs:approve',
  noun: 'rebate-rules',
  planRefuses: [errors.rebate_day_billed],
  approveRefuses: [errors.rebate_day_billed],
});
export const { plan: planRebateRules, approve: approveRebateRules, withdraw: withdrawRebateRules } = rules;

export const listRebateRules = endpoint({
  ...rules.list,
  output: z.object({
    today: daySchema,
    now: rebateRules,
    /** The first day from which other rules can count. */
    earliest: daySchema,
    items: z.array(datedSchema(rebateRules)),
  }),
});

export const previewRebates = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/settings/rebates/preview',
  summary:
    'What rules of rebates would have credited for the bills of the last month that was billed (the path is ours)',
  access: { permission: 'tariffs:view' },
  rate: 'preview',
  body: rebateRules,
  audit: { none: 'calculates only' },
  output: z.object({
    /** Null before the first bills. */
    period: monthSchema.nullable(),
    bills: z.int(),
    /** Bills that were paid in full by their day, and what they would have got. */
    rebates: z.int(),
    amountMinor: minorSchema,
    /** What the bills would cost if each was paid in time. */
    mostRebates: z.int(),
    mostAmountMinor: minorSchema,
    /** Bills whose day has not gone by yet. */
    open: z.int(),
  }),
});
