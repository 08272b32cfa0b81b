import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const CONNECTIONS = { en: 'Application List', bn: 'আবেদনের তালিকা' };
const REQUESTS = { en: 'Changes Request List', bn: 'পরিবর্তনের আবেদন' };
const everybody = ['admin', 'staff', 'consumer'] as const;

export const pages: Page[] = [
  {
    path: '/owner-ship-change-application-list',
    title: CONNECTIONS,
    area: 'ownership',
    who: everybody,
    permission: 'ownership:view',
    load: () => import('./connection-list.tsx').then((file) => file.OwnedConnections),
  },
  {
    path: '/owner-change-request-list',
    title: REQUESTS,
    area: 'ownership',
    who: everybody,
    permission: 'ownership:view',
    load: () => import('./request-list.tsx').then((file) => file.RequestList),
  },
  {
    path: '/owner-change-request-list/$id',
    title: { en: 'Ownership request', bn: 'মালিকানার আবেদন' },
    area: 'ownership',
    who: everybody,
    permission: 'ownership:view',
    load: () => import('./request-record.tsx').then((file) => file.RequestRecord),
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'ownership',
    order: 10,
    title: CONNECTIONS,
    path: '/owner-ship-change-application-list',
    query: { page: 1 },
    match: 'ownership:view',
    who: everybody,
  },
  {
    group: 'ownership',
    order: 20,
    title: REQUESTS,
    path: '/owner-change-request-list',
    query: { page: 1 },
    match: 'ownership:view',
    who: everybody,
  },
];
