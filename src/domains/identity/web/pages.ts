import type { MenuEntry, Page } from '#web/navigation/pages.ts';

const USERS = { en: 'User Management', bn: 'ব্যবহারকারী ব্যবস্থাপনা' };
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
    path: '/login/provider',
    title: { en: 'Login', bn: 'প্রবেশ' },
    area: 'general',
    who: ['public'],
    layout: 'bare',
    load: () => import('./sign-in/provider-return.tsx').then((file) => file.ProviderReturn),
  },
  {
    path: '/settings/security',
    title: { en: 'Sign-in and sessions', bn: 'প্রবেশ ও সেশন' },
    area: 'settings',
    who: ['admin'],
    load: () => import('./security-settings.tsx').then((file) => file.SecuritySettingsPage),
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
    path: '/user/user-list',
    title: USERS,
    area: 'users',
    who: ['admin', 'staff'],
    permission: 'users:view',
    load: () => import('./users/user-list.tsx').then((file) => file.UserList),
  },
  {
    path: '/user/user-list/$id',
    title: USERS,
    area: 'users',
    who: ['admin', 'staff'],
    permission: 'users:view',
    load: () => import('./users/user-record.tsx').then((file) => file.UserRecord),
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
export const menu: MenuEntry[] = [
  {
    group: 'users',
    order: 10,
    title: USERS,
    path: '/user/user-list',
    query: { page: 1 },
    match: 'users:view',
    who: ['admin', 'staff'],
  },
];
