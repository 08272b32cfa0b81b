import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const CUSTOMERS = { en: 'Customer Management', bn: 'গ্রাহক ব্যবস্থাপনা' };

const CLAIMS = { en: 'Claims of connections', bn: 'যুক্ত করার অনুরোধ' };

const IMPORT = { en: 'Import customers', bn: 'ফাইল থেকে গ্রাহক আনা' };

export const pages: Page[] = [
  {
    path: '/customer-management',
    title: CUSTOMERS,
    area: 'users',
    who: ['admin', 'staff'],
    permission: 'consumers:view',
    load: () => import('./customer-list.tsx').then((file) => file.CustomerList),
  },
  {
    path: '/customer-management/import',
    title: IMPORT,
    area: 'users',
    who: ['admin', 'staff'],
    permission: 'consumers:import',
    texts: ['frame'],
    load: () => import('./imports/import-list.tsx').then((file) => file.ImportList),
  },
  {
    path: '/customer-management/import/$id',
    title: IMPORT,
    area: 'users',
    who: ['admin', 'staff'],
    permission: 'consumers:import',
    load: () => import('./imports/import-record.tsx').then((file) => file.ImportRecord),
  },
  {
    path: '/customer-management/claims',
    title: CLAIMS,
    area: 'users',
    who: ['admin', 'staff'],
    permission: 'consumers:claims',
    load: () => import('./claim/claim-list.tsx').then((file) => file.ClaimList),
  },
  {
    path: '/customer-management/$id',
    title: { en: 'Customer', bn: 'গ্রাহক' },
    area: 'users',
    who: ['admin', 'staff'],
    permission: 'consumers:view',
    load: () => import('./record/customer-record.tsx').then((file) => file.CustomerRecord),
  },
  {
    path: '/customer-management/$id/merge',
    title: { en: 'Merge customers', bn: 'গ্রাহক একীভূত করা' },
    area: 'users',
    who: ['admin', 'staff'],
    permission: 'consumers:delete',
    load: () => import('./merge/merge-page.tsx').then((file) => file.MergePage),
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'consumers',
    order: 10,
    title: CUSTOMERS,
    path: '/customer-management',
    query: { page: 1 },
    match: 'consumers:view',
    who: ['admin', 'staff'],
  },
  {
    group: 'consumers',
    order: 20,
    title: CLAIMS,
    path: '/customer-management/claims',
    reachedFrom: '/customer-management',
    query: { page: 1, state: 'WAITING' },
    match: 'consumers:claims',
    count: ['claim_count.item_count'],
    who: ['admin', 'staff'],
  },
];
