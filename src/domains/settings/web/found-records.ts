/** What the search over everything shows of places. */
import { IconBuildingCommunity, IconRoute } from '@tabler/icons-react';
import type { FoundRecord } from '#web/navigation/found-record.ts';

export const foundRecords: readonly FoundRecord[] = [
  {
    source: 'sectors',
    icon: IconBuildingCommunity,
    title: { en: 'Sectors', bn: 'সেক্টর' },
    knownBy: 'name',
    lists: ['/sector'],
  },
  {
    source: 'roads',
    icon: IconRoute,
    title: { en: 'Roads', bn: 'রাস্তা' },
    knownBy: 'name',
    lists: ['/road'],
  },
];
