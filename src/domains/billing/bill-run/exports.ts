/** The outcomes of a run as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  summed,
  type Words,
} from '#platform/exports/export-list.ts';
import type { RunFilter } from './bill-run.rules.ts';
import type { listRunItemsDownload, listRunsDownload, listUnbilledMonthsDownload } from './contract.ts';
import { runItemList, runList } from './queries.ts';
import { unbilledList } from './unbilled-months.ts';

const STATE: Words = ['State', 'অবস্থা'];
const STATES: Record<RunFilter, Words> = {
  PLANNED: ['Planned', 'পরিকল্পিত'],
  CALCULATING: ['Calculating', 'হিসাব চলছে'],
  REVIEW: ['Waits for approval', 'অনুমোদনের অপেক্ষায়'],
  APPROVED: ['Waits for posting', 'পোস্টের অপেক্ষায়'],
  POSTING: ['Posting', 'পোস্ট চলছে'],
  POSTED: ['Posted', 'পোস্ট হয়েছে'],
  CANCELLED: ['Given up', 'বাদ দেওয়া হয়েছে'],
  REVERSED: ['Reversed', 'ফেরত নেওয়া হয়েছে'],
  FAILED: ['Failed', 'ব্যর্থ'],
  HELD_LEFT: ['Bills left out', 'বাদ থাকা বিল'],
  REVERSAL_ASKED: ['Reversal asked for', 'ফেরতের প্রস্তাব আছে'],
};
const ALL_SECTORS: Words = ['All', 'সব'];

export const runsExport: ListExport<typeof listRunsDownload> = {
  name: 'bill-runs',
  title: ['Bill runs', 'বিল রান'],
  list: runList,
  filters: ({ state }) => filterOf(STATE, STATES, state),
  columns: [
    column('number', 'text', ['Run', 'রান']),
    column('period', 'month', ['Month', 'মাস']),
    column('sectorNumber', 'text', ['Sector', 'সেক্টর'], (code) =>
      code === 'null' ? ALL_SECTORS : [code, code],
    ),
    summed(column('billed', 'number', ['Bills', 'বিল'])),
    summed(column('held', 'number', ['Held', 'স্থগিত'])),
    column('totalMinor', 'money', ['Total (Taka)', 'মোট (টাকা)']),
    column('issuedOn', 'day', ['Issue day', 'ইস্যুর তারিখ']),
    column('dueOn', 'day', ['Due day', 'শেষ তারিখ']),
    column('plannedBy', 'text', ['Planned by', 'পরিকল্পনা করেছেন']),
    column('approvedBy', 'text', ['Approved by', 'অনুমোদন করেছেন']),
    column('postedAt', 'instant', ['Posted', 'পোস্টের সময়']),
    column('state', 'text', STATE, STATES),
    column('cancelReason', 'text', ['Why given up', 'বাদ দেওয়ার কারণ']),
  ],
};

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
      empty_house_waits: ['A notice of an empty house waits', 'খালি বাড়ির নোটিশ সিদ্ধান্তের অপেক্ষায়'],
      category_waits: ['A change of the category waits', 'ধরন বদলের প্রস্তাব সিদ্ধান্তের অপেক্ষায়'],
      month_before_unbilled: ['An earlier month has no bill', 'আগের একটি মাসের বিল হয়নি'],
      moved_scope: ['Changed: closed, or left the scope', 'বদলেছে: বন্ধ হয়েছে বা আওতার বাইরে গেছে'],
      moved_owner: ['Changed: the consumer', 'বদলেছে: গ্রাহক'],
      moved_meter: ['Changed: the meter', 'বদলেছে: মিটার'],
      moved_connection: ['Changed: the connection', 'বদলেছে: সংযোগের তথ্য'],
      moved_reading: ['Changed: the reading', 'বদলেছে: রিডিং'],
      moved_category: ['Changed: the category', 'বদলেছে: সংযোগের ধরন'],
      moved_empty_house: ['Changed: a notice of an empty house', 'বদলেছে: খালি বাড়ির নোটিশ'],
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
