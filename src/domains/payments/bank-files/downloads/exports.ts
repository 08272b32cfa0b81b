/** The history of downloads, and the difference of two of them, as files. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  type Words,
} from '#platform/exports/export-list.ts';
import { CLASSES, STATUSES } from '../exports.ts';
import type { compareBankDownloadsDownload, listBankDownloadsDownload } from './contract.ts';
import { CHANGE_NAMES, DOWNLOAD_STATE_NAMES } from './names.rules.ts';
import { bankDifferenceList, bankDownloadList } from './queries.ts';

const STATE: Words = ['State', 'অবস্থা'];
const CHANGE: Words = ['Difference', 'পার্থক্য'];

export const bankDownloadsExport: ListExport<typeof listBankDownloadsDownload> = {
  name: 'city-bank-history',
  title: ['Downloads of the bank report', 'ব্যাংক প্রতিবেদনের ডাউনলোড'],
  list: bankDownloadList,
  filters: ({ state, from, to }) => [
    ...filterOf(STATE, DOWNLOAD_STATE_NAMES, state),
    ...(from ? [[['From', 'তারিখ থেকে'], from] as [Words, string]] : []),
    ...(to ? [[['Until', 'তারিখ পর্যন্ত'], to] as [Words, string]] : []),
  ],
  columns: [
    column('name', 'text', ['File', 'ফাইল']),
    column('fileName', 'text', ['Settlement file', 'নিষ্পত্তি ফাইল']),
    column('firstDay', 'day', ['First day', 'প্রথম তারিখ']),
    column('lastDay', 'day', ['Last day', 'শেষ তারিখ']),
    column('class', 'text', ['Narrowed to', 'শুধু যা আছে'], CLASSES),
    column('status', 'text', ['Narrowed to difference', 'শুধু যে অমিল'], STATUSES),
    column('madeBy', 'text', ['Made by', 'যিনি নামিয়েছেন']),
    column('madeAt', 'instant', ['Made', 'নামানোর সময়']),
    column('rows', 'number', ['Rows', 'সারি']),
    { ...column('amountMinor', 'money', ['At the bank (Taka)', 'ব্যাংকে (টাকা)']), isSummed: false },
    { ...column('feeMinor', 'money', ['Fee (Taka)', 'ফি (টাকা)']), isSummed: false },
    { ...column('bookedMinor', 'money', ['In the books (Taka)', 'হিসাবে (টাকা)']), isSummed: false },
    column('bytes', 'number', ['Bytes', 'বাইট']),
    column('sha256', 'text', ['SHA-256', 'SHA-256']),
    column('state', 'text', STATE, DOWNLOAD_STATE_NAMES),
    column('checkedAt', 'instant', ['Last read', 'শেষবার পড়া']),
  ],
};

export const bankDifferencesExport: ListExport<typeof compareBankDownloadsDownload> = {
  name: 'city-bank-differences',
  title: ['Two downloads of the bank report', 'ব্যাংক প্রতিবেদনের দুটি ডাউনলোড'],
  list: bankDifferenceList,
  filters: ({ change }) => filterOf(CHANGE, CHANGE_NAMES, change),
  columns: [
    column('orderId', 'text', ['Order', 'অর্ডার']),
    column('reference', 'text', ['Reference of the bank', 'ব্যাংকের রেফারেন্স']),
    column('change', 'text', CHANGE, CHANGE_NAMES),
    column('beforeAmountMinor', 'money', ['Before: at the bank (Taka)', 'আগে: ব্যাংকে (টাকা)']),
    column('afterAmountMinor', 'money', ['Now: at the bank (Taka)', 'এখন: ব্যাংকে (টাকা)']),
    column('beforeFeeMinor', 'money', ['Before: fee (Taka)', 'আগে: ফি (টাকা)']),
    column('afterFeeMinor', 'money', ['Now: fee (Taka)', 'এখন: ফি (টাকা)']),
    column('beforeBookedMinor', 'money', ['Before: in the books (Taka)', 'আগে: হিসাবে (টাকা)']),
    column('afterBookedMinor', 'money', ['Now: in the books (Taka)', 'এখন: হিসাবে (টাকা)']),
    column('beforeClasses', 'text', ['Before: compared', 'আগে: তুলনা'], CLASSES),
    column('afterClasses', 'text', ['Now: compared', 'এখন: তুলনা'], CLASSES),
    column('beforeStatuses', 'text', ['Before: difference', 'আগে: অমিল'], STATUSES),
    column('afterStatuses', 'text', ['Now: difference', 'এখন: অমিল'], STATUSES),
  ],
};
