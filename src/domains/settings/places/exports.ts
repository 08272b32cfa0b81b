/** Sectors and roads as files. */
import { exportColumn as column, type ListExport, type Words } from '#platform/exports/export-list.ts';
import type { listRoadsDownload, listSectorsDownload } from './contract.ts';
import { roadList, sectorList } from './queries.ts';

const NAME: Words = ['Name', 'নাম'];
const NAME_BN: Words = ['Name in Bengali', 'বাংলা নাম'];

export const sectorsExport: ListExport<typeof listSectorsDownload> = {
  name: 'sectors',
  title: ['Sectors', 'সেক্টর'],
  list: (_actor, query) => sectorList(query),
  columns: [
    column('number', 'text', ['Sector', 'সেক্টর']),
    column('name', 'text', NAME),
    column('nameBn', 'text', NAME_BN),
    column('dmaNumber', 'text', ['Metered area', 'মিটারভুক্ত এলাকা']),
    column('roadCount', 'number', ['Roads', 'রোডের সংখ্যা']),
  ],
};

export const roadsExport: ListExport<typeof listRoadsDownload> = {
  name: 'roads',
  title: ['Roads', 'রোড'],
  list: (_actor, query) => roadList(query),
  columns: [
    column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
    column('number', 'text', ['Road', 'রোড']),
    column('name', 'text', NAME),
    column('nameBn', 'text', NAME_BN),
    column('routeOrder', 'number', ['Place on the reading route', 'রিডিংয়ের ক্রম']),
  ],
};
