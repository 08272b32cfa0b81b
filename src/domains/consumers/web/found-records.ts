/** What the search over everything shows of consumers. */
import { IconUser } from '@tabler/icons-react';
import type { FoundRecord } from '#web/navigation/found-record.ts';

export const foundRecords: readonly FoundRecord[] = [
  {
    source: 'consumers',
    icon: IconUser,
    title: { en: 'Customers', bn: 'গ্রাহক' },
    knownBy: 'name',
    lists: ['/customer-management'],
  },
];
