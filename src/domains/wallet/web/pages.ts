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
    load: () => import('./movement-list.tsx').then((file) => file.Movements),
  },
  {
    path: '/deposit-withdraw-mange',
    title: { en: 'Deposit and withdraw', bn: 'জমা ও উত্তোলন' },
    area: 'wallet',
    who: everybody,
    permission: 'wallet:view',
    load: () => import('./withdrawal-list.tsx').then((file) => file.Withdrawals),
  },
  {
    path: '/wallet-list/wallet-details',
    title: { en: 'Wallet details', bn: 'ওয়ালেটের বিবরণ' },
    area: 'wallet',
    who: everybody,
    permission: 'wallet:view',
    exempt: true,
    load: () => import('./wallet-details.tsx').then((file) => file.WalletDetails),
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
