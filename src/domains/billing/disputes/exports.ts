/** Disputes as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  namePair,
} from '#platform/exports/export-list.ts';
import type { listDisputesDownload } from './contract.ts';
import { CHANNEL_NAMES, REASON_NAMES, STATE_NAMES } from './names.ts';
import { disputeList } from './queries.ts';

export const disputesExport: ListExport<typeof listDisputesDownload> = {
  name: 'disputes',
  title: ['Disputes of bills', 'বিল নিয়ে আপত্তি'],
  list: disputeList,
  filters: (query) => [
    ...filterOf(['State', 'অবস্থা'], STATE_NAMES, query.state),
    ...filterOf(['Reason', 'কারণ'], REASON_NAMES, query.reason),
  ],
  columns: [
    column('number', 'text', ['Number', 'নম্বর']),
    column('askedOn', 'day', ['Asked', 'জানানোর তারিখ']),
    column('decideBy', 'day', ['Decide by', 'সিদ্ধান্তের শেষ তারিখ']),
    column('state', 'text', ['State', 'অবস্থা'], STATE_NAMES),
    column('reason', 'text', ['Reason', 'কারণ'], REASON_NAMES),
    column('invoiceNumber', 'text', ['Bill', 'বিল']),
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    ...namePair(
      ['Name', 'নাম'],
      column('consumerName', 'text', ['Name (English)', 'নাম (ইংরেজি)']),
      column('consumerNameBn', 'text', ['Name (Bengali)', 'নাম (বাংলা)']),
    ),
    column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
    column('roadNumber', 'text', ['Road', 'রোড']),
    column('plotNumber', 'text', ['Plot', 'প্লট']),
    column('totalMinor', 'money', ['Bill (Taka)', 'বিল (টাকা)']),
    column('dueMinor', 'money', ['Open (Taka)', 'বাকি (টাকা)']),
    column('channel', 'text', ['Came by', 'মাধ্যম'], CHANNEL_NAMES),
    column('words', 'text', ['In their words', 'গ্রাহকের কথা']),
    column('assignedTo', 'text', ['With', 'দায়িত্বে']),
    column('answer', 'text', ['Answer', 'উত্তর']),
    column('decidedBy', 'text', ['Decided by', 'সিদ্ধান্ত নিয়েছেন']),
    column('endedOn', 'day', ['Ended', 'শেষ হয়েছে']),
  ],
};
