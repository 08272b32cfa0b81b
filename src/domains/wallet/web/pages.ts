import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const everybody = ['admin', 'staff', 'consumer'] as const;
const OWN = { en: 'Wallet Manage', bn: 'ওয়ালেট' };

export const pages: Page[] = [
  {
    path: '/customer-wallet-manage',
    title: OWN,
    area: 'wallet',
    who: ['consumer'],
    load: () => import('./own-wallet.tsx').then((file) => file.OwnWallet),
  },
  {
    path: '/transaction-view',
    title: { en: 'Transactions', bn: 'লেনদেন' },
    area: 'wallet',
    who: everybody,
    permission: 'wallet:view',
    load: () => import('./movements-page.tsx').then((file) => file.MovementsPage),
  },
  {
    path: '/deposit-withdraw-mange',
    title: { en: 'Deposit and withdraw', bn: 'জমা ও উত্তোলন' },
    area: 'wallet',
    who: everybody,
    permission: 'wallet:view',
    load: () => import('./withdrawals-page.tsx').then((file) => file.WithdrawalsPage),
  },
  {
    path: '/wallet-list/wallet-details',
    title: { en: 'Wallet details', bn: 'ওয়ালেটের বিবরণ' },
    area: 'wallet',
    who: everybody,
    permission: 'wallet:view',
    exempt: true,
    load: () => import('./wallet-page.tsx').then((file) => file.WalletPage),
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'wallet',
    order: 10,
    title: OWN,
    path: '/customer-wallet-manage',
    query: { page: 1 },
    who: ['consumer'],
  },
];
