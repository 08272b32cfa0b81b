/** The list of empty houses in the menu of the office. */
import type { MenuEntry } from '#web/navigation/pages.ts';

const staff = ['admin', 'staff'] as const;

export const emptyEntry: MenuEntry = {
  group: 'billing',
  order: 39,
  title: { en: 'Empty houses', bn: 'খালি বাড়ি' },
  path: '/billing/empty-houses',
  reachedFrom: '/billing/billing-list',
  query: { page: 1 },
  match: 'empty-houses:view',
  who: staff,
};
