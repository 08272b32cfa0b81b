/** Refund cases as a file. */
import {
  exportColumn as column,
  type Filter,
  type ListExport,
  type Words,
} from '#platform/exports/export-list.ts';
import { joinNames } from '#shared/words.ts';
import type { listRefundsDownload } from './contract.ts';
import * as bengali from './names/bn.rules.ts';
import * as english from './names/en.rules.ts';
import { refundList } from './queries.ts';
import type { RefundMethod, RefundState } from './refund.rules.ts';

const STATE: Words = ['State', 'অবস্থা'];
const METHOD: Words = ['Paid by', 'মাধ্যম'];
const STATES: Record<RefundState, Words> = joinNames(english.states, bengali.states);
const METHODS: Record<RefundMethod, Words> = { CASH: ['Cash', 'নগদ'], BANK: ['Bank', 'ব্যাংক'] };

const CAUSES: Record<string, Words> = {
  WITHDRAWAL: ['Application withdrawn', 'আবেদন প্রত্যাহার'],
  PAYMENT: ['Paid too much', 'অতিরিক্ত জমা'],
  ADVANCE: ['Advance paid back', 'অগ্রিম ফেরত'],
};

export const refundsExport: ListExport<typeof listRefundsDownload> = {
  name: 'refunds',
  title: ['Refunds', 'অর্থ ফেরত'],
  list: refundList,
  filters: ({ state, method, from, to }) => {
    const set: Filter[] = [];
    if (state) set.push([STATE, STATES[state]]);
    if (method) set.push([METHOD, METHODS[method]]);
    if (from) set.push([['From', 'তারিখ থেকে'], from]);
    if (to) set.push([['Until', 'তারিখ পর্যন্ত'], to]);
    return set;
  },
  columns: [
    column('targetNumber', 'text', ['Application or connection', 'আবেদন বা সংযোগ']),
    column('payeeName', 'text', ['Payee', 'গ্রহীতা']),
    column('cause', 'text', ['Cause', 'কেন'], CAUSES),
    column('demandNoteNumber', 'text', ['Demand note', 'ডিমান্ড নোট']),
    column('amountMinor', 'money', ['Amount (Taka)', 'পরিমাণ (টাকা)']),
    column('state', 'text', STATE, STATES),
    column('reason', 'text', ['Reason', 'কারণ']),
    column('askedBy', 'text', ['Asked by', 'প্রস্তাবকারী']),
    column('askedAt', 'instant', ['Asked', 'প্রস্তাবের সময়']),
    column('decidedBy', 'text', ['Decided by', 'সিদ্ধান্তদাতা']),
    column('decisionRemark', 'text', ['Remark', 'মন্তব্য']),
    column('number', 'text', ['Voucher', 'ভাউচার']),
    column('method', 'text', METHOD, METHODS),
    column('reference', 'text', ['Reference', 'রেফারেন্স']),
    column('paidOn', 'day', ['Paid on', 'পরিশোধের তারিখ']),
  ],
};
