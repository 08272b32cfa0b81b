import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const TITLE = { en: 'Ownership', bn: 'মালিকানা পরিবর্তন' };

export const pages: Page[] = [
  {
    path: '/ownership',
    title: TITLE,
    area: 'ownership',
    who: ['admin', 'staff'],
    permission: 'ownership:view',
    load: () => import('./ownership-list.tsx').then((file) => file.OwnershipList),
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'settings',
    order: 100,
    title: TITLE,
    path: '/ownership',
    beyond: 'Say here why, or name in `reachedFrom` the list from which people come here.',
    query: { page: 1 },
    match: 'ownership:view',
    who: ['admin', 'staff'],
  },
];
