/** What the search over everything shows of bills. */
import { IconFileInvoice } from '@tabler/icons-react';
import type { FoundRecord } from '#web/navigation/found-record.ts';

export const foundRecords: readonly FoundRecord[] = [
  {
    source: 'invoices',
    icon: IconFileInvoice,
    title: { en: 'Invoices', bn: 'বিল' },
    knownBy: 'number',
    lists: ['/billing/invoice-list'],
  },
];
