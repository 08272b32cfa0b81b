/** What the search over everything shows of work orders. */
import { IconTool } from '@tabler/icons-react';
import type { FoundRecord } from '#web/navigation/found-record.ts';

export const foundRecords: readonly FoundRecord[] = [
  {
    source: 'work-orders',
    icon: IconTool,
    title: { en: 'Work orders', bn: 'কার্যাদেশ' },
    knownBy: 'number',
    lists: ['/work-order-list'],
  },
];
