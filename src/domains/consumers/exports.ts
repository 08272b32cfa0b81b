/** The register of consumers as a file; what the list hides stays hidden. */
import { exportColumn as column, type ListExport, type Words } from '#platform/exports/export-list.ts';
import type { listConsumersDownload } from './contract.ts';
import { consumerList } from './queries.ts';

const STATE: Words = ['State', 'অবস্থা'];
const STATES: Record<string, Words> = { active: ['Active', 'সক্রিয়'], inactive: ['Inactive', 'নিষ্ক্রিয়'] };

export const consumersExport: ListExport<typeof listConsumersDownload> = {
  name: 'consumers',
  title: ['Consumers', 'গ্রাহক'],
  list: consumerList,
  filters: ({ status }) => (status ? [[STATE, STATES[status] ?? status]] : []),
  columns: [
    column('number', 'text', ['Consumer', 'গ্রাহক নম্বর']),
    column('name', 'text', ['Name', 'নাম']),
    column('nameBn', 'text', ['Name in Bengali', 'বাংলা নাম']),
    column('phone', 'text', ['Phone', 'ফোন']),
    column('email', 'text', ['Email', 'ইমেইল']),
    column('nid', 'text', ['National ID', 'জাতীয় পরিচয়পত্র']),
    column('address', 'text', ['Address', 'ঠিকানা']),
    column('status', 'text', STATE, STATES),
    column('createdAt', 'instant', ['Since', 'যোগের সময়']),
  ],
};
