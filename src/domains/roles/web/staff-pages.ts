import type { MenuEntry, Page } from '#web/navigation/pages.ts';
import { withWords } from '#web/texts/domain-words.ts';

const ROLES = { en: 'Role Management', bn: 'ভূমিকা ব্যবস্থাপনা' };

export const pages: Page[] = [
  {
    path: '/user/role-list',
    title: ROLES,
    area: 'users',
    who: ['admin', 'staff'],
    permission: 'roles:view',
    load: () => import('./role-list.tsx').then((file) => file.RoleList),
  },
  {
    path: '/role-permission',
    title: { en: 'Role permissions', bn: 'ভূমিকার অনুমতি' },
    area: 'users',
    under: '/user/role-list',
    who: ['admin', 'staff'],
    permission: 'roles:view',
    exempt: true,
    load: () => withWords(import('./role-permission.tsx').then((file) => file.RolePermission)),
  },
];

export const menu: MenuEntry[] = [
  {
    group: 'roles',
    order: 10,
    title: ROLES,
    path: '/user/role-list',
    query: { page: 1 },
    match: 'roles:view',
    who: ['admin', 'staff'],
  },
];
