/** What the command palette offers of applications. */
import { IconFilePlus } from '@tabler/icons-react';
import type { PaletteCommand } from '#web/navigation/palette-command.ts';

export const commands: readonly PaletteCommand[] = [
  {
    key: 'apply',
    order: 10,
    icon: IconFilePlus,
    title: { en: 'New application', bn: 'নতুন আবেদন করুন' },
    words: 'connection সংযোগ apply add',
    address: '/customer/new-connections?page=1',
    who: ['consumer'],
  },
  {
    key: 'quick',
    order: 20,
    icon: IconFilePlus,
    title: { en: 'New application', bn: 'নতুন আবেদন নিন' },
    words: 'connection সংযোগ quick add',
    address: '/quick-application-list?page=1',
    permission: 'applications:create',
    who: ['admin', 'staff'],
  },
];
