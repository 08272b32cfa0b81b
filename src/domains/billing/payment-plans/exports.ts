/** Payment plans as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  namePair,
} from '#platform/exports/export-list.ts';
import type { listPlansDownload } from './contract.ts';
import { BECAUSE_NAMES, STATE_NAMES } from './names.ts';
import { planList } from './queries.ts';

export const plansExport: ListExport<typeof listPlansDownload> = {
  name: 'payment-plans',
  title: ['Payment plans', 'কিস্তিতে পরিশোধ'],
  list: planList,
  filters: (query) => [...filterOf(['State', 'অবস্থা'], STATE_NAMES, query.state)],
  columns: [
    column('number', 'text', ['Number', 'নম্বর']),
    column('openedOn', 'day', ['Begun', 'শুরু']),
    column('state', 'text', ['State', 'অবস্থা'], STATE_NAMES),
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    ...namePair(
      ['Name', 'নাম'],
      column('consumerName', 'text', ['Name (English)', 'নাম (ইংরেজি)']),
      column('consumerNameBn', 'text', ['Name (Bengali)', 'নাম (বাংলা)']),
    ),
    column('phone', 'text', ['Phone', 'ফোন']),
    column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
    column('roadNumber', 'text', ['Road', 'রোড']),
    column('plotNumber', 'text', ['Plot', 'প্লট']),
    column('instalments', 'number', ['Instalments', 'কিস্তির সংখ্যা']),
    column('sumMinor', 'money', ['Sum (Taka)', 'মোট (টাকা)']),
    column('paidMinor', 'money', ['Paid (Taka)', 'পরিশোধ (টাকা)']),
    column('leftMinor', 'money', ['Left (Taka)', 'বাকি (টাকা)']),
    column('nextOn', 'day', ['Next instalment', 'পরের কিস্তির তারিখ']),
    column('nextMinor', 'money', ['Of it to pay (Taka)', 'পরের কিস্তি (টাকা)']),
    column('lateDays', 'number', ['Days late', 'যতদিন দেরি']),
    column('endedOn', 'day', ['Ended', 'শেষ হয়েছে']),
    column('endedBecause', 'text', ['Because', 'কারণ'], BECAUSE_NAMES),
  ],
};
