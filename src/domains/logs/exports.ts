/** Both logs, and failed background work, as files. */
import {
  exportColumn as column,
  type Filter,
  filterOf,
  type ListExport,
  type Words,
} from '#platform/exports/export-list.ts';
import { type Words as AllWords, auditName, objectName } from '#shared/words.ts';
import type { listAuditDownload, listLoginsDownload } from './contract.ts';
import type { listFailedJobsDownload } from './failed-jobs/contract.ts';
import { failedJobList } from './failed-jobs/queries.ts';
import { fieldWords } from './field-words.rules.ts';
import { LOGIN_REASON_WORDS, LOGIN_WORDS } from './login-words.rules.ts';
import { auditList, loginList } from './queries.ts';
import type { Known } from './record-names.ts';
import { valueWords } from './value-words.rules.ts';

const WHEN: Words = ['When', 'সময়'];
const WHO: Words = ['Who', 'কে'];
const ROLE: Words = ['Role', 'ভূমিকা'];
const ACTION: Words = ['Action', 'কাজ'];
const IP: Words = ['IP address', 'আইপি ঠিকানা'];

type Days = { from?: string | undefined; to?: string | undefined };

const dayFilters = ({ from, to }: Days): Filter[] => [
  ...(from ? [[['From', 'শুরু'], from] as Filter] : []),
  ...(to ? [[['To', 'শেষ'], to] as Filter] : []),
];

export const loginsExport: ListExport<typeof listLoginsDownload> = {
  name: 'login-log',
  title: ['Login/Logout Log', 'লগইন/লগআউট লগ'],
  list: loginList,
  order: '-at',
  filters: dayFilters,
  columns: [
    column('at', 'instant', WHEN),
    column('name', 'text', WHO),
    column('login', 'text', ['Typed', 'যা লেখা হয়েছিল']),
    column('role', 'text', ROLE),
    column('action', 'text', ACTION, LOGIN_WORDS),
    column('succeeded', 'text', ['Result', 'ফল'], {
      true: ['Succeeded', 'সফল'],
      false: ['Refused', 'প্রত্যাখ্যাত'],
    }),
    column('reason', 'text', ['Why', 'কারণ'], LOGIN_REASON_WORDS),
    column('ip', 'text', IP),
    column('device', 'text', ['Device', 'যন্ত্র']),
  ],
};

/** `Phone: 1 → 2; State: Draft → Posted`, with the names that the entry has on the screen. */
function changesInWords(words: AllWords, changes: string): Words {
  const differing = JSON.parse(changes) as [field: string, was: string, becomes: string][];
  const inLanguage = (language: 0 | 1) =>
    differing
      .map(([field, ...values]) => {
        const shown = values.map((value) => valueWords(field, value)?.[language] ?? value);
        return `${fieldWords(words, field)[language]}: ${shown.join(' → ')}`;
      })
      .join('; ');
  return [inLanguage(0), inLanguage(1)];
}

export const auditExport = (known: Known, words: AllWords): ListExport<typeof listAuditDownload> => ({
  name: 'audit-log',
  title: ['Audit Logs', 'অডিট লগ'],
  list: (_actor, query) => auditList(known, query),
  order: '-at',
  filters: (query) => [
    ...(query.object ? [[['Record', 'রেকর্ড'], objectName(words, query.object)] as Filter] : []),
    ...(query.action ? [[ACTION, auditName(words, query.action)] as Filter] : []),
    ...dayFilters(query),
  ],
  columns: [
    column('at', 'instant', WHEN),
    column('actorName', 'text', WHO),
    column('role', 'text', ROLE, (role) => valueWords('code', role) ?? [role, role]),
    column('ip', 'text', IP),
    column('action', 'text', ACTION, (action) => auditName(words, action)),
    column('object', 'text', ['Record', 'রেকর্ড'], (object) => objectName(words, object)),
    column('objectId', 'text', ['Id', 'আইডি']),
    column('changes', 'text', ['Changes', 'পরিবর্তন'], (changes) => changesInWords(words, changes)),
    column('reason', 'text', ['Reason', 'কারণ']),
    column('requestId', 'text', ['Request', 'অনুরোধ']),
  ],
});

const STATE: Words = ['State', 'অবস্থা'];
const JOB_STATES: Record<'open' | 'solved', Words> = {
  open: ['Open', 'অমীমাংসিত'],
  solved: ['Solved', 'মীমাংসিত'],
};

export const failedJobsExport: ListExport<typeof listFailedJobsDownload> = {
  name: 'failed-background-work',
  title: ['Failed background work', 'ব্যর্থ স্বয়ংক্রিয় কাজ'],
  list: (_actor, query) => failedJobList(query),
  filters: ({ state }) => filterOf(STATE, JOB_STATES, state),
  columns: [
    column('job', 'text', ['Work', 'কাজ']),
    column('reason', 'text', ['Reason', 'কারণ']),
    column('since', 'instant', ['Since', 'যখন থেকে']),
    column('failedAt', 'instant', ['Failed last', 'সর্বশেষ ব্যর্থ']),
    column('failures', 'number', ['Failures', 'কতবার ব্যর্থ']),
    column('retriedAt', 'instant', ['Tried again', 'আবার চেষ্টা']),
    column('retriedBy', 'text', ['Tried again by', 'যিনি আবার চেষ্টা করেছেন']),
    column('solvedAt', 'instant', ['Solved', 'মীমাংসিত']),
  ],
};
