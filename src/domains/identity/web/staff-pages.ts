import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const USERS = { en: 'User Management', bn: 'ব্যবহারকারী ব্যবস্থাপনা' };

export const pages: Page[] = [
  {
    path: '/settings/security',
    title: { en: 'Sign-in and sessions', bn: 'লগইন ও সেশন' },
    area: 'settings',
    who: ['admin'],
    load: () => import('./security-settings.tsx').then((file) => file.SecuritySettingsPage),
  },
  {
    path: '/user/user-list',
    title: USERS,
    area: 'users',
    who: ['admin', 'staff'],
    permission: 'users:view',
    load: () => import('./users/user-list.tsx').then((file) => file.UserList),
  },
  {
    path: '/user/user-list/$id',
    title: USERS,
    area: 'users',
    who: ['admin', 'staff'],
    permission: 'users:view',
    load: () => import('./users/user-record.tsx').then((file) => file.UserRecord),
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'users',
    order: 10,
    title: USERS,
    path: '/user/user-list',
    query: { page: 1 },
    match: 'users:view',
    who: ['admin', 'staff'],
  },
];
