/** What the search over everything shows of bills. */
import { IconCalendarDollar, IconDropletOff, IconFileInvoice } from '@tabler/icons-react';
import type { FoundRecord } from '#web/navigation/found-record.ts';

export const foundRecords: readonly FoundRecord[] = [
  {
    source: 'invoices',
    icon: IconFileInvoice,
    title: { en: 'Invoices', bn: 'বিল' },
    knownBy: 'number',
    lists: ['/billing/invoice-list'],
  },
  {
    source: 'payment-plans',
    icon: IconCalendarDollar,
    title: { en: 'Payment plans', bn: 'কিস্তিতে পরিশোধ' },
    knownBy: 'number',
    lists: ['/billing/payment-plans'],
  },
  {
    source: 'leaks',
    icon: IconDropletOff,
    title: { en: 'Leak adjustments', bn: 'লিকের কারণে বিলে ছাড়' },
    knownBy: 'number',
    lists: ['/billing/leaks'],
  },
];
