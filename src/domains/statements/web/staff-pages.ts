import type { ConsumerPanel, MenuEntry, Page } from '#web/navigation/pages.ts';

export const pages: Page[] = [];
export const menu: MenuEntry[] = [];

export const consumerPanels: ConsumerPanel[] = [
  {
    id: 'statement',
    order: 35,
    place: 'tab',
    title: { en: 'Statement', bn: 'হিসাব বিবরণী' },
    permission: 'payments:view',
    load: () => import('./statement-list.tsx').then((file) => file.StatementOf),
  },
];
