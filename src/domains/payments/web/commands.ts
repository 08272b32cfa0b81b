/** What the command palette offers of payments. */
import { IconCash, IconCreditCard } from '@tabler/icons-react';
import type { PaletteCommand } from '#web/navigation/palette-command.ts';

export const commands: readonly PaletteCommand[] = [
  {
    key: 'pay',
    order: 30,
    icon: IconCreditCard,
    title: { en: 'Pay a bill', bn: 'বিল পরিশোধ করুন' },
    words: 'online money টাকা',
    address: '/pay',
    who: ['consumer'],
  },
  {
    key: 'take',
    order: 40,
    icon: IconCash,
    title: { en: 'Take a payment', bn: 'পেমেন্ট নিন' },
    words: 'cash pos receipt নগদ টাকা রসিদ',
    address: '/take-payment',
    permission: 'payments:take',
    who: ['admin', 'staff'],
  },
];
