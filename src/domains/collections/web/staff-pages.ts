import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const DUE_LIST = { en: 'Due Billing List', bn: 'বকেয়া বিল তালিকা' };
const DUNNING = { en: 'Dunning', bn: 'বকেয়ার তাগাদা' };
const staff = ['admin', 'staff'] as const;

export const pages: Page[] = [
  {
    path: '/billing/due-billing-list',
    title: DUE_LIST,
    area: 'billing',
    who: staff,
    permission: 'collections:view',
    texts: ['billing'],
    load: () => import('./ageing-list.tsx').then((file) => file.AgeingList),
  },
  {
    path: '/billing/dunning',
    title: DUNNING,
    area: 'billing',
    who: staff,
    permission: 'collections:view',
    texts: ['billing'],
    load: () => import('./dunning/case-list.tsx').then((file) => file.CaseList),
  },
  {
    path: '/billing/dunning/$id',
    title: { en: 'Late bills of a connection', bn: 'সংযোগের বকেয়া বিল' },
    area: 'billing',
    who: staff,
    permission: 'collections:view',
    load: () => import('./dunning/case-record.tsx').then((file) => file.CaseRecord),
  },
  {
    path: '/configuration/dunning',
    title: { en: 'Dunning ladder', bn: 'তাগাদার ধাপ' },
    area: 'configuration',
    under: '/settings',
    who: staff,
    permission: 'tariffs:view',
    exempt: true,
    texts: ['settings'],
    load: () => import('./settings/ladder-page.tsx').then((file) => file.LadderPage),
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'billing',
    order: 30,
    title: DUE_LIST,
    path: '/billing/due-billing-list',
    reachedFrom: '/billing/invoice-list',
    query: { page: 1 },
    match: 'collections:view',
    who: staff,
  },
  {
    group: 'billing',
    order: 32,
    title: DUNNING,
    path: '/billing/dunning',
    reachedFrom: '/billing/due-billing-list',
    query: { page: 1 },
    match: 'collections:view',
    who: staff,
  },
];
