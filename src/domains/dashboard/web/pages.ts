import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const DASHBOARD = { en: 'Dashboard', bn: 'ড্যাশবোর্ড' };
const everybody = ['admin', 'staff', 'consumer', 'planning'] as const;

export const pages: Page[] = [
  {
    path: '/dashboard',
    title: DASHBOARD,
    area: 'dashboard',
    who: everybody,
    permission: 'dashboard:view',
    exempt: true,
    load: () => import('./dashboard.tsx').then((file) => file.Dashboard),
    consumerTexts: ['billing', 'applications'],
    firstCall: { service: 'main', path: '/dashboard/consumer' },
  },
  {
    path: '/n/$id',
    title: { en: 'Open', bn: 'খুলুন' },
    area: 'general',
    who: ['consumer'],
    load: () => import('./go-to-number.tsx').then((file) => file.GoToNumber),
    firstCall: { service: 'main', path: '/search?text=$id' },
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'dashboard',
    order: 10,
    title: DASHBOARD,
    path: '/dashboard',
    match: 'dashboard:view',
    who: everybody,
  },
];
