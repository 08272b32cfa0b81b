/** What the command palette offers of support. */
import { IconHeadset } from '@tabler/icons-react';
import type { PaletteCommand } from '#web/navigation/palette-command.ts';

export const commands: readonly PaletteCommand[] = [
  {
    key: 'write-ticket',
    order: 36,
    icon: IconHeadset,
    title: { en: 'Write to us', bn: 'আমাদের লিখুন' },
    words: 'ticket complaint help question support wrong bill অভিযোগ টিকিট সহায়তা প্রশ্ন ভুল বিল',
    address: '/support-ticket-management?page=1&ask=true',
    who: ['consumer'],
  },
];
