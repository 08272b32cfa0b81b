/** Codes that calls about empty houses never refuse with (never-refused.ts). */
import type { NeverRefused } from './reachable-refusals.ts';

export const NEVER_REFUSED_OF_EMPTY_HOUSES: readonly NeverRefused[] = [
  {
    code: /^empty_houses\.(start|return)_other_person$/,
    through: 'src/domains/billing/empty-houses/actions/decide-empty-house.ts decide',
    why: 'A decision writes no register, and only who writes one is compared.',
  },
  {
    code: /^empty_houses\.(start|return)_other_person$/,
    through: 'src/domains/billing/empty-houses/actions/decide-empty-house.ts endEmptyHouse',
    why: 'An end writes no register, and only who writes one is compared.',
  },
  {
    code: /^empty_houses\.(start|return)_other_person$/,
    through: 'src/domains/billing/empty-houses/actions/end-used-houses.ts endUsedHouses',
    why: 'Use that ends a notice writes no register, and only who writes one is compared.',
  },
  {
    code: 'empty_houses.return_other_person',
    through: 'src/domains/billing/empty-houses/actions/note-empty-registers.ts keep',
    calls: / billing\/empty-house\/\{id\}\/start$/,
    why: 'It writes the register of the first day only.',
  },
  {
    code: 'empty_houses.start_other_person',
    through: 'src/domains/billing/empty-houses/actions/note-empty-registers.ts keep',
    calls: / billing\/empty-house\/\{id\}\/return$/,
    why: 'It writes the register of the return only.',
  },
  {
    code: /^empty_houses\.(day_billed|second_person)$/,
    through: 'src/domains/billing/empty-houses/actions/decide-empty-house.ts decide',
    calls: / billing\/empty-house\/\{id\}\/(refuse|withdraw)$/,
    why: 'The database asks both of an approval only.',
  },
  {
    code: 'empty_houses.second_person',
    through: 'src/domains/billing/empty-houses/actions/decide-empty-house.ts endEmptyHouse',
    why: 'Who decided stays as it was: an end changes its last day only.',
  },
  {
    code: 'empty_houses.day_billed',
    through: 'src/domains/billing/empty-houses/actions/decide-empty-house.ts endEmptyHouse',
    why: 'The action looks for billed days under the same lock before, and names them at the field of the end.',
  },
  {
    code: 'empty_houses.day_billed',
    through: 'src/domains/billing/empty-houses/actions/note-empty-registers.ts keep',
    calls: / billing\/empty-house\/\{id\}\/return$/,
    why: 'The action looks for billed days under the same lock before, and names them at the field of the register.',
  },
  {
    code: /^empty_houses\.(day_billed|second_person)$/,
    through: 'src/domains/billing/empty-houses/actions/end-used-houses.ts endUsedHouses',
    why: 'The database asks both of an approval and of an end by a person only; use ends a notice on billed days.',
  },
];
