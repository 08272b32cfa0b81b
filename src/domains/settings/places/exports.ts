/** Sectors, roads and metered areas as files. */
import {
  exportColumn as column,
  type ListExport,
  namePair,
  type Words,
} from '#platform/exports/export-list.ts';
import type { listDmasDownload, listRoadsDownload, listSectorsDownload } from './contract.ts';
import { dmaList, roadList, sectorList } from './queries.ts';
import type { PlaceUse } from './uses.ts';

const NAME: Words = ['Name', 'নাম'];
const NAMES = namePair(
  NAME,
  column('name', 'text', NAME),
  column('nameBn', 'text', ['Name in Bengali', 'বাংলা নাম']),
);
const CONNECTIONS = column('connectionCount', 'number', ['Connections', 'সংযোগ']);

type Uses = readonly PlaceUse[];

export const sectorsExport = (uses: Uses): ListExport<typeof listSectorsDownload> => ({
  name: 'sectors',
  title: ['Sectors', 'সেক্টর'],
  list: (_actor, query) => sectorList(query, uses),
  columns: [
    column('number', 'text', ['Sector', 'সেক্টর']),
    ...NAMES,
    column('dmaNumber', 'text', ['Metered area', 'মিটারভুক্ত এলাকা']),
    column('roadCount', 'number', ['Roads', 'রোডের সংখ্যা']),
    CONNECTIONS,
  ],
});

export const roadsExport = (uses: Uses): ListExport<typeof listRoadsDownload> => ({
  name: 'roads',
  title: ['Roads', 'রোড'],
  list: (_actor, query) => roadList(query, uses),
  columns: [
    column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
    column('number', 'text', ['Road', 'রোড']),
    ...NAMES,
    column('routeOrder', 'number', ['Place on the reading route', 'রিডিংয়ের ক্রম']),
    CONNECTIONS,
  ],
});

export const dmasExport = (uses: Uses): ListExport<typeof listDmasDownload> => ({
  name: 'metered-areas',
  title: ['District metered areas', 'মিটারভুক্ত এলাকা'],
  list: (_actor, query) => dmaList(query, uses),
  columns: [
    column('number', 'text', ['DMA', 'ডিএমএ']),
    ...NAMES,
    column('sectorCount', 'number', ['Sectors', 'সেক্টরের সংখ্যা']),
    CONNECTIONS,
  ],
});
