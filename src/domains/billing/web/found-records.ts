/** What the search over everything shows of bills. */
import {
  IconCalendarDollar,
  IconCategory,
  IconDropletOff,
  IconFileInvoice,
  IconHomeOff,
} from '@tabler/icons-react';
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
  {
    source: 'categories-by-date',
    icon: IconCategory,
    title: { en: 'Categories by date', bn: 'তারিখভিত্তিক সংযোগের ধরন' },
    knownBy: 'number',
    lists: ['/billing/categories'],
  },
  {
    source: 'empty-houses',
    icon: IconHomeOff,
    title: { en: 'Empty houses', bn: 'খালি বাড়ি' },
    knownBy: 'number',
    lists: ['/billing/empty-houses'],
  },
];
