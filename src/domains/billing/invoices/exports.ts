/** Invoices and billed connections as files. */
import { sql } from '#platform/database/db.ts';
import type { ListQuery } from '#platform/database/lists.ts';
import {
  exportColumn as column,
  type Filter,
  type ListExport,
  summedIf,
  type Words,
} from '#platform/exports/export-list.ts';
import { billingIdList } from '../billing-ids.ts';
import type { billingIdsDownload, searchInvoiceDownload } from './contract.ts';
import { invoiceList } from './queries.ts';

const INVOICE_STATES: Record<string, Words> = {
  ISSUED: ['Unpaid', 'অপরিশোধিত'],
  PARTIALLY_PAID: ['Partly paid', 'আংশিক পরিশোধিত'],
  PAID: ['Paid', 'পরিশোধিত'],
  CANCELLED: ['Cancelled', 'বাতিল'],
};
const STATE: Words = ['State', 'অবস্থা'];
const PERIOD: Words = ['Month', 'মাস'];
const CONSUMER = column('consumerName', 'text', ['Consumer', 'গ্রাহক']);
const CONNECTION = column('connectionNumber', 'text', ['Connection', 'সংযোগ']);
const PLACE = [
  column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
  column('roadNumber', 'text', ['Road', 'রোড']),
  column('plotNumber', 'text', ['Plot', 'প্লট']),
];

/** The list with whether a bill counts: what is cancelled is in no sum of the file, as in none of the list. */
function withCounted(...[actor, query]: Parameters<typeof invoiceList>): ListQuery {
  const { details, ...list } = invoiceList(actor, query);
  return {
    ...list,
    details: (page) =>
      sql`select d.*, d.state <> 'CANCELLED' as "isCounted" from (${details?.(page) ?? page}) d`,
  };
}
const counted = (...of: Parameters<typeof column>) => summedIf('isCounted', column(...of));

export const invoicesExport: ListExport<typeof searchInvoiceDownload> = {
  name: 'invoices',
  title: ['Invoices', 'বিল'],
  list: withCounted,
  filters: ({ state, overdue, correctionAsked, period }) => {
    const set: Filter[] = [];
    if (state) set.push([STATE, INVOICE_STATES[state] ?? state]);
    if (overdue) set.push([STATE, ['Overdue', 'মেয়াদ শেষ']]);
    if (correctionAsked) set.push([STATE, ['Correction asked for', 'সংশোধনের প্রস্তাব আছে']]);
    if (period) set.push([PERIOD, period.slice(0, 7)]);
    return set;
  },
  columns: [
    column('number', 'text', ['Invoice', 'বিল']),
    CONNECTION,
    CONSUMER,
    ...PLACE,
    column('period', 'month', PERIOD),
    column('issuedOn', 'day', ['Issued', 'ইস্যুর তারিখ']),
    column('dueOn', 'day', ['Pay by', 'শেষ তারিখ']),
    counted('usageLitres', 'volume', ['Use (m³)', 'ব্যবহার (ঘনমিটার)']),
    counted('totalMinor', 'money', ['Total (Taka)', 'মোট (টাকা)']),
    counted('settledMinor', 'money', ['Paid (Taka)', 'পরিশোধ (টাকা)']),
    counted('dueMinor', 'money', ['Due (Taka)', 'বকেয়া (টাকা)']),
    column('state', 'text', STATE, INVOICE_STATES),
    counted('adjustedMinor', 'money', ['Corrected by (Taka)', 'সংশোধন (টাকা)']),
    column('isFinal', 'text', ['Final bill', 'চূড়ান্ত বিল'], { true: ['Yes', 'হ্যাঁ'], false: ['', ''] }),
  ],
};

const above = (label: Words): Filter => [label, ['above 0', '০-এর বেশি']];

export const billingIdsExport: ListExport<typeof billingIdsDownload> = {
  name: 'billing-list',
  title: ['Billing list', 'সংযোগের বিল'],
  list: billingIdList,
  filters: ({ withDues, advanceLeft }) => [
    ...(withDues ? [above(['Due', 'বকেয়া'])] : []),
    ...(advanceLeft ? [above(['Advance of a closed connection', 'বন্ধ সংযোগের অগ্রিম'])] : []),
  ],
  columns: [
    CONNECTION,
    CONSUMER,
    column('phone', 'text', ['Phone', 'ফোন']),
    ...PLACE,
    column('lastInvoiceNumber', 'text', ['Latest bill', 'সর্বশেষ বিল']),
    column('lastPeriod', 'month', PERIOD),
    column('lastTotalMinor', 'money', ['Latest total (Taka)', 'সর্বশেষ মোট (টাকা)']),
    column('openInvoices', 'number', ['Open bills', 'বাকি বিল']),
    column('dueMinor', 'money', ['Due (Taka)', 'বকেয়া (টাকা)']),
    column('disputedMinor', 'money', ['Of it under dispute (Taka)', 'এর মধ্যে আপত্তিতে (টাকা)']),
    column('oldestDueOn', 'day', ['Due since', 'যে তারিখ থেকে বাকি']),
    column('advanceMinor', 'money', ['Advance (Taka)', 'অগ্রিম (টাকা)']),
  ],
};
