import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const EVERYBODY = ['admin', 'staff', 'consumer', 'planning'] as const;

export const pages: Page[] = [
  {
    path: '/login',
    title: { en: 'Login', bn: 'লগইন' },
    area: 'general',
    who: ['public'],
    layout: 'bare',
    firstView: true,
    load: () => import('./login.tsx').then((file) => file.LoginScreen),
  },
  {
    path: '/login/provider',
    title: { en: 'Login', bn: 'লগইন' },
    area: 'general',
    who: ['public'],
    layout: 'bare',
    load: () => import('./sign-in/provider-return.tsx').then((file) => file.ProviderReturn),
  },
  {
    path: '/profile',
    title: { en: 'Profile', bn: 'প্রোফাইল' },
    area: 'general',
    who: EVERYBODY,
    exempt: true,
    load: () => import('./profile/profile.tsx').then((file) => file.ProfileScreen),
  },
  {
    path: '/change-password',
    title: { en: 'Change password', bn: 'পাসওয়ার্ড পরিবর্তন' },
    area: 'general',
    who: EVERYBODY,
    exempt: true,
    load: () => import('./change-password.tsx').then((file) => file.ChangePasswordScreen),
  },
  {
    path: '/user/choose-password',
    title: { en: 'Choose your password', bn: 'পাসওয়ার্ড ঠিক করুন' },
    area: 'general',
    who: ['public'],
    layout: 'bare',
    load: () => import('./choose-password.tsx').then((file) => file.ChoosePassword),
  },
  {
    path: '/user/confirm-email',
    title: { en: 'Confirm your email', bn: 'ইমেইল নিশ্চিত করুন' },
    area: 'general',
    who: ['public'],
    layout: 'bare',
    load: () => import('./confirm-email.tsx').then((file) => file.ConfirmEmail),
  },
];

/** Profile and password are reached through the header's profile menu. */
export const menu: MenuEntry[] = [];
