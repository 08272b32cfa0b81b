/** Files of consumers that were brought in, as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  summed,
  type Words,
} from '#platform/exports/export-list.ts';
import type { Import, listImportsDownload } from './contract.ts';
import { importList } from './queries.ts';

const STATE: Words = ['State', 'অবস্থা'];
const STATES: Record<Import['state'], Words> = {
  UPLOADED: ['Columns to choose', 'কলাম বাছাই বাকি'],
  CHECKING: ['Being checked', 'যাচাই চলছে'],
  CHECKED: ['Checked', 'যাচাই হয়েছে'],
  COMMITTING: ['Being taken', 'নেওয়া হচ্ছে'],
  COMMITTED: ['Taken', 'নেওয়া হয়েছে'],
  UNDONE: ['Undone', 'ফিরিয়ে নেওয়া হয়েছে'],
};

export const importsExport: ListExport<typeof listImportsDownload> = {
  name: 'customer-imports',
  title: ['Files of customers', 'গ্রাহকের ফাইল'],
  list: (_actor, query) => importList(query),
  filters: ({ state }) => filterOf(STATE, STATES, state),
  columns: [
    column('fileName', 'text', ['File', 'ফাইল']),
    column('uploadedAt', 'instant', ['Uploaded', 'আপলোডের সময়']),
    column('uploadedBy', 'text', ['Uploaded by', 'যিনি আপলোড করেছেন']),
    summed(column('rowsTotal', 'number', ['Rows', 'সারি'])),
    summed(column('rowsAdded', 'number', ['Added', 'যোগ হয়েছে'])),
    summed(column('rowsUpdated', 'number', ['Updated', 'হালনাগাদ হয়েছে'])),
    summed(column('rowsWrong', 'number', ['Wrong', 'ভুল'])),
    column('state', 'text', STATE, STATES),
    column('committedAt', 'instant', ['Taken at', 'নেওয়ার সময়']),
    column('undoneAt', 'instant', ['Undone at', 'ফিরিয়ে নেওয়ার সময়']),
  ],
};
