/** The lists of ownership as files. */
import { exportColumn as column, type ListExport } from '#platform/exports/export-list.ts';
import { joinNames } from '#shared/words.ts';
import type { listChangesDownload, listOwnedConnectionsDownload, listRequestsDownload } from './contract.ts';
import { bengali, english } from './names.rules.ts';
import { changeList, connectionList, requestList } from './queries.ts';

const STATES = joinNames(english.states, bengali.states);
const PAPERS = joinNames(english.paperStates, bengali.paperStates);
const CAUSES = joinNames(english.causes, bengali.causes);
const PLACE = [
  column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
  column('roadNumber', 'text', ['Road', 'রোড']),
  column('plotNumber', 'text', ['Plot', 'প্লট']),
];
const FROM = [column('fromName', 'text', ['Present owner', 'বর্তমান মালিক'])];
const TO = column('toName', 'text', ['New owner', 'নতুন মালিক']);

export const connectionsExport: ListExport<typeof listOwnedConnectionsDownload> = {
  name: 'ownership-connections',
  title: ['Ownership change: connections', 'মালিকানা পরিবর্তন: সংযোগ'],
  list: (actor, query) => connectionList(actor, query),
  columns: [
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    column('applicationNumber', 'text', ['Application', 'আবেদন']),
    column('ownerName', 'text', ['Present owner', 'বর্তমান মালিক']),
    ...PLACE,
    column('dueMinor', 'money', ['Due (Taka)', 'বকেয়া (টাকা)']),
    column('requestNumber', 'text', ['Open request', 'চলমান আবেদন']),
    column('requestState', 'text', ['State', 'অবস্থা'], STATES),
  ],
};

export const requestsExport: ListExport<typeof listRequestsDownload> = {
  name: 'ownership-requests',
  title: ['Ownership requests', 'মালিকানার আবেদন'],
  list: (actor, query) => requestList(actor, query),
  columns: [
    column('number', 'text', ['Request', 'আবেদন']),
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    ...FROM,
    TO,
    column('cause', 'text', ['Cause', 'কারণ'], CAUSES),
    ...PLACE,
    column('papers', 'number', ['Papers', 'কাগজ']),
    column('papersState', 'text', ['State of the papers', 'কাগজের অবস্থা'], PAPERS),
    column('feeMinor', 'money', ['Fee (Taka)', 'ফি (টাকা)']),
    column('feePaidMinor', 'money', ['Fee paid (Taka)', 'ফি পরিশোধিত (টাকা)']),
    column('state', 'text', ['State', 'অবস্থা'], STATES),
    column('stateSince', 'instant', ['Since', 'যে সময় থেকে']),
    column('askedAt', 'instant', ['Asked', 'আবেদনের সময়']),
  ],
};

export const changesExport: ListExport<typeof listChangesDownload> = {
  name: 'ownership-changes',
  title: ['Changes of owners', 'মালিকানা পরিবর্তনের ইতিহাস'],
  list: (actor, query) => changeList(actor, query),
  columns: [
    column('requestNumber', 'text', ['Request', 'আবেদন']),
    ...PLACE,
    column('fromConnectionNumber', 'text', ['Ended connection', 'শেষ হওয়া সংযোগ']),
    column('toConnectionNumber', 'text', ['New connection', 'নতুন সংযোগ']),
    column('fromName', 'text', ['Old owner', 'আগের মালিক']),
    TO,
    column('effectiveOn', 'day', ['Handover', 'হস্তান্তরের দিন']),
    column('registerLitres', 'volume', ['Reading (m³)', 'রিডিং (ঘনমিটার)']),
    column('openMinor', 'money', ['Open bills (Taka)', 'বকেয়া বিল (টাকা)']),
    column('advanceMinor', 'money', ['Advance (Taka)', 'অগ্রিম (টাকা)']),
    column('acceptedBy', 'text', ['Accepted by', 'অনুমোদনকারী']),
    column('acceptedAt', 'instant', ['Accepted', 'অনুমোদনের সময়']),
  ],
};
