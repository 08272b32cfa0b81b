import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const QUICK = { en: 'Quick Application', bn: 'দ্রুত আবেদন' };
const ARCHIVED = { en: 'Archived Applications', bn: 'পুরোনো আবেদন' };
const OWN = { en: 'All Application', bn: 'আমার সব আবেদন' };
const everybody = ['admin', 'staff', 'consumer'] as const;

export const pages: Page[] = [
  {
    path: '/quick-application-list',
    title: QUICK,
    area: 'applications',
    who: everybody,
    permission: 'applications:view',
    load: () => import('./lists/quick-list.tsx').then((file) => file.QuickList),
  },
  {
    path: '/archived-application-list',
    title: ARCHIVED,
    area: 'applications',
    who: everybody,
    permission: 'applications:view',
    load: () => import('./lists/archived-list.tsx').then((file) => file.ArchivedList),
  },
  {
    path: '/customer/new-connections',
    title: OWN,
    area: 'applications',
    who: ['consumer'],
    load: () => import('./portal/own-applications.tsx').then((file) => file.OwnApplications),
  },
  {
    path: '/customer/new-connections/$id',
    title: { en: 'Application', bn: 'আবেদন' },
    area: 'applications',
    who: ['consumer'],
    load: () => import('./portal/application-page.tsx').then((file) => file.ApplicationPage),
    firstCall: { service: 'main', path: '/application/$id' },
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'applications',
    order: 10,
    title: QUICK,
    path: '/quick-application-list',
    query: { page: 1 },
    match: 'applications:view',
    who: everybody,
    count: ['quick.item_count'],
  },
  {
    group: 'applications',
    order: 20,
    title: OWN,
    path: '/customer/new-connections',
    query: { page: 1 },
    who: ['consumer'],
  },
  {
    group: 'archived',
    order: 10,
    title: ARCHIVED,
    path: '/archived-application-list',
    query: { page: 1 },
    who: ['consumer'],
  },
];
