/** What the command palette offers of bill runs. */
import { IconReceipt2 } from '@tabler/icons-react';
import type { PaletteCommand } from '#web/navigation/palette-command.ts';

export const commands: readonly PaletteCommand[] = [
  {
    key: 'run',
    order: 90,
    icon: IconReceipt2,
    title: { en: 'Plan a bill run', bn: 'বিল রান শুরু করুন' },
    words: 'billing month invoices',
    address: '/bill-run?page=1',
    permission: 'bill-runs:plan',
    who: ['admin', 'staff'],
  },
  {
    key: 'unbilled',
    order: 95,
    icon: IconReceipt2,
    title: { en: 'Months without a bill', bn: 'বিল ছাড়া মাস' },
    words: 'unbilled never billed bill run বিল রান',
    address: '/bill-run/unbilled-months?page=1',
    permission: 'bill-runs:view',
    who: ['admin', 'staff'],
  },
];
