/** What the search over everything shows of roles. */
import { IconShieldCheck } from '@tabler/icons-react';
import type { FoundRecord } from '#web/navigation/found-record.ts';

export const foundRecords: readonly FoundRecord[] = [
  {
    source: 'roles',
    icon: IconShieldCheck,
    title: { en: 'Roles', bn: 'ভূমিকা' },
    knownBy: 'name',
    lists: ['/user/role-list'],
  },
];
