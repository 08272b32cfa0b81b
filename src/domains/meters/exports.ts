/** Meters, connections and readings as files. */
import {
  exportColumn as column,
  type ListExport,
  summed,
  type Words,
} from '#platform/exports/export-list.ts';
import type { listConnectionsDownload, listMetersDownload, listUnreadDownload } from './contract.ts';
import { METHOD_NAMES } from './estimates/estimate.rules.ts';
import { connectionList, meterList, unreadList } from './queries.ts';
import type { listReadingsDownload } from './readings/contract.ts';
import { FLAG_NAMES, READING_STATE_NAMES } from './readings/names.rules.ts';
import { readingList } from './readings/queries.ts';

export const CONNECTION = column('connectionNumber', 'text', ['Connection', 'সংযোগ']);
export const CONSUMER = column('consumerName', 'text', ['Consumer', 'গ্রাহক']);
export const METER = column('meterNumber', 'text', ['Meter', 'মিটার']);
export const PLACE = [
  column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
  column('roadNumber', 'text', ['Road', 'রোড']),
  column('plotNumber', 'text', ['Plot', 'প্লট']),
];
const LAST = [
  column('lastReadOn', 'day', ['Last read on', 'সর্বশেষ রিডিংয়ের তারিখ']),
  column('lastLitres', 'volume', ['Last reading (m³)', 'সর্বশেষ রিডিং (ঘনমিটার)']),
];
const INSTALLED = column('installedOn', 'day', ['Installed', 'স্থাপনের তারিখ']);
export const STATE: Words = ['State', 'অবস্থা'];
const METER_WORDS: Record<string, Words> = {
  IN_STOCK: ['In stock', 'মজুদ আছে'],
  RESERVED: ['Reserved', 'সংরক্ষিত'],
  INSTALLED: ['Installed', 'স্থাপিত'],
  FAULTY: ['Faulty', 'ত্রুটিপূর্ণ'],
  LOCKED: ['Locked', 'তালাবদ্ধ'],
  STOPPED: ['Stopped', 'বন্ধ'],
  REMOVED: ['Removed', 'খুলে নেওয়া হয়েছে'],
  REMOVED_CONFIRMED: ['Removed, confirmed', 'খুলে নেওয়া, নিশ্চিত'],
  SCRAPPED: ['Scrapped', 'বাতিল মাল'],
};
const CONNECTION_WORDS: Record<string, Words> = {
  active: ['Active', 'চালু'],
  disconnected: ['Disconnected', 'বিচ্ছিন্ন'],
  closed: ['Closed', 'বন্ধ'],
};
/** Of the categories that the program brings along; another one is shown by its code. */
const CATEGORY_WORDS: Record<string, Words> = {
  residential: ['Residential', 'আবাসিক'],
  commercial: ['Commercial', 'বাণিজ্যিক'],
  industrial: ['Industrial', 'শিল্প'],
  institutional: ['Institutional', 'প্রাতিষ্ঠানিক'],
  government: ['Government', 'সরকারি'],
  community: ['Community and low-income', 'কমিউনিটি ও নিম্নআয়'],
};

export const metersExport: ListExport<typeof listMetersDownload> = {
  name: 'meters',
  title: ['Meters', 'মিটার'],
  list: meterList,
  columns: [
    column('number', 'text', ['Meter', 'মিটার']),
    column('make', 'text', ['Make', 'প্রস্তুতকারক']),
    column('sizeMm', 'number', ['Size (mm)', 'মাপ (মিমি)']),
    column('sealNumber', 'text', ['Seal', 'সিল']),
    column('agedFrom', 'day', ['Age counts from', 'বয়স গণনার তারিখ']),
    column('status', 'text', STATE, METER_WORDS),
    CONNECTION,
    CONSUMER,
    ...PLACE,
    INSTALLED,
    ...LAST,
  ],
};

export const unreadExport: ListExport<typeof listUnreadDownload> = {
  name: 'unread-meters',
  title: ['Unread meters', 'রিডিং বাকি এমন মিটার'],
  list: unreadList,
  columns: [
    METER,
    CONNECTION,
    CONSUMER,
    ...PLACE,
    ...LAST,
    column('monthsUnread', 'number', ['Months unread', 'যত মাস বাকি']),
  ],
};

export const connectionsExport: ListExport<typeof listConnectionsDownload> = {
  name: 'connections',
  title: ['Connections', 'সংযোগ'],
  list: connectionList,
  columns: [
    column('number', 'text', ['Connection', 'সংযোগ']),
    CONSUMER,
    column('consumerNumber', 'text', ['Consumer number', 'গ্রাহক নম্বর']),
    ...PLACE,
    column('category', 'text', ['Category', 'সংযোগের ধরন'], CATEGORY_WORDS),
    column('pipeSizeMm', 'number', ['Pipe (mm)', 'পাইপ (মিমি)']),
    column('status', 'text', STATE, CONNECTION_WORDS),
    column('connectedOn', 'day', ['Connected', 'সংযোগের তারিখ']),
    METER,
    INSTALLED,
  ],
};

export const readingsExport: ListExport<typeof listReadingsDownload> = {
  name: 'readings',
  title: ['Meter readings', 'মিটার রিডিং'],
  list: readingList,
  columns: [
    METER,
    CONNECTION,
    CONSUMER,
    ...PLACE,
    column('period', 'month', ['Month', 'মাস']),
    column('readOn', 'day', ['Read on', 'রিডিংয়ের তারিখ']),
    column('previousLitres', 'volume', ['Previous (m³)', 'আগের রিডিং (ঘনমিটার)']),
    column('registerLitres', 'volume', ['Reading (m³)', 'রিডিং (ঘনমিটার)']),
    summed(column('consumptionLitres', 'volume', ['Use (m³)', 'ব্যবহার (ঘনমিটার)'])),
    column('expectedLitres', 'volume', ['Expected (m³)', 'হওয়ার কথা (ঘনমিটার)']),
    column('deviationPercent', 'number', ['Against expected (%)', 'প্রত্যাশার তুলনায় (%)']),
    column('flags', 'text', ['Checks', 'যাচাই'], FLAG_NAMES),
    column('method', 'text', ['Estimated by', 'অনুমানের নিয়ম'], METHOD_NAMES),
    column('state', 'text', STATE, READING_STATE_NAMES),
  ],
};
