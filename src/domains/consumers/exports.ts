/** The register of consumers as a file; what the list hides stays hidden. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  namePair,
  type Words,
} from '#platform/exports/export-list.ts';
import type { ConsumerParts } from './consumer-parts.ts';
import type { listConsumersDownload } from './contract.ts';
import { consumerList, seesIdentity } from './queries.ts';

const STATE: Words = ['State', 'অবস্থা'];
const STATES: Record<string, Words> = {
  active: ['Active', 'সক্রিয়'],
  inactive: ['Inactive', 'নিষ্ক্রিয়'],
  merged: ['Merged', 'একীভূত'],
};

const ARREARS: Words = ['In arrears', 'বকেয়া আছে'];
const YES: Words = ['yes', 'হ্যাঁ'];

export const consumersExport = (parts: ConsumerParts): ListExport<typeof listConsumersDownload> => ({
  name: 'consumers',
  title: ['Consumers', 'গ্রাহক'],
  list: (actor, query) => consumerList(actor, query, parts),
  filters: ({ status, inArrears }) => [
    ...filterOf(STATE, STATES, status),
    ...(inArrears ? [[ARREARS, YES] as [Words, Words]] : []),
  ],
  withheld: (actor) => (seesIdentity(actor) ? [] : ['nid']),
  columns: [
    column('number', 'text', ['Consumer', 'গ্রাহক নম্বর']),
    ...namePair(
      ['Name', 'নাম'],
      column('name', 'text', ['Name', 'নাম']),
      column('nameBn', 'text', ['Name in Bengali', 'বাংলা নাম']),
    ),
    column('phone', 'text', ['Phone', 'ফোন']),
    column('email', 'text', ['Email', 'ইমেইল']),
    column('nid', 'text', ['National ID', 'জাতীয় পরিচয়পত্র']),
    column('address', 'text', ['Address', 'ঠিকানা']),
    column('connections', 'number', ['Connections', 'সংযোগ']),
    column('dueMinor', 'money', ['Due (Taka)', 'বকেয়া (টাকা)']),
    column('status', 'text', STATE, STATES),
    column('createdAt', 'instant', ['Since', 'যোগের সময়']),
  ],
});
