import type { MenuEntry, Page } from '#web/navigation/pages.ts';
import { withWords } from '#web/texts/domain-words.ts';

const LOGINS = { en: 'Login/Logout Log', bn: 'লগইন/লগআউট লগ' };
const FAILED = { en: 'Failed background work', bn: 'ব্যর্থ স্বয়ংক্রিয় কাজ' };
const AUDIT = { en: 'Audit Logs', bn: 'অডিট লগ' };

export const pages: Page[] = [
  {
    path: '/login-logout',
    title: LOGINS,
    area: 'logs',
    under: '/settings',
    who: ['admin', 'staff'],
    permission: 'logs:view',
    load: () => withWords(import('./login-log.tsx').then((file) => file.LoginLog)),
  },
  {
    path: '/audit-management',
    title: AUDIT,
    area: 'logs',
    under: '/settings',
    who: ['admin', 'staff'],
    permission: 'logs:view',
    load: () => withWords(import('./audit-log.tsx').then((file) => file.AuditLog)),
  },
  {
    path: '/failed-jobs',
    title: FAILED,
    area: 'logs',
    under: '/settings',
    who: ['admin', 'staff'],
    permission: 'logs:view',
    load: () => import('./failed-jobs.tsx').then((file) => file.FailedJobs),
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
