/** Rules of late surcharges: planned by one person, approved by another. Paths are ours. */
import { z } from 'zod';
import { approvedEndpoints, datedSchema } from '#domains/settings/dated/contract.ts';
import { daySchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { errors as tariffErrors } from '../tariffs/contract.ts';
import { surchargeRules } from './surcharge.rules.ts';

/** Its bills were issued by other rules. */
export const errors = errorCodes('billing', {
  surcharge_day_billed: { status: 409, field: 'validFrom' },
});

const rules = approvedEndpoints({
  service: 'billing',
  path: '/settings/surcharges',
  about: 'Late surcharges',
  keepsDay: true,
  value: surchargeRules,
  view: 'tariffs:view',
  edit: 'tariffs:edit',
  approve: 'tariffs:approve',
  noun: 'surcharge-rules',
  planRefuses: [errors.surcharge_day_billed, tariffErrors.tariff_category_unknown],
  approveRefuses: [errors.surcharge_day_billed],
});
export const {
  plan: planSurchargeRules,
  approve: approveSurchargeRules,
  withdraw: withdrawSurchargeRules,
} = rules;

export const listSurchargeRules = endpoint({
  ...rules.list,
  output: z.object({
    today: daySchema,
    now: surchargeRules,
    /** The first day from which other rules can count. */
    earliest: daySchema,
    items: z.array(datedSchema(surchargeRules)),
    categories: z.array(z.object({ code: z.string(), nameEn: z.string(), nameBn: z.string() })),
  }),
});
