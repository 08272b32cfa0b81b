/** Requests to change meters, and figures with which meters went, as files. */
import { exportColumn as column, type ListExport, type Words } from '#platform/exports/export-list.ts';
import { CONNECTION, CONSUMER, METER, PLACE, STATE } from '../exports.ts';
import type { listFinalsDownload, listMeterChangesDownload } from './contract.ts';
import { CAUSE_NAMES, CHANGE_STATE_NAMES } from './names.rules.ts';
import { changeList, finalList } from './queries.ts';

const REMOVED: Words = ['Removed', 'খোলার তারিখ'];
const FINAL = column('finalLitres', 'volume', ['Last figure (m³)', 'শেষ রিডিং (ঘনমিটার)']);
const NEW_METER = column('newMeterNumber', 'text', ['New meter', 'নতুন মিটার']);
const OPENING = column('openingLitres', 'volume', ['First figure (m³)', 'শুরুর অঙ্ক (ঘনমিটার)']);
const CAUSE = column('cause', 'text', ['Cause', 'কারণ'], CAUSE_NAMES);
const LAST = [
  column('lastOn', 'day', ['Last read on', 'সর্বশেষ রিডিংয়ের তারিখ']),
  column('lastLitres', 'volume', ['Last reading (m³)', 'সর্বশেষ রিডিং (ঘনমিটার)']),
];

export const changesExport: ListExport<typeof listMeterChangesDownload> = {
  name: 'meter-changes',
  title: ['Requests to change meters', 'মিটার বদলের অনুরোধ'],
  list: (_actor, query) => changeList(query),
  columns: [
    column('number', 'text', ['Request', 'অনুরোধ']),
    column('state', 'text', STATE, CHANGE_STATE_NAMES),
    CONNECTION,
    CONSUMER,
    ...PLACE,
    METER,
    ...LAST,
    column('changedOn', 'day', ['Changed on', 'বদলের তারিখ']),
    FINAL,
    NEW_METER,
    OPENING,
    column('sealNumber', 'text', ['Seal', 'সিল']),
    CAUSE,
    column('reason', 'text', ['What was found', 'যা দেখা গেছে']),
    column('askedBy', 'text', ['Asked by', 'অনুরোধ করেছেন']),
    column('askedAt', 'instant', ['Asked at', 'অনুরোধের সময়']),
    column('decidedBy', 'text', ['Decided by', 'সিদ্ধান্ত দিয়েছেন']),
    column('decidedAt', 'instant', ['Decided at', 'সিদ্ধান্তের সময়']),
    column('remark', 'text', ['Remark', 'মন্তব্য']),
  ],
};

export const finalsExport: ListExport<typeof listFinalsDownload> = {
  name: 'removed-meters',
  title: ['Last figures of removed meters', 'খোলা মিটারের শেষ রিডিং'],
  list: (_actor, query) => finalList(query),
  columns: [
    CONNECTION,
    CONSUMER,
    ...PLACE,
    METER,
    column('removedOn', 'day', REMOVED),
    ...LAST,
    FINAL,
    column('usedLitres', 'volume', ['Use since (m³)', 'এর মধ্যে ব্যবহার (ঘনমিটার)']),
    column('expectedLitres', 'volume', ['Expected (m³)', 'হওয়ার কথা (ঘনমিটার)']),
    NEW_METER,
    OPENING,
    CAUSE,
    column('changeNumber', 'text', ['Request', 'অনুরোধ']),
  ],
};
