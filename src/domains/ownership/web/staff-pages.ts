import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const HISTORY = { en: 'Owner Change History', bn: 'মালিকানা পরিবর্তনের ইতিহাস' };

export const pages: Page[] = [
  {
    path: '/settings/ownership',
    title: { en: 'Fee of ownership changes', bn: 'মালিকানা পরিবর্তনের ফি' },
    area: 'settings',
    who: ['admin'],
    texts: ['settings'],
    load: () => import('./settings/ownership-settings.tsx').then((file) => file.OwnershipSettingsPage),
  },
  {
    path: '/ownership-change-history',
    title: HISTORY,
    area: 'ownership',
    who: ['admin', 'staff'],
    permission: 'ownership:history',
    texts: ['billing'],
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
