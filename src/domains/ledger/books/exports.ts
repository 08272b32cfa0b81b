/** The trial balance and entries as files. */
import {
  exportColumn as column,
  type Filter,
  filterOf,
  type ListExport,
  namePair,
  type Words,
} from '#platform/exports/export-list.ts';
import type { JournalKind } from '../accounts.rules.ts';
import type { ledgerEntriesDownload, trialBalanceDownload } from './contract.ts';
import { entryList, trialList } from './queries.ts';

const KINDS: Record<string, Words> = {
  asset: ['Asset', 'সম্পদ'],
  liability: ['Liability', 'দায়'],
  income: ['Income', 'আয়'],
  expense: ['Expense', 'ব্যয়'],
};
const KIND: Words = ['Kind', 'ধরন'];

const JOURNALS: Record<JournalKind, Words> = {
  INVOICE: ['Bill', 'বিল'],
  DEMAND_NOTE: ['Demand note', 'ডিমান্ড নোট'],
  WORK_ORDER: ['Work order', 'কার্যাদেশ'],
  OWNERSHIP_FEE: ['Fee of an ownership change', 'মালিকানা পরিবর্তনের ফি'],
  PAYMENT: ['Payment', 'পেমেন্ট'],
  ADVANCE: ['Use of an advance', 'অগ্রিম থেকে পরিশোধ'],
  REVERSAL: ['Reversal', 'বাতিল ভুক্তি'],
  WITHDRAWAL: ['Withdrawal of an application', 'আবেদন প্রত্যাহার'],
  REFUND: ['Refund', 'টাকা ফেরত'],
  ADJUSTMENT: ['Credit note', 'ক্রেডিট নোট'],
  REFUND_CLAIM: ['Refund asked for', 'ফেরতের দাবি'],
  CASH_VARIANCE: ['Cash variance', 'নগদের কমবেশি'],
  REFUND_WITHDRAWAL: ['Refund withdrawn', 'ফেরত প্রত্যাহার'],
  REFUND_RETURN: ['Refund returned by the bank', 'ব্যাংক থেকে ফিরে আসা ফেরত'],
};

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
  filters: ({ kind, ...days }) => [...daysOf(days), ...filterOf(KIND, KINDS, kind)],
  columns: [
    column('code', 'text', ['Account', 'হিসাব নম্বর']),
    ...namePair(
      ['Name', 'নাম'],
      column('nameEn', 'text', ['Name (English)', 'নাম (ইংরেজি)']),
      column('nameBn', 'text', ['Name (Bengali)', 'বাংলা নাম']),
    ),
    column('kind', 'text', KIND, KINDS),
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
    ...filterOf(KIND, JOURNALS, kind),
  ],
  columns: [
    column('day', 'day', ['Day', 'তারিখ']),
    column('kind', 'text', KIND, JOURNALS),
    ...MONEY,
    column('reason', 'text', ['Reason', 'কারণ']),
    column('postedBy', 'text', ['Posted by', 'যিনি লিখেছেন']),
    column('postedAt', 'instant', ['Posted at', 'লেখার সময়']),
  ],
};
