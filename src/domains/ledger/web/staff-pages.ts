import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const CASH = { en: 'Cash closing', bn: 'দিনশেষের নগদ হিসাব' };
const TRIAL = { en: 'Trial balance', bn: 'রেওয়ামিল' };
const ENTRIES = { en: 'Ledger entries', bn: 'লেজারের ভুক্তি' };
const MONTHS = { en: 'Month closing', bn: 'মাস বন্ধ করা' };

export const pages: Page[] = [
  {
    path: '/cash-closing',
    title: CASH,
    area: 'ledger',
    who: ['admin', 'staff'],
    permission: 'closings:close-day',
    load: () => import('./cash-closing.tsx').then((file) => file.CashClosing),
  },
  {
    path: '/month-closing',
    title: MONTHS,
    area: 'ledger',
    who: ['admin', 'staff'],
    permission: 'closings:close-month',
    load: () => import('./month-closing.tsx').then((file) => file.MonthClosing),
  },
  {
    path: '/trial-balance',
    title: TRIAL,
    area: 'ledger',
    who: ['admin', 'staff'],
    permission: 'closings:view-books',
    load: () => import('./trial-balance.tsx').then((file) => file.TrialBalance),
  },
  {
    path: '/ledger-entries',
    title: ENTRIES,
    area: 'ledger',
    who: ['admin', 'staff'],
    permission: 'closings:view-books',
    load: () => import('./ledger-entries.tsx').then((file) => file.LedgerEntries),
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'payments',
    order: 90,
    title: CASH,
    path: '/cash-closing',
    reachedFrom: '/take-payment',
    query: { page: 1 },
    match: 'closings:close-day',
    who: ['admin', 'staff'],
  },
  {
    group: 'payments',
    order: 95,
    title: MONTHS,
    path: '/month-closing',
    reachedFrom: '/payment-history',
    match: 'closings:close-month',
    who: ['admin', 'staff'],
  },
  {
    group: 'payments',
    order: 96,
    title: TRIAL,
    path: '/trial-balance',
    reachedFrom: '/month-closing',
    query: { page: 1 },
    match: 'closings:view-books',
    who: ['admin', 'staff'],
  },
  {
    group: 'payments',
    order: 97,
    title: ENTRIES,
    path: '/ledger-entries',
    reachedFrom: '/trial-balance',
    query: { page: 1 },
    match: 'closings:view-books',
    who: ['admin', 'staff'],
  },
];
