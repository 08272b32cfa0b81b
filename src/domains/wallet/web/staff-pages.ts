import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const TITLE = { en: 'Wallet', bn: 'ওয়ালেট' };

export const pages: Page[] = [
  {
    path: '/wallet',
    title: TITLE,
    area: 'wallet',
    who: ['admin', 'staff'],
    permission: 'wallet:view',
    load: () => import('./wallet-list.tsx').then((file) => file.WalletList),
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'settings',
    order: 100,
    title: TITLE,
    path: '/wallet',
    beyond: 'Say here why, or name in `reachedFrom` the list from which people come here.',
    query: { page: 1 },
    match: 'wallet:view',
    who: ['admin', 'staff'],
  },
];
