/** Rules of late surcharges: planned by one person, approved by another. Paths are ours. */
import { z } from 'zod';
import {
  datedEndpoints,
  errors as datedErrors,
  datedSchema,
  stepBody,
} from '#domains/settings/dated/contract.ts';
import { daySchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { errors as tariffErrors } from '../tariffs/contract.ts';
import { surchargeRules } from './surcharge.rules.ts';

const rules = datedEndpoints({
  service: 'billing',
  path: '/settings/surcharges',
  about: 'Late surcharges',
  value: surchargeRules,
  view: 'tariffs:view',
  edit: 'tariffs:edit',
  withdraw: 'tariffs:approve',
  noun: 'surcharge-rules',
  twoPersons: true,
  planRefuses: [tariffErrors.tariff_category_unknown],
});
export const { plan: planSurchargeRules, withdraw: withdrawSurchargeRules } = rules;

export const listSurchargeRules = endpoint({
  ...rules.list,
  output: z.object({
    today: daySchema,
    now: surchargeRules,
    items: z.array(datedSchema(surchargeRules)),
    categories: z.array(z.object({ code: z.string(), nameEn: z.string(), nameBn: z.string() })),
  }),
});

export const approveSurchargeRules = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/settings/surcharges/{id}/approve',
  summary:
    'Approve planned rules of late surcharges, by a second person; they count for bills issued from their day on (the path is ours)',
  access: { permission: 'tariffs:approve' },
  params: idParams,
  body: stepBody,
  output: datedSchema(surchargeRules),
  audit: 'surcharge-rules.approve',
  refuses: [
    datedErrors.dated_day_past,
    datedErrors.dated_day_taken,
    datedErrors.dated_second_person,
    datedErrors.dated_state,
  ],
});
