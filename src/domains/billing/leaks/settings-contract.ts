/** Rules of leaks by date: planned by one person, approved by another. Paths are ours. */
import { approvedEndpoints } from '#domains/settings/dated/contract.ts';
import { errors } from './contract.ts';
import { leakRules } from './leak.rules.ts';

export const {
  list: listLeakRules,
  plan: planLeakRules,
  approve: approveLeakRules,
  withdraw: withdrawLeakRules,
} = approvedEndpoints({
  service: 'billing',
  path: '/settings/leaks',
  about: 'Leaks',
  value: leakRules,
  view: 'tariffs:view',
  edit: 'tariffs:edit',
  approve: 'tariffs:approve',
  noun: 'leak-rules',
  planRefuses: [errors.least_above_most],
});
