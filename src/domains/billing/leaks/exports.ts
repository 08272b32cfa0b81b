/** Leaks as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  namePair,
} from '#platform/exports/export-list.ts';
import type { listLeaksDownload } from './contract.ts';
import { CHANNEL_NAMES, STATE_NAMES } from './names.ts';
import { leakList } from './queries.ts';

export const leaksExport: ListExport<typeof listLeaksDownload> = {
  name: 'leaks',
  title: ['Leak adjustments', 'লিকের কারণে বিলে ছাড়'],
  list: leakList,
  filters: (query) => filterOf(['State', 'অবস্থা'], STATE_NAMES, query.state),
  columns: [
    column('number', 'text', ['Number', 'নম্বর']),
    column('askedOn', 'day', ['Asked', 'আবেদনের তারিখ']),
    column('waitUntil', 'day', ['Waits until', 'অপেক্ষার শেষ তারিখ']),
    column('state', 'text', ['State', 'অবস্থা'], STATE_NAMES),
    column('invoiceNumber', 'text', ['Bill', 'বিল']),
    column('period', 'month', ['Month', 'মাস']),
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    ...namePair(
      ['Name', 'নাম'],
      column('consumerName', 'text', ['Name (English)', 'নাম (ইংরেজি)']),
      column('consumerNameBn', 'text', ['Name (Bengali)', 'নাম (বাংলা)']),
    ),
    column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
    column('roadNumber', 'text', ['Road', 'রোড']),
    column('plotNumber', 'text', ['Plot', 'প্লট']),
    column('repairedOn', 'day', ['Repaired', 'মেরামতের তারিখ']),
    // A bill may have more than one request: its sum would count it more than once.
    { ...column('totalMinor', 'money', ['Bill (Taka)', 'বিল (টাকা)']), isSummed: false },
    column('amountMinor', 'money', ['Credited (Taka)', 'দেওয়া ছাড় (টাকা)']),
    column('proposedMinor', 'money', ['Proposed, not credited (Taka)', 'প্রস্তাবিত, দেওয়া হয়নি (টাকা)']),
    column('channel', 'text', ['Came by', 'মাধ্যম'], CHANNEL_NAMES),
    column('words', 'text', ['In their words', 'গ্রাহকের কথা']),
    column('answer', 'text', ['Answer', 'উত্তর']),
    column('decidedBy', 'text', ['Decided by', 'সিদ্ধান্ত নিয়েছেন']),
    column('approvedBy', 'text', ['Approved by', 'অনুমোদন করেছেন']),
    column('endedOn', 'day', ['Ended', 'শেষ হয়েছে']),
  ],
};
