import type { MenuEntry, Page } from '#web/pages.ts';

const EVERYBODY = ['admin', 'staff', 'consumer', 'planning'] as const;

export const pages: Page[] = [
  {
    path: '/login',
    title: { en: 'Login', bn: 'প্রবেশ' },
    area: 'general',
    who: ['public'],
    layout: 'bare',
    load: () => import('./login.tsx').then((file) => file.LoginScreen),
  },
  {
    path: '/profile',
    title: { en: 'Profile', bn: 'প্রোফাইল' },
    area: 'general',
    who: EVERYBODY,
    exempt: true,
    load: () => import('./profile.tsx').then((file) => file.ProfileScreen),
  },
  {
    path: '/change-password',
    title: { en: 'Change password', bn: 'পাসওয়ার্ড পরিবর্তন' },
    area: 'general',
    who: EVERYBODY,
    exempt: true,
    load: () => import('./change-password.tsx').then((file) => file.ChangePasswordScreen),
  },
];

/** Reached through the header's profile menu. */
export const menu: MenuEntry[] = [];
