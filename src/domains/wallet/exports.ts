/** Wallets, their movements (the statement of one of them), withdrawals and the report as files. */
import {
  exportColumn as column,
  type Filter,
  filterOf,
  type ListExport,
  namePair,
  type Words,
} from '#platform/exports/export-list.ts';
import type { transactionHistoryDownload, walletListDownload, walletReportDownload } from './contract.ts';
import { AUTO_PAY_NAMES, MOVEMENT_NAMES, PAID_BY_NAMES, RETURN_NAMES, STATE_NAMES } from './names.ts';
import { movementList, walletsFound } from './queries.ts';
import { walletReportList } from './report.ts';
import type { listWithdrawalsDownload } from './withdrawals/contract.ts';
import { withdrawalList } from './withdrawals/queries.ts';

const NAME: Words = ['Name', 'নাম'];
const customer = [
  column('customerNumber', 'text', ['Customer', 'গ্রাহক']),
  ...namePair(
    NAME,
    column('name', 'text', ['Name (English)', 'নাম (ইংরেজি)']),
    column('nameBn', 'text', ['Name (Bengali)', 'নাম (বাংলা)']),
  ),
];
const days = ({ from, to }: { from?: string | undefined; to?: string | undefined }): Filter[] => [
  ...(from ? [[['From', 'তারিখ থেকে'], from] as Filter] : []),
  ...(to ? [[['Until', 'তারিখ পর্যন্ত'], to] as Filter] : []),
];

export const walletsExport: ListExport<typeof walletListDownload> = {
  name: 'wallets',
  title: ['Wallets', 'ওয়ালেট'],
  list: walletsFound,
  columns: [
    ...customer,
    column('phone', 'text', ['Phone', 'ফোন']),
    column('balanceMinor', 'money', ['Balance (Taka)', 'স্থিতি (টাকা)']),
    column('heldMinor', 'money', ['Held (Taka)', 'আটকানো (টাকা)']),
    column('movedOn', 'day', ['Last movement', 'শেষ লেনদেন']),
    column('autoPay', 'text', ['Auto-pay', 'অটো-পে'], AUTO_PAY_NAMES),
    column('frozenReason', 'text', ['Frozen because', 'স্থগিতের কারণ']),
  ],
};

export const movementsExport: ListExport<typeof transactionHistoryDownload> = {
  name: 'wallet-statement',
  title: ['Wallet statement', 'ওয়ালেটের বিবরণী'],
  list: movementList,
  filters: (query) => [...filterOf(['Kind', 'ধরন'], MOVEMENT_NAMES, query.kind), ...days(query)],
  columns: [
    column('day', 'day', ['Date', 'তারিখ']),
    ...customer,
    column('kind', 'text', ['Kind', 'ধরন'], MOVEMENT_NAMES),
    column('reference', 'text', ['Receipt or voucher', 'রসিদ বা ভাউচার']),
    column('inMinor', 'money', ['In (Taka)', 'জমা (টাকা)']),
    column('outMinor', 'money', ['Out (Taka)', 'খরচ (টাকা)']),
    { ...column('balanceMinor', 'money', ['Balance (Taka)', 'স্থিতি (টাকা)']), isSummed: false },
  ],
};

export const withdrawalsExport: ListExport<typeof listWithdrawalsDownload> = {
  name: 'withdrawals',
  title: ['Withdrawals from wallets', 'ওয়ালেট থেকে উত্তোলন'],
  list: withdrawalList,
  filters: (query) => [
    ...filterOf(['State', 'অবস্থা'], STATE_NAMES, query.state),
    ...filterOf(['Sent back by the bank', 'ব্যাংক ফেরত'], RETURN_NAMES, query.returns),
    ...days(query),
  ],
  columns: [
    ...customer,
    column('phone', 'text', ['Phone', 'ফোন']),
    column('amountMinor', 'money', ['Amount (Taka)', 'পরিমাণ (টাকা)']),
    column('state', 'text', ['State', 'অবস্থা'], STATE_NAMES),
    column('wanted', 'text', ['Wanted as', 'যেভাবে চান'], PAID_BY_NAMES),
    column('bankAccount', 'text', ['Bank account', 'ব্যাংক হিসাব']),
    column('askedBy', 'text', ['Asked by', 'আবেদনকারী']),
    column('askedAt', 'instant', ['Asked', 'আবেদনের সময়']),
    column('decidedBy', 'text', ['Decided by', 'সিদ্ধান্তদাতা']),
    column('decisionRemark', 'text', ['Remark', 'মন্তব্য']),
    column('paidBy', 'text', ['Paid by', 'যিনি দিয়েছেন']),
    column('paidOn', 'day', ['Paid on', 'পরিশোধের তারিখ']),
    column('number', 'text', ['Voucher', 'ভাউচার']),
    column('reference', 'text', ['Reference', 'রেফারেন্স']),
  ],
};

export const reportExport: ListExport<typeof walletReportDownload> = {
  name: 'wallet-report',
  title: ['Report of wallets', 'ওয়ালেটের প্রতিবেদন'],
  list: walletReportList,
  filters: days,
  columns: [
    ...customer,
    column('openingMinor', 'money', ['Opening (Taka)', 'প্রারম্ভিক (টাকা)']),
    column('rechargedMinor', 'money', ['Added (Taka)', 'জমা (টাকা)']),
    column('returnedMinor', 'money', ['Came back (Taka)', 'ফেরত এসেছে (টাকা)']),
    column('paidMinor', 'money', ['Paid from it (Taka)', 'পরিশোধ (টাকা)']),
    column('withdrawnMinor', 'money', ['Withdrawn (Taka)', 'উত্তোলন (টাকা)']),
    column('movedMinor', 'money', ['Entries joined (Taka)', 'ভুক্তি একীভূত (টাকা)']),
    column('closingMinor', 'money', ['Closing (Taka)', 'সমাপনী (টাকা)']),
    column('heldMinor', 'money', ['Held apart (Taka)', 'আলাদা আটকানো (টাকা)']),
  ],
};
