/** Ownership as a file. */
import { exportColumn as column, type ListExport } from '#platform/exports/export-list.ts';
import type { listOwnershipDownload } from './contract.ts';
import { ownershipList } from './queries.ts';

export const ownershipExport: ListExport<typeof listOwnershipDownload> = {
  name: 'ownership',
  title: ['Ownership', 'মালিকানা পরিবর্তন'],
  list: (_actor, query) => ownershipList(query),
  columns: [
    column('name', 'text', ['Name', 'নাম']),
    column('createdAt', 'instant', ['Added on', 'যোগের তারিখ']),
  ],
};
