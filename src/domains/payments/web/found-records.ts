/** What the search over everything shows of payments and refunds. */
import { IconReceipt, IconReceiptRefund } from '@tabler/icons-react';
import type { FoundRecord } from '#web/navigation/found-record.ts';

export const foundRecords: readonly FoundRecord[] = [
  {
    source: 'payments',
    icon: IconReceipt,
    title: { en: 'Payments', bn: 'পেমেন্ট' },
    knownBy: 'number',
    lists: ['/payment-history'],
  },
  {
    source: 'refunds',
    icon: IconReceiptRefund,
    title: { en: 'Refunds', bn: 'টাকা ফেরত' },
    knownBy: 'number',
    lists: ['/refund'],
  },
];
