/** The list of work orders as a file. */
import { exportColumn as column, type ListExport } from '#platform/exports/export-list.ts';
import { joinNames } from '#shared/words.ts';
import type { listOrdersDownload } from './contract.ts';
import { bengali, english } from './names.rules.ts';
import { orderList } from './queries.ts';

export const ordersExport: ListExport<typeof listOrdersDownload> = {
  name: 'work-orders',
  title: ['Work orders', 'কার্যাদেশ'],
  list: (actor, query) => orderList(actor, query),
  columns: [
    column('number', 'text', ['Work order', 'কার্যাদেশ']),
    column('state', 'text', ['State', 'অবস্থা'], joinNames(english.states, bengali.states)),
    column('categoryEn', 'text', ['Category', 'ধরন (ইংরেজি)']),
    column('categoryBn', 'text', ['Category (Bengali)', 'ধরন']),
    column('priority', 'text', ['Priority', 'অগ্রাধিকার'], joinNames(english.priorities, bengali.priorities)),
    column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
    column('roadNumber', 'text', ['Road', 'রোড']),
    column('plotNumber', 'text', ['Plot', 'প্লট']),
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    column('consumerName', 'text', ['Consumer', 'গ্রাহক (ইংরেজি)']),
    column('consumerNameBn', 'text', ['Consumer (Bengali)', 'গ্রাহক']),
    column('askedBy', 'text', ['Asked by', 'অনুরোধকারী']),
    column('askedAt', 'instant', ['Asked', 'অনুরোধের সময়']),
    column('dueAt', 'instant', ['Due', 'শেষ করার সময়সীমা']),
    column('crewName', 'text', ['Assigned to', 'যাঁর দায়িত্বে']),
    column('arrivedAt', 'instant', ['Arrival', 'পৌঁছানোর সময়']),
    column('completedAt', 'instant', ['Completion', 'কাজ শেষের সময়']),
    column('costMinor', 'money', ['Cost (Taka)', 'খরচ (টাকা)']),
    column('chargeMinor', 'money', ['To be paid (Taka)', 'প্রদেয় (টাকা)']),
    column('paidMinor', 'money', ['Paid (Taka)', 'পরিশোধিত (টাকা)']),
    column('reopened', 'number', ['Opened again', 'কতবার আবার খোলা']),
  ],
};
