/** The rules of the dunning ladder by date: planned by one person, approved by another, as other prices. Paths are ours. */
import { z } from 'zod';
import { errors as tariffErrors } from '#domains/billing/tariffs/contract.ts';
import { approvedEndpoints, datedSchema } from '#domains/settings/dated/contract.ts';
import { daySchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { ladderRules } from './ladder.rules.ts';

/** Told at their fields by the rules of the values (ladder.rules.ts). */
export const errors = errorCodes('collections', {
  step_too_early: { status: 422 },
  notice_needed: { status: 422 },
  text_placeholder: { status: 422 },
});

const rules = approvedEndpoints({
  service: 'billing',
  path: '/settings/dunning',
  about: 'The dunning ladder',
  value: ladderRules,
  view: 'tariffs:view',
  edit: 'tariffs:edit',
  approve: 'tariffs:approve',
  noun: 'dunning-rules',
  planRefuses: [tariffErrors.tariff_category_unknown],
});
export const { plan: planLadder, approve: approveLadder, withdraw: withdrawLadder } = rules;

export const listLadder = endpoint({
  ...rules.list,
  output: z.object({
    today: daySchema,
    now: ladderRules,
    items: z.array(datedSchema(ladderRules)),
    categories: z.array(z.object({ code: z.string(), nameEn: z.string(), nameBn: z.string() })),
  }),
});
