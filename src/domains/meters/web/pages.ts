import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const SHARING = { en: 'Family and tenants', bn: 'পরিবার ও ভাড়াটে' };
const OWN_READING = { en: 'Read my meter', bn: 'আমার মিটারের রিডিং' };

export const pages: Page[] = [
  {
    path: '/customer/own-reading',
    title: OWN_READING,
    area: 'general',
    who: ['consumer'],
    permission: 'readings:own',
    load: () => import('./own/own-page.tsx').then((file) => file.OwnPage),
  },
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
  {
    group: 'applications',
    order: 35,
    title: OWN_READING,
    path: '/customer/own-reading',
    match: 'readings:own',
    who: ['consumer'],
  },
  { group: 'applications', order: 40, title: SHARING, path: '/customer/shared-access', who: ['consumer'] },
];
