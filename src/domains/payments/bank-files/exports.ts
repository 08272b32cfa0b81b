/** The rows of a settlement file beside our payments, as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  namePair,
  summedIf,
  type Words,
} from '#platform/exports/export-list.ts';
import { SOURCES, STATES } from '../exports.ts';
import type { BankClass, RowKind, RowStatus } from './bank-file.rules.ts';
import type { cityBankReportDownload } from './contract.ts';
import { bankReportList } from './queries.ts';

const CLASS: Words = ['Compared', 'তুলনা'];
const STATUS: Words = ['Difference', 'অমিল'];
const SOURCE: Words = ['Paid for', 'যে বাবদ'];
export const CLASSES: Record<BankClass, Words> = {
  AGREES: ['Agrees', 'মিলেছে'],
  AMOUNT: ['Another amount', 'অন্য পরিমাণ'],
  THEIRS: ['Theirs, not ours', 'ব্যাংকে আছে, আমাদের নেই'],
  OURS: ['Ours, not theirs', 'আমাদের আছে, ব্যাংকে নেই'],
  REVERSED: ['Reversed there', 'ব্যাংকে ফেরত নেওয়া'],
  TWICE: ['Paid twice there', 'ব্যাংকে দুবার পরিশোধিত'],
  FEE: ['Fee', 'ফি'],
  NOT_PAID: ['Not paid', 'পরিশোধ হয়নি'],
  REPEATED: ['Counted before', 'আগেই গোনা'],
};
export const STATUSES: Record<RowStatus, Words> = {
  OPEN: ['Open', 'খোলা'],
  ALARM: ['In the alarms', 'সতর্কবার্তায় আছে'],
  ENDED: ['Ended by two people', 'দুজন নিষ্পত্তি করেছেন'],
  FINE: ['None', 'নেই'],
};
const KINDS: Record<RowKind, Words> = {
  PAID: ['Paid', 'পরিশোধিত'],
  REVERSED: ['Reversed', 'ফেরত নেওয়া'],
  NOT_PAID: ['Not paid', 'পরিশোধ হয়নি'],
  FEE: ['Fee', 'ফি'],
};
export const bankReportExport: ListExport<typeof cityBankReportDownload> = {
  name: 'city-bank-report',
  title: ['Bank file and our payments', 'ব্যাংকের ফাইল ও আমাদের পেমেন্ট'],
  list: bankReportList,
  filters: ({ class: wanted, status, source }) => [
    ...filterOf(CLASS, CLASSES, wanted),
    ...filterOf(STATUS, STATUSES, status),
    ...filterOf(SOURCE, SOURCES, source),
  ],
  columns: [
    column('orderId', 'text', ['Order', 'অর্ডার']),
    column('sessionId', 'text', ['Session', 'সেশন']),
    column('reference', 'text', ['Reference of the bank', 'ব্যাংকের রেফারেন্স']),
    column('day', 'day', ['Date', 'তারিখ']),
    column('class', 'text', CLASS, CLASSES),
    column('status', 'text', STATUS, STATUSES),
    ...namePair(
      ['Payer', 'পরিশোধকারী'],
      column('payerName', 'text', ['Payer (English)', 'পরিশোধকারী (ইংরেজি)']),
      column('payerNameBn', 'text', ['Payer (Bengali)', 'পরিশোধকারী (বাংলা)']),
    ),
    column('source', 'text', SOURCE, SOURCES),
    column('targetNumber', 'text', ['Connection or application', 'সংযোগ বা আবেদন']),
    column('receiptNumber', 'text', ['Receipt', 'রসিদ']),
    column('amountMinor', 'money', ['At the bank (Taka)', 'ব্যাংকে (টাকা)']),
    column('feeMinor', 'money', ['Fee (Taka)', 'ফি (টাকা)']),
    summedIf('isCounted', column('bookedMinor', 'money', ['In the books (Taka)', 'হিসাবে (টাকা)'])),
    column('kind', 'text', ['The bank says', 'ব্যাংক বলছে'], KINDS),
    column('ourState', 'text', ['Our payment', 'আমাদের পেমেন্ট'], STATES),
  ],
};
