/** Names of states and reasons, for files and queues of the office. */
import type { Words } from '#platform/exports/export-list.ts';
import type { ChequeState, ReturnReason } from './cheque.rules.ts';

export const STATE_NAMES: Readonly<Record<ChequeState, Words>> = {
  RECEIVED: ['In hand', 'হাতে আছে'],
  DEPOSITED: ['In clearing', 'নিকাশাধীন'],
  CLEARED: ['Paid by the bank', 'ব্যাংক টাকা দিয়েছে'],
  DISHONOURED: ['Returned by the bank', 'ব্যাংক ফেরত দিয়েছে'],
  GIVEN_BACK: ['Given back', 'গ্রাহককে ফেরত'],
};
export const REASON_NAMES: Readonly<Record<ReturnReason, Words>> = {
  INSUFFICIENT_FUNDS: ['Insufficient funds', 'হিসাবে টাকা কম'],
  SIGNATURE_DIFFERS: ['Signature differs', 'স্বাক্ষর মেলে না'],
  PAYMENT_STOPPED: ['Payment stopped by the drawer', 'চেকদাতা টাকা দিতে নিষেধ করেছেন'],
  ACCOUNT_CLOSED: ['Account closed', 'হিসাব বন্ধ'],
  OTHER: ['Another reason', 'অন্য কারণ'],
};
