import type { MenuEntry, Page } from '#web/navigation/pages.ts';

export const pages: Page[] = [
  {
    path: '/setup',
    title: { en: 'Set-up', bn: 'প্রাথমিক সেটআপ' },
    area: 'general',
    who: ['public'],
    layout: 'bare',
    load: () => import('./setup/setup-wizard.tsx').then((file) => file.SetupWizard),
  },
];

export const menu: MenuEntry[] = [];
