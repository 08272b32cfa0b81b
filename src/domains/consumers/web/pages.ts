import type { MenuEntry, Page } from '#web/pages.ts';

export const pages: Page[] = [
  {
    path: '/registration',
    title: { en: 'Registration', bn: 'নিবন্ধন' },
    area: 'general',
    who: ['public'],
    layout: 'bare',
    load: () => import('./registration.tsx').then((file) => file.RegistrationScreen),
  },
];

export const menu: MenuEntry[] = [];
