/** Settings of billing: VAT (planned by one, approved by another person), days to pay, limits of corrections. Paths are ours. */
import { z } from 'zod';
import { askRefuses, changeReason, waitingNote } from '#domains/settings/changes/contract.ts';
import {
  approvedEndpoints,
  datedEndpoints,
  errors as datedErrors,
  datedSchema,
  planBody,
} from '#domains/settings/dated/contract.ts';
import { daySchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { errors as tariffErrors } from '../tariffs/contract.ts';
import { billingLimits, billingRules, categoryVat } from './billing.rules.ts';
import { impactSchema, riseSchema } from './impact.rules.ts';
import { vatRates } from './vat.rules.ts';

export const errors = errorCodes('billing', {
  percent_invalid: { status: 422 },
  vat_day_billed: { status: 409, field: 'validFrom' },
  vat_unchanged: { status: 422, field: 'value.waterPercent' },
  /** A later change, or a tariff approved since, builds on it. */
  vat_built_upon: { status: 409 },
  /** A change is approved already that counts from a later day. */
  vat_later_approved: { status: 409, field: 'validFrom' },
});

const vat = approvedEndpoints({
  service: 'billing',
  path: '/settings/vat',
  about: 'VAT',
  keepsDay: true,
  value: vatRates,
  view: 'tariffs:view',
  edit: 'tariffs:edit',
  approve: 'tariffs:approve',
  noun: 'vat',
  planRefuses: [
    errors.vat_day_billed,
    errors.vat_later_approved,
    errors.vat_unchanged,
    tariffErrors.tariff_category_unknown,
  ],
  withdrawRefuses: [errors.vat_built_upon, tariffErrors.tariff_day_billed],
  approveRefuses: [errors.vat_day_billed, errors.vat_later_approved],
});
export const { plan: planVat, approve: approveVat, withdraw: withdrawVat } = vat;

export const listVat = endpoint({
  ...vat.list,
  output: z.object({
    today: daySchema,
    now: vatRates,
    items: z.array(datedSchema(vatRates)),
    /** What the tariffs in force bill, by category. */
    billed: z.array(categoryVat),
    /** The first day that a change may count from. */
    earliest: daySchema,
    categories: z.array(z.object({ code: z.string(), nameEn: z.string(), nameBn: z.string() })),
  }),
});

const preview = z.object({ impact: impactSchema, rises: z.array(riseSchema) });

export const previewVat = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/settings/vat/preview',
  summary: 'What last month would have billed with other VAT, and by how much bills rise (the path is ours)',
  access: { permission: 'tariffs:view' },
  rate: 'preview',
  body: planBody(vatRates).omit({ reason: true }),
  output: preview,
  audit: { none: 'calculates only' },
  refuses: [
    errors.vat_day_billed,
    errors.vat_later_approved,
    datedErrors.dated_day_past,
    tariffErrors.tariff_category_unknown,
  ],
});

export const tariffImpact = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/tariff/{id}/impact',
  summary:
    'What last month would have billed by this version, and by how much it rises within a year (the path is ours)',
  access: { permission: 'tariffs:quote' },
  rate: 'preview',
  params: idParams,
  output: preview,
});

export const {
  list: listBillingRules,
  plan: planBillingRules,
  withdraw: withdrawBillingRules,
} = datedEndpoints({
  service: 'billing',
  path: '/settings/billing',
  about: 'Days to pay',
  value: billingRules,
  view: 'tariffs:view',
  edit: 'settings:edit',
  withdraw: 'settings:edit',
  noun: 'billing-rules',
});

export const proposeDueDay = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/settings/billing/due-day',
  summary: 'By when bills of an issue day are due by the rules (the path is ours)',
  access: { permission: 'bill-runs:plan' },
  query: z.object({ issuedOn: daySchema }),
  output: z.object({ dueOn: daySchema }),
});

const limits = z.object({ limits: billingLimits, version: z.int().min(0) });
const shownLimits = limits.extend({ waiting: waitingNote });

export const getBillingLimits = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/settings/billing/limits',
  summary: 'Up to which amount one person cancels and adjusts bills (the path is ours)',
  access: { permission: 'settings:view' },
  output: shownLimits,
});

export const updateBillingLimits = endpoint({
  service: 'billing',
  method: 'PUT',
  path: '/settings/billing/limits',
  summary:
    'Ask for other amounts up to which one person cancels and adjusts bills; they count when a second person agrees (the path is ours)',
  access: { permission: 'settings:edit' },
  body: limits.extend({ reason: changeReason }),
  output: shownLimits,
  audit: 'settings.ask-change',
  refuses: askRefuses,
});
