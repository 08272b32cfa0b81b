/** What states and movements are called in files, in both languages. */
import type { Words } from '#platform/exports/export-list.ts';
import type { Movement, PaidBy, WithdrawalState } from './wallet.rules.ts';

export const MOVEMENT_NAMES: Record<Movement, Words> = {
  RECHARGE: ['Added', 'জমা'],
  PAYMENT: ['Paid from it', 'পরিশোধ'],
  REVERSAL: ['Payment came back', 'পরিশোধ ফেরত'],
  WITHDRAWAL: ['Withdrawal', 'উত্তোলন'],
  RETURN: ['Withdrawal came back', 'উত্তোলন ফেরত'],
  MOVE: ['Entries joined', 'ভুক্তি একীভূত'],
};
export const STATE_NAMES: Record<WithdrawalState, Words> = {
  REQUESTED: ['Waits for the code', 'কোডের অপেক্ষায়'],
  OTP_CONFIRMED: ['Waits for approval', 'অনুমোদনের অপেক্ষায়'],
  APPROVED: ['To be paid out', 'টাকা দেওয়া বাকি'],
  PAID_OUT: ['Paid out', 'টাকা দেওয়া হয়েছে'],
  REJECTED: ['Not paid out', 'দেওয়া হয়নি'],
};
export const PAID_BY_NAMES: Record<PaidBy, Words> = { CASH: ['Cash', 'নগদ'], BANK: ['Bank', 'ব্যাংক'] };
