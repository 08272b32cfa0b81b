/** What the command palette offers of work orders. */
import { IconTool } from '@tabler/icons-react';
import type { PaletteCommand } from '#web/navigation/palette-command.ts';

export const commands: readonly PaletteCommand[] = [
  {
    key: 'ask-repair',
    order: 35,
    icon: IconTool,
    title: { en: 'Ask for a repair', bn: 'মেরামতের অনুরোধ করুন' },
    words: 'leak pipe no water complaint broken মেরামত পাইপ পানি নেই ছিদ্র',
    address: '/repair-request?page=1&ask=true',
    who: ['consumer'],
  },
];
