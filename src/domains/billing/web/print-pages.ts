/** The pages of printed runs. */
import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const staff = ['admin', 'staff'] as const;

/** Reached from the runs; the palette finds it by its name. */
export const printEntry: MenuEntry = {
  group: 'billing',
  order: 41,
  title: { en: 'Prints of bills', bn: 'বিল ছাপা' },
  path: '/bill-print',
  reachedFrom: '/bill-run',
  query: { page: 1 },
  match: 'bill-runs:print',
  sees: 'bill-runs:view',
  who: staff,
};

export const printPages: Page[] = [
  {
    path: '/bill-print',
    title: { en: 'Prints of bills', bn: 'বিল ছাপা' },
    area: 'billing',
    who: staff,
    permission: 'bill-runs:print',
    sees: 'bill-runs:view',
    load: () => import('./prints/print-list.tsx').then((file) => file.PrintList),
  },
  {
    path: '/bill-print/$id',
    title: { en: 'Print of bills', bn: 'বিল ছাপা' },
    area: 'billing',
    who: staff,
    permission: 'bill-runs:print',
    sees: 'bill-runs:view',
    load: () => import('./prints/print-record.tsx').then((file) => file.PrintRecord),
  },
  {
    path: '/bill-print/$id/parts',
    title: { en: 'Files of a print', bn: 'ছাপার ফাইল' },
    area: 'billing',
    who: staff,
    permission: 'bill-runs:print',
    sees: 'bill-runs:view',
    load: () => import('./prints/print-parts.tsx').then((file) => file.PrintParts),
  },
  {
    path: '/bill-print/$id/bills',
    title: { en: 'Bills of a print', bn: 'ছাপার বিল' },
    area: 'billing',
    who: staff,
    permission: 'bill-runs:print',
    sees: 'bill-runs:view',
    load: () => import('./prints/print-bills.tsx').then((file) => file.PrintBills),
  },
];
