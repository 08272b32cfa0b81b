/** What the search over everything shows of tickets. */
import { IconHeadset } from '@tabler/icons-react';
import type { FoundRecord } from '#web/navigation/found-record.ts';

export const foundRecords: readonly FoundRecord[] = [
  {
    source: 'tickets',
    icon: IconHeadset,
    title: { en: 'Tickets', bn: 'টিকিট' },
    knownBy: 'number',
    lists: ['/support-ticket-management'],
  },
];
