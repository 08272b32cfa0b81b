/** What the command palette offers of roles. */
import { IconShieldCheck } from '@tabler/icons-react';
import type { PaletteCommand } from '#web/navigation/palette-command.ts';

export const commands: readonly PaletteCommand[] = [
  {
    key: 'permissions',
    order: 65,
    icon: IconShieldCheck,
    title: { en: 'Change permissions of a role', bn: 'ভূমিকার অনুমতি পরিবর্তন করুন' },
    words: 'role rights matrix অধিকার',
    address: '/role-permission',
    permission: 'roles:view',
    who: ['admin', 'staff'],
  },
];
