/** What kinds of accounts and of journals are called, for lists and files. */
import type { Name } from '#shared/words.ts';
import type { ACCOUNT_KINDS, JournalKind } from '../accounts.rules.ts';

export const ACCOUNT_KIND_NAMES: Record<(typeof ACCOUNT_KINDS)[number], Name> = {
  asset: ['Asset', 'সম্পদ'],
  liability: ['Liability', 'দায়'],
  income: ['Income', 'আয়'],
  expense: ['Expense', 'ব্যয়'],
};

export const JOURNAL_NAMES: Record<JournalKind, Name> = {
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
  WALLET_HOLD: ['Wallet: held for a withdrawal', 'ওয়ালেট: উত্তোলনের জন্য আটকানো'],
  WALLET_RELEASE: ['Wallet: a hold that ended', 'ওয়ালেট: আটকানো টাকা ফেরত'],
  WALLET_PAYOUT: ['Wallet: paid out', 'ওয়ালেট: টাকা দেওয়া'],
  WALLET_MOVE: ['Wallet: entries joined', 'ওয়ালেট: ভুক্তি একীভূত'],
  BANK_FILE: ['Settlement file of a gateway', 'গেটওয়ের নিষ্পত্তি ফাইল'],
  CHEQUE_CLEARED: ['Cheque paid by the bank', 'ব্যাংক চেকের টাকা দিয়েছে'],
  REBATE: ['Rebate for payment in time', 'সময়মতো পরিশোধের রেয়াত'],
  WALLET_RETURN: ['Wallet: returned by the bank', 'ওয়ালেট: ব্যাংক থেকে ফেরত'],
  REFUND_RETURN: ['Refund returned by the bank', 'ব্যাংক থেকে ফিরে আসা ফেরত'],
};
