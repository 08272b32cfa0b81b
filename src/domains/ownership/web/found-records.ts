/** What the search over everything shows of ownership requests. */
import { IconArrowsExchange } from '@tabler/icons-react';
import type { FoundRecord } from '#web/navigation/found-record.ts';

export const foundRecords: readonly FoundRecord[] = [
  {
    source: 'ownership',
    icon: IconArrowsExchange,
    title: { en: 'Ownership requests', bn: 'মালিকানার আবেদন' },
    knownBy: 'number',
    lists: ['/owner-change-request-list'],
  },
];
