import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const CONNECTIONS = {
  path: '/owner-ship-change-application-list',
  title: { en: 'Application List', bn: 'আবেদনের তালিকা' },
  who: ['admin', 'staff', 'consumer'],
} as const;
const REQUESTS = {
  path: '/owner-change-request-list',
  title: { en: 'Changes Request List', bn: 'পরিবর্তনের আবেদন' },
  who: CONNECTIONS.who,
} as const;
const page = { area: 'ownership', permission: 'ownership:view' } as const;
const line = { group: 'ownership', query: { page: 1 }, match: page.permission } as const;

export const pages: Page[] = [
  {
    ...CONNECTIONS,
    ...page,
    load: () => import('./owned-connections.tsx').then((file) => file.OwnedConnections),
  },
  {
    ...REQUESTS,
    ...page,
    texts: ['billing'],
    load: () => import('./ownership-requests.tsx').then((file) => file.RequestList),
  },
  {
    ...REQUESTS,
    ...page,
    path: '/owner-change-request-list/$id',
    title: { en: 'Ownership request', bn: 'মালিকানার আবেদন' },
    load: () => import('./request-record.tsx').then((file) => file.RequestRecord),
    firstCall: { service: 'main', path: '/application/change_ownership_request/detail?requestId=$id' },
  },
];

export const menu: MenuEntry[] = [
  { ...CONNECTIONS, ...line, order: 10 },
  { ...REQUESTS, ...line, order: 20 },
];
