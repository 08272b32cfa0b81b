/** Empty houses as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  namePair,
  YES_NO,
} from '#platform/exports/export-list.ts';
import type { listEmptyHousesDownload } from './contract.ts';
import { REASON_NAMES, STATE_NAMES } from './names.ts';
import { emptyHouseList } from './queries.ts';

export const emptyHousesExport: ListExport<typeof listEmptyHousesDownload> = {
  name: 'empty-houses',
  title: ['Empty houses', 'খালি বাড়ি'],
  list: emptyHouseList,
  filters: (query) => [
    ...filterOf(['State', 'অবস্থা'], STATE_NAMES, query.state),
    ...filterOf(['Reason', 'কারণ'], REASON_NAMES, query.reason),
  ],
  columns: [
    column('number', 'text', ['Number', 'নম্বর']),
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    ...namePair(
      ['Name', 'নাম'],
      column('consumerName', 'text', ['Name (English)', 'নাম (ইংরেজি)']),
      column('consumerNameBn', 'text', ['Name (Bengali)', 'নাম (বাংলা)']),
    ),
    column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
    column('roadNumber', 'text', ['Road', 'রোড']),
    column('plotNumber', 'text', ['Plot', 'প্লট']),
    column('fromDay', 'day', ['Empty from', 'খালি শুরু']),
    column('untilDay', 'day', ['Lived in again from', 'আবার বসবাস শুরু']),
    column('notedUntilDay', 'day', ['Noted until before', 'নোটিশে আবার বসবাসের তারিখ']),
    column('openEnd', 'text', ['At the latest', 'সর্বশেষ তারিখ'], YES_NO),
    column('reason', 'text', ['Reason', 'কারণ'], REASON_NAMES),
    column('state', 'text', ['State', 'অবস্থা'], STATE_NAMES),
    column('fixedOwedPercent', 'number', ['Owed of the fixed charge (%)', 'দেয় ফিক্সড চার্জ (%)']),
    column('minimumOwedPercent', 'number', ['Owed of the minimum (%)', 'দেয় ন্যূনতম বিল (%)']),
    column('proposedAt', 'instant', ['Noted', 'লেখার সময়']),
    column('proposedBy', 'text', ['Noted by', 'লিখেছেন']),
    column('decidedAt', 'instant', ['Decided', 'সিদ্ধান্তের সময়']),
    column('decidedBy', 'text', ['Decided by', 'সিদ্ধান্ত নিয়েছেন']),
  ],
};
