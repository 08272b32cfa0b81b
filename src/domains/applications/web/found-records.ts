/** What the search over everything shows of applications and demand notes. */
import { IconFileDescription, IconReceipt } from '@tabler/icons-react';
import type { FoundRecord } from '#web/navigation/found-record.ts';

export const foundRecords: readonly FoundRecord[] = [
  {
    source: 'applications',
    icon: IconFileDescription,
    title: { en: 'Applications', bn: 'আবেদন' },
    knownBy: 'name',
    lists: ['/all-new-connections', '/customer/new-connections', '/noc-from-rajuk'],
  },
  {
    source: 'demandNotes',
    icon: IconReceipt,
    title: { en: 'Demand notes', bn: 'ডিমান্ড নোট' },
    knownBy: 'number',
    lists: ['/all-new-connections', '/customer/new-connections', '/demand-note-payment'],
  },
];
