/** The history of payments as a file. */

import { sql } from '#platform/database/db.ts';
import type { ListQuery } from '#platform/database/lists.ts';
import {
  exportColumn as column,
  type Filter,
  type ListExport,
  summedIf,
  type Words,
} from '#platform/exports/export-list.ts';
import type { paymentHistoryDownload } from './contract.ts';
import type { PaymentMethod, PaymentSource, PaymentState, PaymentWait } from './payment.rules.ts';
import { paymentList } from './queries.ts';

const STATE: Words = ['State', 'অবস্থা'];
const METHOD: Words = ['Method', 'মাধ্যম'];
export const SOURCES: Record<PaymentSource, Words> = {
  INVOICE: ['Bills', 'বিল'],
  APPLICATION_SURVEY: ['Demand notes', 'ডিমান্ড নোট'],
  WORK_ORDER_SURVEY: ['Work orders', 'কার্যাদেশ'],
  OWNERSHIP_CHANGE: ['Ownership changes', 'মালিকানা পরিবর্তন'],
  WALLET_RECHARGE: ['Wallets', 'ওয়ালেট'],
};
export const STATES: Record<PaymentState, Words> = {
  CREATED: ['Begun', 'শুরু হয়েছে'],
  PROCESSING: ['At the bank', 'ব্যাংকের উত্তরের অপেক্ষায়'],
  APPROVED: ['Paid', 'পরিশোধিত'],
  DECLINED: ['Declined', 'প্রত্যাখ্যাত'],
  CANCELED: ['Canceled', 'বাতিল'],
  EXPIRED: ['Expired', 'মেয়াদ শেষ'],
  REVERSED: ['Reversed', 'বাতিল (টাকা ফেরত)'],
};
const METHODS: Record<PaymentMethod, Words> = {
  CASH: ['Cash', 'নগদ'],
  POS: ['POS', 'পিওএস'],
  BANK: ['Bank deposit', 'ব্যাংকে জমা'],
  CHEQUE: ['Cheque', 'চেক'],
  GATEWAY: ['Online', 'অনলাইন'],
  WALLET: ['Wallet', 'ওয়ালেট'],
};

const WAITS: Record<PaymentWait, Words> = {
  BANK: ["The bank's decision", 'ব্যাংকের সিদ্ধান্ত'],
  REVERSAL: ['A second person, to be taken back', 'বাতিলের জন্য দ্বিতীয় ব্যক্তি'],
};

/**
 * The list with what was received of each: its sum is that of the list, if no method is chosen. What was declined or taken back is in no sum.
 */
function withReceived(...[actor, query]: Parameters<typeof paymentList>): ListQuery {
  const { details, ...list } = paymentList(actor, query);
  return {
    ...list,
    details: (
      page,
    ) => sql`select d.*, case when d.state = 'APPROVED' and d.method <> 'WALLET' then d."amountMinor" end as "receivedMinor",
        d.state = 'APPROVED' as "isCounted"
      from (${details?.(page) ?? page}) d`,
  };
}

export const paymentsExport: ListExport<typeof paymentHistoryDownload> = {
  name: 'payments',
  title: ['Payments', 'পেমেন্ট'],
  list: withReceived,
  filters: ({ source, state, method, waits, from, to }) => {
    const set: Filter[] = [[['Paid for', 'যে বাবদ'], source === 'ALL' ? ['All', 'সব'] : SOURCES[source]]];
    if (state) set.push([STATE, STATES[state]]);
    if (method) set.push([METHOD, METHODS[method]]);
    if (waits) set.push([['Waits for', 'যার অপেক্ষায়'], WAITS[waits]]);
    if (from) set.push([['From', 'তারিখ থেকে'], from]);
    if (to) set.push([['Until', 'তারিখ পর্যন্ত'], to]);
    return set;
  },
  columns: [
    column('receiptNumber', 'text', ['Receipt', 'রসিদ']),
    column('targetNumber', 'text', ['Connection or application', 'সংযোগ বা আবেদন']),
    column('payerName', 'text', ['Payer', 'পরিশোধকারী']),
    // Also of what was declined or reversed, and of what a wallet paid: it makes no sum.
    { ...column('amountMinor', 'money', ['Amount (Taka)', 'পরিমাণ (টাকা)']), isSummed: false },
    column('receivedMinor', 'money', ['Received (Taka)', 'পাওয়া গেছে (টাকা)']),
    column('collectedMinor', 'money', ['Collected for bills (Taka)', 'বিলের আদায় (টাকা)']),
    summedIf('isCounted', column('vatMinor', 'money', ['VAT within (Taka)', 'এর মধ্যে ভ্যাট (টাকা)'])),
    summedIf('isCounted', column('advanceMinor', 'money', ['Advance (Taka)', 'অগ্রিম (টাকা)'])),
    column('method', 'text', METHOD, METHODS),
    column('slipNumber', 'text', ['Slip', 'স্লিপ']),
    column('state', 'text', STATE, STATES),
    column('paidOn', 'day', ['Paid on', 'পরিশোধের তারিখ']),
    column('createdAt', 'instant', ['Recorded', 'লিপিবদ্ধ']),
  ],
};
