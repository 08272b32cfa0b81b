/** Cheques as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  type Words,
} from '#platform/exports/export-list.ts';
import type { listChequesDownload } from './contract.ts';
import { REASON_NAMES, STATE_NAMES } from './names.ts';
import { chequeList } from './queries.ts';

const STATE: Words = ['State', 'অবস্থা'];
const BANK: Words = ['Bank', 'ব্যাংক'];

export const chequesExport: ListExport<typeof listChequesDownload> = {
  name: 'cheques',
  title: ['Cheques', 'চেক'],
  list: chequeList,
  filters: ({ state, bank, from, to }) => [
    ...filterOf(STATE, STATE_NAMES, state),
    ...(bank ? [[BANK, bank] as [Words, string]] : []),
    ...(from ? [[['From', 'তারিখ থেকে'], from] as [Words, string]] : []),
    ...(to ? [[['Until', 'তারিখ পর্যন্ত'], to] as [Words, string]] : []),
  ],
  columns: [
    column('receivedOn', 'day', ['Taken on', 'গ্রহণের তারিখ']),
    column('number', 'text', ['Cheque', 'চেক নম্বর']),
    column('bank', 'text', BANK),
    column('branch', 'text', ['Branch', 'শাখা']),
    column('drawnOn', 'day', ['Date of the cheque', 'চেকের তারিখ']),
    column('drawer', 'text', ['Drawer', 'চেকদাতা']),
    column('payerName', 'text', ['Payer', 'পরিশোধকারী']),
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    column('receiptNumber', 'text', ['Receipt', 'রসিদ']),
    column('amountMinor', 'money', ['Amount (Taka)', 'পরিমাণ (টাকা)']),
    column('state', 'text', STATE, STATE_NAMES),
    column('stateOn', 'day', ['Since', 'যে দিন থেকে']),
    column('bankAccount', 'text', ['Our bank account', 'আমাদের ব্যাংক হিসাব']),
    column('slipNumber', 'text', ['Deposit slip', 'জমা স্লিপ']),
    column('depositedOn', 'day', ['Deposited on', 'ব্যাংকে জমার তারিখ']),
    column('answeredOn', 'day', ['Answer of the bank', 'ব্যাংকের উত্তরের তারিখ']),
    column('returnReason', 'text', ['Why it came back', 'ফেরতের কারণ'], REASON_NAMES),
    column('feeMinor', 'money', ['Fee (Taka)', 'ফি (টাকা)']),
  ],
};
