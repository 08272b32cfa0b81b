import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const TITLE = { en: 'Bulk actions', bn: 'একসঙ্গে অনেক কাজ' };
/** Of the planning authority: the list from which a role starts them. */
const QUEUES = [
  ['/noc-from-rajuk', ['rajukSAE', 'rajukAE']],
  ['/pm-panel', ['rajukPM']],
  ['/pd_panel', ['rajukPD']],
] as const;
const who = ['admin', 'staff', 'planning'] as const;

export const pages: Page[] = [
  {
    path: '/bulk-jobs',
    title: TITLE,
    area: 'applications',
    who,
    permission: 'bulk:use',
    load: () => import('./job-list.tsx').then((file) => file.JobList),
  },
  {
    path: '/bulk-jobs/$id',
    title: { en: 'Bulk action', bn: 'একসঙ্গে করা কাজ' },
    area: 'applications',
    who,
    permission: 'bulk:use',
    load: () => import('./job-record.tsx').then((file) => file.JobRecord),
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'applications',
    order: 95,
    title: TITLE,
    path: '/bulk-jobs',
    query: { page: 1 },
    match: 'bulk:use',
    reachedFrom: '/all-new-connections',
    who: ['admin', 'staff'],
  },
  ...QUEUES.map(
    ([reachedFrom, roles]): MenuEntry => ({
      group: 'planning',
      order: 40,
      title: TITLE,
      path: '/bulk-jobs',
      query: { page: 1 },
      reachedFrom,
      who: ['planning'],
      roles,
    }),
  ),
];
