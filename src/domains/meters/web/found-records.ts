/** What the search over everything shows of connections and meters. */
import { IconDroplet, IconHome } from '@tabler/icons-react';
import type { FoundRecord } from '#web/navigation/found-record.ts';

export const foundRecords: readonly FoundRecord[] = [
  {
    source: 'connections',
    icon: IconHome,
    title: { en: 'Connections', bn: 'সংযোগ' },
    knownBy: 'number',
    lists: ['/connection-meter-list', '/billing/billing-list'],
  },
  {
    source: 'meters',
    icon: IconDroplet,
    title: { en: 'Meters', bn: 'মিটার' },
    knownBy: 'number',
    lists: ['/meter-list'],
  },
];
