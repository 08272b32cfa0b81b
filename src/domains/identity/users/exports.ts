/** The list of staff accounts as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  type Words,
} from '#platform/exports/export-list.ts';
import type { listUsersDownload } from './contract.ts';
import { userList } from './queries.ts';

const STATUS: Words = ['Status', 'অবস্থা'];
const STATUSES: Record<string, Words> = {
  active: ['Active', 'সক্রিয়'],
  invited: ['Link sent', 'লিংক পাঠানো হয়েছে'],
  disabled: ['Deactivated', 'নিষ্ক্রিয়'],
};
const YES_NO: Record<string, Words> = { true: ['Yes', 'হ্যাঁ'], false: ['No', 'না'] };

export const usersExport: ListExport<typeof listUsersDownload> = {
  name: 'users',
  title: ['Users', 'ব্যবহারকারী'],
  list: (_actor, query) => userList(query),
  filters: ({ status, role }) => [
    ...filterOf(STATUS, STATUSES, status),
    ...(role ? [[['Role', 'ভূমিকা'], role] as [Words, string]] : []),
  ],
  columns: [
    column('name', 'text', ['Name', 'নাম']),
    column('email', 'text', ['Email', 'ইমেইল']),
    column('phone', 'text', ['Phone', 'ফোন']),
    column('roleName', 'text', ['Role', 'ভূমিকা']),
    column('status', 'text', STATUS, STATUSES),
    column('twoFactor', 'text', ['Second factor', 'দ্বিতীয় ধাপ'], YES_NO),
    column('lastLoginAt', 'instant', ['Last sign-in', 'শেষ লগইন']),
    column('createdAt', 'instant', ['Created', 'তৈরি']),
  ],
};
