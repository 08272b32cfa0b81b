/** The outcomes of a run as a file. */
import { exportColumn as column, type ListExport } from '#platform/exports/export-list.ts';
import type { listRunItemsDownload } from './contract.ts';
import { runItemList } from './queries.ts';

export const runItemsExport: ListExport<typeof listRunItemsDownload> = {
  name: 'bill-run',
  title: ['Outcomes of a bill run', 'বিল রানের ফল'],
  list: (_actor, query, { id }) => runItemList(id, query),
  columns: [
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    column('consumerName', 'text', ['Consumer', 'গ্রাহক']),
    column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
    column('roadNumber', 'text', ['Road', 'রোড']),
    column('plotNumber', 'text', ['Plot', 'প্লট']),
    column('outcome', 'text', ['Outcome', 'ফল'], {
      BILLED: ['Billed', 'বিল হয়েছে'],
      HELD: ['Held', 'স্থগিত'],
    }),
    column('reason', 'text', ['Reason', 'কারণ'], {
      already_billed: ['Already billed for this month', 'এই মাসের বিল আগেই হয়েছে'],
      no_reading: ['No reading in this month', 'এই মাসে কোনো রিডিং নেই'],
      reading_not_approved: ['The reading is not approved', 'রিডিং অনুমোদিত নয়'],
      held_by_hand: ['Held by hand', 'হাতে স্থগিত করা'],
      no_tariff: ['No tariff in force', 'কোনো ট্যারিফ কার্যকর নেই'],
      negative_use: ['Reading below the one before', 'রিডিং আগেরটির চেয়ে কম'],
      no_days: ['Not connected in the period', 'সময়কালে সংযোগ ছিল না'],
      mixed_money: ['Tariffs in two currencies', 'দুই মুদ্রার ট্যারিফ'],
    }),
    column('usageLitres', 'volume', ['Use (m³)', 'ব্যবহার (ঘনমিটার)']),
    column('totalMinor', 'money', ['Total (Taka)', 'মোট (টাকা)']),
    column('arrearsMinor', 'money', ['Arrears (Taka)', 'বকেয়া (টাকা)']),
  ],
};
