/** What the command palette offers of readings. */
import { IconFileUpload, IconGauge } from '@tabler/icons-react';
import type { PaletteCommand } from '#web/navigation/palette-command.ts';

export const commands: readonly PaletteCommand[] = [
  {
    key: 'reading',
    order: 70,
    icon: IconGauge,
    title: { en: 'Enter meter readings', bn: 'মিটার রিডিং লিখুন' },
    words: 'record capture',
    address: '/meter-reading?page=1',
    permission: 'readings:create',
    who: ['admin', 'staff'],
  },
  {
    key: 'upload',
    order: 80,
    icon: IconFileUpload,
    title: { en: 'Upload readings from a file', bn: 'ফাইল থেকে রিডিং তুলুন' },
    words: 'csv xlsx import',
    address: '/bulk-upload',
    permission: 'readings:import',
    who: ['admin', 'staff'],
  },
];
