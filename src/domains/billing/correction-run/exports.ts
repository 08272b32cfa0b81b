/** The bills of a correction run as a file. */
import { exportColumn as column, type ListExport } from '#platform/exports/export-list.ts';
import type { listCorrectionItemsDownload } from './contract.ts';
import { correctionItemList } from './queries.ts';

export const correctionItemsExport: ListExport<typeof listCorrectionItemsDownload> = {
  name: 'correction-run',
  title: ['Bills of a correction run', 'সংশোধন রানের বিল'],
  list: (_actor, query, { id }) => correctionItemList(id, query),
  columns: [
    column('invoiceNumber', 'text', ['Bill', 'বিল']),
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    column('consumerName', 'text', ['Consumer', 'গ্রাহক']),
    column('period', 'day', ['Month', 'মাস']),
    column('beforeMinor', 'money', ['Before (Taka)', 'আগে (টাকা)']),
    column('afterMinor', 'money', ['Corrected (Taka)', 'সংশোধিত (টাকা)']),
    column('totalMinor', 'money', ['Difference (Taka)', 'পার্থক্য (টাকা)']),
    column('outcome', 'text', ['Outcome', 'ফল'], {
      BILLED: ['Corrected', 'সংশোধন হবে'],
      HELD: ['Held', 'স্থগিত'],
    }),
    column('reason', 'text', ['Reason', 'কারণ'], {
      cancelled: ['The bill is cancelled', 'বিলটি বাতিল'],
      correction_waits: ['Another correction waits', 'আরেকটি সংশোধন অপেক্ষায় আছে'],
      bill_changed: ['The bill changed since', 'এর মধ্যে বিলটি বদলেছে'],
      not_reproducible: ['The same figures give another bill', 'একই তথ্যে ভিন্ন বিল হয়'],
      no_tariff: ['No tariff for all of its days', 'সব দিনের ট্যারিফ নেই'],
      negative_use: ['Use below zero', 'ব্যবহার শূন্যের কম'],
      no_days: ['No day of the period', 'সময়কালে কোনো দিন নেই'],
    }),
  ],
};
