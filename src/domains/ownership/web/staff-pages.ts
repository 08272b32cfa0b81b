import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const HISTORY = { en: 'Owner Change History', bn: 'মালিকানা পরিবর্তনের ইতিহাস' };

export const pages: Page[] = [
  {
    path: '/ownership-change-history',
    title: HISTORY,
    area: 'ownership',
    who: ['admin', 'staff'],
    permission: 'ownership:history',
    load: () => import('./change-history.tsx').then((file) => file.ChangeHistory),
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'ownership',
    order: 30,
    title: HISTORY,
    path: '/ownership-change-history',
    query: { page: 1 },
    match: 'ownership:history',
    who: ['admin', 'staff'],
  },
];
