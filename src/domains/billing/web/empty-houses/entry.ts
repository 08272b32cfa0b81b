/** The list of empty houses in the menu of the office. */
import type { MenuEntry } from '#web/navigation/pages.ts';

const staff = ['admin', 'staff'] as const;

/** Why the lists of requests about bills have lines in the sidebar (decision 0035). */
export const WAITS_THERE =
  'What is asked for about bills waits there for a decision; the specification has no such lists.';

export const emptyEntry: MenuEntry = {
  group: 'billing',
  order: 39,
  title: { en: 'Empty houses', bn: 'খালি বাড়ি' },
  path: '/billing/empty-houses',
  beyond: WAITS_THERE,
  query: { page: 1 },
  match: 'empty-houses:view',
  who: staff,
};
