import type { ConsumerPanel, MenuEntry, Page } from '#web/navigation/pages.ts';

const LIST = { en: 'Wallet Management', bn: 'ওয়ালেট ব্যবস্থাপনা' };
const REPORT = { en: 'Wallet', bn: 'ওয়ালেট' };
const staff = ['admin', 'staff'] as const;

export const pages: Page[] = [
  {
    path: '/wallet-list',
    title: LIST,
    area: 'wallet',
    who: staff,
    permission: 'wallet:list',
    load: () => import('./wallet-list.tsx').then((file) => file.WalletList),
  },
  {
    path: '/wallet-report',
    title: { en: 'Report of wallets', bn: 'ওয়ালেটের প্রতিবেদন' },
    area: 'reports',
    who: staff,
    permission: 'wallet:list',
    load: () => import('./wallet-report.tsx').then((file) => file.WalletReport),
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'wallet',
    order: 10,
    title: LIST,
    path: '/wallet-list',
    query: { page: 1 },
    match: 'wallet:list',
    who: staff,
  },
  {
    group: 'wallet',
    order: 20,
    title: { en: 'Deposit and withdraw', bn: 'জমা ও উত্তোলন' },
    path: '/deposit-withdraw-mange',
    reachedFrom: '/wallet-list',
    query: { page: 1, state: 'OTP_CONFIRMED' },
    match: 'wallet:view',
    who: staff,
  },
  {
    group: 'wallet',
    order: 30,
    title: { en: 'Transactions', bn: 'লেনদেন' },
    path: '/transaction-view',
    reachedFrom: '/wallet-list',
    query: { page: 1 },
    match: 'wallet:view',
    who: staff,
  },
  {
    group: 'reports',
    order: 40,
    title: REPORT,
    path: '/wallet-report',
    query: { page: 1 },
    match: 'wallet:list',
    who: staff,
  },
];

export const consumerPanels: ConsumerPanel[] = [
  {
    id: 'wallet',
    order: 45,
    place: 'tab',
    title: { en: 'Wallet', bn: 'ওয়ালেট' },
    permission: 'wallet:view',
    count: 'wallet',
    load: () => import('./wallet-details.tsx').then((file) => file.WalletOf),
  },
];
