/** The outcomes of a run as a file. */
import { exportColumn as column, type ListExport } from '#platform/exports/export-list.ts';
import type { listRunItemsDownload, listUnbilledMonthsDownload } from './contract.ts';
import { runItemList } from './queries.ts';
import { unbilledList } from './unbilled-months.ts';

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
      read_after_issue: ['Read after the day of issue', 'ইস্যুর তারিখের পরে পড়া'],
      month_before_unbilled: ['An earlier month has no bill', 'আগের একটি মাসের বিল হয়নি'],
      moved_scope: ['Changed: closed, or left the scope', 'বদলেছে: বন্ধ হয়েছে বা আওতার বাইরে গেছে'],
      moved_owner: ['Changed: the consumer', 'বদলেছে: গ্রাহক'],
      moved_meter: ['Changed: the meter', 'বদলেছে: মিটার'],
      moved_connection: ['Changed: the connection', 'বদলেছে: সংযোগের তথ্য'],
      moved_reading: ['Changed: the reading', 'বদলেছে: রিডিং'],
      moved_category: ['Changed: the category', 'বদলেছে: শ্রেণি'],
      moved_tariff: ['Changed: the tariff or VAT', 'বদলেছে: ট্যারিফ বা ভ্যাট'],
      moved_arrears: ['Changed: what is open of earlier bills', 'বদলেছে: আগের বিলের বকেয়া'],
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

export const unbilledMonthsExport: ListExport<typeof listUnbilledMonthsDownload> = {
  name: 'unbilled-months',
  title: ['Months without a bill', 'বিল ছাড়া মাস'],
  list: (actor, query) => unbilledList(actor, query),
  columns: [
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    column('consumerName', 'text', ['Consumer', 'গ্রাহক']),
    column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
    column('roadNumber', 'text', ['Road', 'রোড']),
    column('plotNumber', 'text', ['Plot', 'প্লট']),
    column('status', 'text', ['State', 'অবস্থা'], {
      active: ['Active', 'সক্রিয়'],
      disconnected: ['Disconnected', 'বিচ্ছিন্ন'],
      closed: ['Closed', 'বন্ধ'],
    }),
    column('month', 'day', ['Month', 'মাস']),
    column('reason', 'text', ['Why', 'কারণ'], {
      NO_READING: ['No reading', 'রিডিং নেই'],
      NOT_APPROVED: ['The reading is not approved', 'রিডিং অনুমোদিত নয়'],
      APPROVED: ['Read and approved, not billed', 'রিডিং অনুমোদিত, বিল হয়নি'],
    }),
    column('usageLitres', 'volume', ['Use (m³)', 'ব্যবহার (ঘনমিটার)']),
  ],
};
