import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const CASH = { en: 'Cash closing', bn: 'দিনশেষের নগদ হিসাব' };
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
];
