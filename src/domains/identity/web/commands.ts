/** What the command palette offers of accounts. */
import { IconArrowRight, IconUserPlus } from '@tabler/icons-react';
import type { PaletteCommand } from '#web/navigation/palette-command.ts';

export const commands: readonly PaletteCommand[] = [
  {
    key: 'user',
    order: 60,
    icon: IconUserPlus,
    title: { en: 'Add a user', bn: 'ব্যবহারকারী যোগ করুন' },
    words: 'staff new account কর্মচারী',
    address: '/user/user-list?page=1',
    permission: 'users:edit',
    who: ['admin', 'staff'],
  },
  {
    key: 'profile',
    order: 100,
    icon: IconArrowRight,
    title: { en: 'Edit profile', bn: 'প্রোফাইল সম্পাদনা' },
    words: 'name photo picture signature sessions ছবি',
    address: '/profile',
  },
  {
    key: 'password',
    order: 110,
    icon: IconArrowRight,
    title: { en: 'Change password', bn: 'পাসওয়ার্ড পরিবর্তন' },
    address: '/change-password',
  },
];
