import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const SHARING = { en: 'Family and tenants', bn: 'পরিবার ও ভাড়াটে' };

export const pages: Page[] = [
  {
    path: '/customer/shared-access',
    title: SHARING,
    area: 'general',
    who: ['consumer'],
    load: () => import('./sharing/sharing-page.tsx').then((file) => file.SharingPage),
  },
  {
    path: '/invited',
    title: { en: 'See a shared connection', bn: 'অন্যের সংযোগ দেখুন' },
    area: 'general',
    who: ['consumer'],
    load: () => import('./sharing/accept-page.tsx').then((file) => file.AcceptPage),
  },
];

export const menu: MenuEntry[] = [
  { group: 'applications', order: 40, title: SHARING, path: '/customer/shared-access', who: ['consumer'] },
];
