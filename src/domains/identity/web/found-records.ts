/** What the search over everything shows of staff accounts. */
import { IconUsersGroup } from '@tabler/icons-react';
import type { FoundRecord } from '#web/navigation/found-record.ts';

export const foundRecords: readonly FoundRecord[] = [
  {
    source: 'users',
    icon: IconUsersGroup,
    title: { en: 'Users', bn: 'ব্যবহারকারী' },
    knownBy: 'name',
    lists: ['/user/user-list'],
  },
];
