/** Empty houses as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  namePair,
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
    column('reason', 'text', ['Reason', 'কারণ'], REASON_NAMES),
    column('state', 'text', ['State', 'অবস্থা'], STATE_NAMES),
    column('proposedAt', 'instant', ['Noted', 'লেখার সময়']),
  ],
};
