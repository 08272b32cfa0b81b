import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const CLAIM = { en: 'Add my connection', bn: 'আগের সংযোগ যোগ করুন' };

export const pages: Page[] = [
  {
    path: '/registration',
    title: { en: 'Registration', bn: 'নিবন্ধন' },
    area: 'general',
    who: ['public'],
    layout: 'bare',
    firstView: true,
    texts: ['identity'],
    load: () => import('./registration.tsx').then((file) => file.RegistrationScreen),
  },
  {
    path: '/customer/add-connection',
    title: CLAIM,
    area: 'general',
    who: ['consumer'],
    load: () => import('./claim/claim-page.tsx').then((file) => file.ClaimPage),
  },
];

export const menu: MenuEntry[] = [
  { group: 'applications', order: 30, title: CLAIM, path: '/customer/add-connection', who: ['consumer'] },
];
