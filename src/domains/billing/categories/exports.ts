/** Categories by date as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  namePair,
} from '#platform/exports/export-list.ts';
import type { listCategoryChangesDownload } from './contract.ts';
import { REASON_NAMES, STATE_NAMES } from './names.ts';
import { categoryChangeList } from './queries.ts';

export const categoryChangesExport: ListExport<typeof listCategoryChangesDownload> = {
  name: 'categories-by-date',
  title: ['Categories by date', 'তারিখভিত্তিক সংযোগের ধরন'],
  list: categoryChangeList,
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
    ...namePair(
      ['Category', 'ধরন'],
      column('categoryEn', 'text', ['Category (English)', 'ধরন (ইংরেজি)']),
      column('categoryBn', 'text', ['Category (Bengali)', 'ধরন (বাংলা)']),
    ),
    column('fromDay', 'day', ['From', 'শুরু']),
    column('untilDay', 'day', ['Next from', 'পরের ধরন শুরু']),
    ...namePair(
      ['Next category', 'পরের ধরন'],
      column('nextEn', 'text', ['Next category (English)', 'পরের ধরন (ইংরেজি)']),
      column('nextBn', 'text', ['Next category (Bengali)', 'পরের ধরন (বাংলা)']),
    ),
    column('reason', 'text', ['Reason', 'কারণ'], REASON_NAMES),
    column('state', 'text', ['State', 'অবস্থা'], STATE_NAMES),
    column('proposedAt', 'instant', ['Proposed', 'প্রস্তাবের সময়']),
    column('proposedBy', 'text', ['Proposed by', 'প্রস্তাব করেছেন']),
    column('decidedAt', 'instant', ['Decided', 'সিদ্ধান্তের সময়']),
    column('decidedBy', 'text', ['Decided by', 'সিদ্ধান্ত নিয়েছেন']),
  ],
};
