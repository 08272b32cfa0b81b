/** Rules of empty houses by date: planned by one person, approved by another. Paths are ours. */
import { approvedEndpoints } from '#domains/settings/dated/contract.ts';
import { emptyRules } from './empty-house.rules.ts';

export const {
  list: listEmptyRules,
  plan: planEmptyRules,
  approve: approveEmptyRules,
  withdraw: withdrawEmptyRules,
} = approvedEndpoints({
  service: 'billing',
  path: '/settings/empty-houses',
  about: 'Empty houses',
  value: emptyRules,
  view: 'tariffs:view',
  edit: 'tariffs:edit',
  approve: 'tariffs:approve',
  noun: 'empty-rules',
});
