/** Roles as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  type Words,
} from '#platform/exports/export-list.ts';
import type { listRolesDownload } from './contract.ts';
import { type People, roleList } from './queries.ts';

const STATUS: Words = ['Status', 'অবস্থা'];
const STATUSES: Record<'active' | 'inactive', Words> = {
  active: ['Active', 'সক্রিয়'],
  inactive: ['Inactive', 'নিষ্ক্রিয়'],
};

export const rolesExport = (people: People): ListExport<typeof listRolesDownload> => ({
  name: 'roles',
  title: ['Roles', 'ভূমিকা'],
  list: (_actor, query) => roleList(people, query),
  filters: ({ status }) => filterOf(STATUS, STATUSES, status),
  columns: [
    column('name', 'text', ['Role', 'ভূমিকা']),
    column('code', 'text', ['Code', 'কোড']),
    column('description', 'text', ['Description', 'বিবরণ']),
    column('people', 'number', ['People', 'জন']),
    column('builtIn', 'text', ['Kind', 'ধরন'], { true: ['Built in', 'স্থায়ী'], false: ['Own', 'নিজস্ব'] }),
    column('status', 'text', STATUS, STATUSES),
    column('createdAt', 'instant', ['Created', 'তৈরি']),
  ],
});
