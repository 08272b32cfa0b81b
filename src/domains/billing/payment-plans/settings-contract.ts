/** Rules of payment plans by date: planned by one person, approved by another. Paths are ours. */
import { approvedEndpoints } from '#domains/settings/dated/contract.ts';
import { planRules } from './plan.rules.ts';

export const {
  list: listPlanRules,
  plan: planPlanRules,
  approve: approvePlanRules,
  withdraw: withdrawPlanRules,
} = approvedEndpoints({
  service: 'billing',
  path: '/settings/payment-plans',
  about: 'Payment plans',
  value: planRules,
  view: 'tariffs:view',
  edit: 'tariffs:edit',
  approve: 'tariffs:approve',
  noun: 'plan-rules',
});
