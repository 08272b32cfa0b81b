/** Files of readings that were brought in, as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  summed,
  type Words,
} from '#platform/exports/export-list.ts';
import type { Import, readingImportsDownload } from './contract.ts';
import { importList } from './queries.ts';

const STATE: Words = ['State', 'অবস্থা'];
const STATES: Record<Import['state'], Words> = {
  UPLOADED: ['Uploaded', 'আপলোড হয়েছে'],
  CHECKED: ['Checked', 'যাচাই হয়েছে'],
  COMMITTED: ['Taken', 'নেওয়া হয়েছে'],
  UNDONE: ['Undone', 'ফিরিয়ে নেওয়া'],
};

export const importsExport: ListExport<typeof readingImportsDownload> = {
  name: 'reading-imports',
  title: ['Files of readings', 'রিডিংয়ের ফাইল'],
  list: (_actor, query) => importList(query),
  filters: ({ state }) => filterOf(STATE, STATES, state),
  columns: [
    column('fileName', 'text', ['File', 'ফাইল']),
    column('uploadedAt', 'instant', ['Uploaded', 'আপলোডের সময়']),
    column('uploadedBy', 'text', ['Uploaded by', 'যিনি আপলোড করেছেন']),
    summed(column('rowsTotal', 'number', ['Rows', 'সারি'])),
    summed(column('rowsGood', 'number', ['Good', 'ঠিক আছে'])),
    summed(column('rowsFlagged', 'number', ['To be reviewed', 'পর্যালোচনা দরকার'])),
    summed(column('rowsRefused', 'number', ['Not taken', 'নেওয়া হবে না'])),
    column('state', 'text', STATE, STATES),
    column('committedAt', 'instant', ['Taken at', 'নেওয়ার সময়']),
    column('undoneAt', 'instant', ['Undone at', 'ফিরিয়ে নেওয়ার সময়']),
  ],
};
