/** What a line of a statement is: a bill, money, or what took one of them back. */
import type { Words } from '#platform/exports/export-list.ts';

export const LINE_KINDS = [
  'BILL',
  'SURCHARGE',
  'CHEQUE_FEE',
  'ADVANCE_BACK',
  'CREDIT',
  'REBATE',
  'REBATE_TAKEN_BACK',
  'BILL_CANCELLED',
  'PAYMENT',
  'CHEQUE_IN_CLEARING',
  'PAYMENT_REVERSED',
  'CHEQUE_RETURNED',
  'TAKEN_OVER',
  'LEFT_TO_NEW_OWNER',
  'TAKEN_CHANGED',
  'OTHER',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export const LINE_NAMES: Record<LineKind, Words> = {
  BILL: ['Bill', 'বিল'],
  SURCHARGE: ['Late surcharge', 'বিলম্ব মাশুল'],
  CHEQUE_FEE: ['Fee for a returned cheque', 'চেক ফেরতের ফি'],
  ADVANCE_BACK: ['Money of a returned cheque, paid out before', 'ফেরত চেকের টাকা, যা আগে দেওয়া হয়েছে'],
  CREDIT: ['Credit note', 'ক্রেডিট নোট'],
  REBATE: ['Rebate for payment in time', 'সময়মতো পরিশোধের রেয়াত'],
  REBATE_TAKEN_BACK: ['Rebate taken back', 'রেয়াত ফেরত'],
  BILL_CANCELLED: ['Cancelled', 'বাতিল'],
  PAYMENT: ['Payment', 'পেমেন্ট'],
  CHEQUE_IN_CLEARING: ['Cheque, subject to clearing', 'চেক, নিকাশাধীন'],
  PAYMENT_REVERSED: ['Payment taken back', 'পেমেন্ট ফেরত'],
  CHEQUE_RETURNED: ['Cheque returned by the bank', 'ব্যাংক চেক ফেরত দিয়েছে'],
  TAKEN_OVER: ['Bills of the earlier owner, taken over', 'আগের মালিকের যে বিলের দায় নিয়েছেন'],
  LEFT_TO_NEW_OWNER: ['Bills that the new owner took over', 'নতুন মালিক যে বিলের দায় নিয়েছেন'],
  TAKEN_CHANGED: ['Change of what was taken over', 'দায় নেওয়া বিলের পরিবর্তন'],
  OTHER: ['Paid back or moved', 'ফেরত বা স্থানান্তর'],
};
