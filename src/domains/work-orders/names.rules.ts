/** What states, priorities and photos are called, in both languages: on screens and in files. */
import type { Moment, OrderState, PAID_BY, Priority } from './work-order.rules.ts';

export const english = {
  states: {
    PENDING: 'Pending',
    ON_REVIEW: 'On review',
    ACCEPTED: 'Accepted',
    ASSIGNED: 'Assigned',
    IN_PROGRESS: 'In progress',
    COMPLETED: 'Completed',
    CLOSED: 'Closed',
    RE_OPEN: 'Re-open',
    REJECTED: 'Rejected',
    CANCELLED: 'Cancelled',
  } satisfies Record<OrderState, string>,
  priorities: {
    LOW: 'Low',
    NORMAL: 'Normal',
    HIGH: 'High',
    URGENT: 'Urgent',
  } satisfies Record<Priority, string>,
  moments: {
    REQUEST: 'With the request',
    BEFORE: 'Before the work',
    AFTER: 'After the work',
  } satisfies Record<Moment, string>,
  paidBy: {
    CASH: 'Cash',
    POS: 'POS',
    BANK: 'Bank deposit',
    GATEWAY: 'Online',
    WALLET: 'Wallet',
  } satisfies Record<(typeof PAID_BY)[number], string>,
};

export const bengali: typeof english = {
  states: {
    PENDING: 'অপেক্ষমাণ',
    ON_REVIEW: 'পর্যালোচনাধীন',
    ACCEPTED: 'গৃহীত',
    ASSIGNED: 'দায়িত্ব দেওয়া হয়েছে',
    IN_PROGRESS: 'কাজ চলছে',
    COMPLETED: 'কাজ শেষ',
    CLOSED: 'যাচাই শেষ',
    RE_OPEN: 'আবার খোলা',
    REJECTED: 'নামঞ্জুর',
    CANCELLED: 'বাতিল',
  },
  priorities: { LOW: 'কম', NORMAL: 'সাধারণ', HIGH: 'বেশি', URGENT: 'জরুরি' },
  moments: { REQUEST: 'অনুরোধের সঙ্গে', BEFORE: 'কাজের আগে', AFTER: 'কাজের পরে' },
  paidBy: { CASH: 'নগদ', POS: 'POS', BANK: 'ব্যাংকে জমা', GATEWAY: 'অনলাইন', WALLET: 'ওয়ালেট' },
};
