/** The lists of work orders and of movements of the store as files. */
import { exportColumn as column, type ListExport, namePair } from '#platform/exports/export-list.ts';
import { joinNames } from '#shared/words.ts';
import type { listOrdersDownload } from './contract.ts';
import { bengali, english } from './names.rules.ts';
import type { ReceiptOf } from './points.ts';
import { orderList } from './queries.ts';
import type { listMovementsDownload } from './store/contract.ts';
import { movementList } from './store/queries.ts';

export const ordersExport = (receiptOf: ReceiptOf): ListExport<typeof listOrdersDownload> => ({
  name: 'work-orders',
  title: ['Work orders', 'কার্যাদেশ'],
  list: (actor, query) => orderList(actor, query, { receiptOf }),
  columns: [
    column('number', 'text', ['Work order', 'কার্যাদেশ']),
    column('state', 'text', ['State', 'অবস্থা'], joinNames(english.states, bengali.states)),
    ...namePair(
      ['Category', 'ধরন'],
      column('categoryEn', 'text', ['Category', 'ধরন (ইংরেজি)']),
      column('categoryBn', 'text', ['Category (Bengali)', 'ধরন']),
    ),
    column('priority', 'text', ['Priority', 'অগ্রাধিকার'], joinNames(english.priorities, bengali.priorities)),
    column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
    column('roadNumber', 'text', ['Road', 'রোড']),
    column('plotNumber', 'text', ['Plot', 'প্লট']),
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    ...namePair(
      ['Consumer', 'গ্রাহক'],
      column('consumerName', 'text', ['Consumer', 'গ্রাহক (ইংরেজি)']),
      column('consumerNameBn', 'text', ['Consumer (Bengali)', 'গ্রাহক']),
    ),
    column('askedBy', 'text', ['Asked by', 'অনুরোধকারী']),
    column('askedAt', 'instant', ['Asked', 'অনুরোধের সময়']),
    column('dueAt', 'instant', ['Due', 'শেষ করার সময়সীমা']),
    column('crewName', 'text', ['Assigned to', 'যাঁর দায়িত্বে']),
    column('memberNames', 'text', ['With', 'সঙ্গে আছেন']),
    column('pausedAt', 'instant', ['On hold since', 'স্থগিত হওয়ার সময়']),
    column('arrivedAt', 'instant', ['Arrival', 'পৌঁছানোর সময়']),
    column('completedAt', 'instant', ['Completion', 'কাজ শেষের সময়']),
    column('costMinor', 'money', ['Cost (Taka)', 'খরচ (টাকা)']),
    column('chargeMinor', 'money', ['To be paid (Taka)', 'প্রদেয় (টাকা)']),
    column('paidMinor', 'money', ['Paid (Taka)', 'পরিশোধিত (টাকা)']),
    column('openMinor', 'money', ['Still to be paid (Taka)', 'এখন প্রদেয় (টাকা)']),
    column('reopened', 'number', ['Opened again', 'কতবার আবার খোলা']),
    // Of stars there is no sum.
    { ...column('rating', 'number', ['Rating (1 to 5)', 'কাজের মান (১ থেকে ৫)']), isSummed: false },
    ...namePair(
      ['Materials', 'মালামাল'],
      column('materialsEn', 'text', ['Materials', 'মালামাল (ইংরেজি)']),
      column('materialsBn', 'text', ['Materials (Bengali)', 'মালামাল']),
    ),
    { ...column('photos', 'number', ['Photos', 'ছবি']), isSummed: false },
    column('reviewerName', 'text', ['Reviewer', 'যিনি পর্যালোচনা করেছেন']),
    { ...column('hoursTaken', 'number', ['Hours until it was done', 'কাজ শেষ হতে কত ঘণ্টা']), isSummed: false },
    column('firstTimeFix', 'text', ['Right the first time', 'একবারেই ঠিক হয়েছে'], YES_NO),
    column('receiptNumber', 'text', ['Receipt', 'রসিদ']),
    column('paidBy', 'text', ['Paid by', 'পরিশোধের মাধ্যম'], joinNames(english.paidBy, bengali.paidBy)),
  ],
});

const YES_NO = { YES: ['Yes', 'হ্যাঁ'], NO: ['No', 'না'] } as const;

export const movementsExport: ListExport<typeof listMovementsDownload> = {
  name: 'store-movements',
  title: ['Movements of the store', 'মজুতের হিসাব'],
  list: (_, query) => movementList(query),
  columns: [
    column('at', 'instant', ['When', 'সময়']),
    ...namePair(
      ['Material', 'মালামাল'],
      column('nameEn', 'text', ['Material', 'মালামাল (ইংরেজি)']),
      column('nameBn', 'text', ['Material (Bengali)', 'মালামাল']),
    ),
    // Quantities of different units have no sum.
    { ...column('quantity', 'number', ['Quantity', 'পরিমাণ']), isSummed: false },
    { ...column('onHand', 'number', ['Left after it', 'এরপর মজুত']), isSummed: false },
    column('unit', 'text', ['Unit', 'একক']),
    column('orderNumber', 'text', ['Work order', 'কার্যাদেশ']),
    column('actorName', 'text', ['Who', 'যিনি লিখেছেন']),
    column('remark', 'text', ['Reason', 'কারণ']),
  ],
};
