/** The pages of the office about empty houses. */
import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const TITLE = { en: 'Empty houses', bn: 'খালি বাড়ি' };
const staff = ['admin', 'staff'] as const;

export const emptyPages: Page[] = [
  {
    path: '/billing/empty-houses',
    title: TITLE,
    area: 'billing',
    who: staff,
    permission: 'empty-houses:view',
    load: () => import('./empty-houses/house-list.tsx').then((file) => file.HouseList),
  },
  {
    path: '/configuration/empty-houses',
    title: { en: 'Rules of empty houses', bn: 'খালি বাড়ির নিয়ম' },
    area: 'configuration',
    under: '/settings',
    who: staff,
    permission: 'tariffs:view',
    exempt: true,
    load: () => import('./empty-houses/settings-page.tsx').then((file) => file.EmptyRulesPage),
  },
];

export const emptyEntry: MenuEntry = {
  group: 'billing',
  order: 39,
  title: TITLE,
  path: '/billing/empty-houses',
  reachedFrom: '/billing/billing-list',
  query: { page: 1 },
  match: 'empty-houses:view',
  who: staff,
};
