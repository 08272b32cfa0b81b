/** What the command palette offers of the register of consumers. */
import { IconUserPlus } from '@tabler/icons-react';
import type { PaletteCommand } from '#web/navigation/palette-command.ts';

export const commands: readonly PaletteCommand[] = [
  {
    key: 'consumer',
    order: 50,
    icon: IconUserPlus,
    title: { en: 'Add a customer', bn: 'গ্রাহক যোগ করুন' },
    words: 'consumer new',
    address: '/customer-management?page=1',
    permission: 'consumers:edit',
    who: ['admin', 'staff'],
  },
];
