/** The trial balance and entries as files. */
import {
  exportColumn as column,
  type Filter,
  filterOf,
  type ListExport,
  namePair,
  type Words,
} from '#platform/exports/export-list.ts';
import type { ledgerEntriesDownload, trialBalanceDownload } from './contract.ts';
import { ACCOUNT_KIND_NAMES, JOURNAL_NAMES } from './names.rules.ts';
import { entryList, trialList } from './queries.ts';

const KIND: Words = ['Kind', 'ধরন'];

const MONEY = [
  column('debitMinor', 'money', ['Debit (Taka)', 'ডেবিট (টাকা)']),
  column('creditMinor', 'money', ['Credit (Taka)', 'ক্রেডিট (টাকা)']),
];

const daysOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }): Filter[] => [
  ...(from ? [[['From', 'শুরু'], from] satisfies Filter] : []),
  ...(to ? [[['To', 'শেষ'], to] satisfies Filter] : []),
];

export const trialExport: ListExport<typeof trialBalanceDownload> = {
  name: 'trial-balance',
  title: ['Trial balance', 'রেওয়ামিল'],
  list: trialList,
  filters: ({ kind, ...days }) => [...daysOf(days), ...filterOf(KIND, ACCOUNT_KIND_NAMES, kind)],
  columns: [
    column('code', 'text', ['Account', 'হিসাব নম্বর']),
    ...namePair(
      ['Name', 'নাম'],
      column('nameEn', 'text', ['Name (English)', 'নাম (ইংরেজি)']),
      column('nameBn', 'text', ['Name (Bengali)', 'বাংলা নাম']),
    ),
    column('kind', 'text', KIND, ACCOUNT_KIND_NAMES),
    column('openingMinor', 'money', ['Before (Taka)', 'আগের স্থিতি (টাকা)']),
    ...MONEY,
    column('closingMinor', 'money', ['Balance (Taka)', 'স্থিতি (টাকা)']),
  ],
};

export const entriesExport: ListExport<typeof ledgerEntriesDownload> = {
  name: 'ledger-entries',
  title: ['Ledger entries', 'লেজারের ভুক্তি'],
  list: entryList,
  filters: ({ account, kind, ...days }) => [
    [['Account', 'হিসাব নম্বর'], account],
    ...daysOf(days),
    ...filterOf(KIND, JOURNAL_NAMES, kind),
  ],
  columns: [
    column('day', 'day', ['Day', 'তারিখ']),
    column('kind', 'text', KIND, JOURNAL_NAMES),
    ...MONEY,
    column('reason', 'text', ['Reason', 'কারণ']),
    column('postedBy', 'text', ['Posted by', 'যিনি লিখেছেন']),
    column('postedAt', 'instant', ['Posted at', 'লেখার সময়']),
  ],
};
