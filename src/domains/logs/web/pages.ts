import type { MenuEntry, Page } from '#web/pages.ts';

const LOGINS = { en: 'Login/Logout Log', bn: 'লগইন/লগআউট লগ' };
const AUDIT = { en: 'Audit Logs', bn: 'অডিট লগ' };

export const pages: Page[] = [
  {
    path: '/login-logout',
    title: LOGINS,
    area: 'logs',
    who: ['admin', 'staff'],
    permission: 'logs:view',
    load: () => import('./login-log.tsx').then((file) => file.LoginLog),
  },
  {
    path: '/audit-management',
    title: AUDIT,
    area: 'logs',
    who: ['admin', 'staff'],
    permission: 'logs:view',
    load: () => import('./audit-log.tsx').then((file) => file.AuditLog),
  },
];

const entry = (order: number, path: string, title: MenuEntry['title']): MenuEntry => ({
  group: 'logs',
  order,
  title,
  path,
  query: { page: 1 },
  match: 'logs:view',
  who: ['admin', 'staff'],
});

export const menu: MenuEntry[] = [entry(10, '/login-logout', LOGINS), entry(20, '/audit-management', AUDIT)];
