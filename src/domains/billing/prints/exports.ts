/** Prints, their files and their bills as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  namePair,
  summed,
  type Words,
} from '#platform/exports/export-list.ts';
import type { listPrintBillsDownload, listPrintPartsDownload, listPrintsDownload } from './contract.ts';
import type { Households, LeftOutReason, PART_STATES, PrintState, ShownOutcome } from './print.rules.ts';
import { billList, partList, printList } from './queries.ts';

const STATE: Words = ['State', 'অবস্থা'];
const SECTOR: Words = ['Sector', 'সেক্টর'];
const ROAD: Words = ['Road', 'রোড'];
const BILLS: Words = ['Bills', 'বিল'];
const SUM: Words = ['Sum (Taka)', 'মোট (টাকা)'];
const STATES: Record<PrintState, Words> = {
  WORKING: ['Being made', 'তৈরি হচ্ছে'],
  DONE: ['Done', 'তৈরি হয়েছে'],
  CANCELLED: ['Stopped', 'থামানো হয়েছে'],
};
const PARTS: Record<(typeof PART_STATES)[number], Words> = {
  WAITING: ['Waits', 'অপেক্ষায়'],
  DONE: ['Done', 'তৈরি হয়েছে'],
  STOPPED: ['Print stopped', 'ছাপা থামানো হয়েছে'],
};
const HOUSEHOLDS: Record<Households, Words> = {
  ALL: ['All', 'সব'],
  WITHOUT_ACCOUNT: ['Without an account', 'যাঁদের অ্যাকাউন্ট নেই'],
};
const OUTCOME: Words = ['Outcome', 'ফল'];
const OUTCOMES: Record<ShownOutcome, Words> = {
  WAITING: ['Waits', 'অপেক্ষায়'],
  PRINTED: ['Printed', 'ছাপা হয়েছে'],
  LEFT_OUT: ['Left out', 'বাদ পড়েছে'],
  FAILED: ['Could not be written', 'তৈরি করা যায়নি'],
  STOPPED: ['Print stopped', 'ছাপা থামানো হয়েছে'],
};
const REASONS: Record<LeftOutReason, Words> = {
  CANCELLED: ['Cancelled', 'বাতিল'],
  CORRECTED: ['Corrected', 'সংশোধিত'],
};

export const printsExport: ListExport<typeof listPrintsDownload> = {
  name: 'bill-prints',
  title: ['Prints of bills', 'বিল ছাপা'],
  list: (_actor, query) => printList(query),
  filters: ({ state }) => filterOf(STATE, STATES, state),
  columns: [
    column('runNumber', 'text', ['Run', 'রান']),
    column('number', 'number', ['Print', 'ছাপা']),
    column('period', 'month', ['Month', 'মাস']),
    column('state', 'text', STATE, STATES),
    column('sectorNumber', 'text', SECTOR),
    column('roadNumber', 'text', ROAD),
    column('households', 'text', ['Households', 'গ্রাহক'], HOUSEHOLDS),
    summed(column('bills', 'number', BILLS)),
    column('totalMinor', 'money', SUM),
    summed(column('leftOut', 'number', ['Left out', 'বাদ পড়েছে'])),
    summed(column('failed', 'number', ['Could not be written', 'তৈরি করা যায়নি'])),
    column('parts', 'number', ['Files', 'ফাইল']),
    column('askedBy', 'text', ['Asked by', 'চেয়েছেন']),
    column('askedAt', 'instant', ['Asked', 'চাওয়ার সময়']),
    column('isReversed', 'text', ['Run reversed', 'রান ফেরত নেওয়া হয়েছে'], {
      true: ['Yes', 'হ্যাঁ'],
      false: ['', ''],
    }),
    column('endedAt', 'instant', ['Ended', 'শেষ হয়েছে']),
    column('filesDeletedAt', 'instant', ['Files deleted', 'ফাইল মোছা হয়েছে']),
  ],
};

export const printPartsExport: ListExport<typeof listPrintPartsDownload> = {
  name: 'bill-print-files',
  title: ['Files of a print', 'ছাপার ফাইল'],
  list: (_actor, query, { id }) => partList(id, query),
  filters: ({ state }) => filterOf(STATE, PARTS, state),
  columns: [
    column('id', 'number', ['No.', 'ক্রম']),
    column('sectorNumber', 'text', SECTOR),
    column('roadNumber', 'text', ROAD),
    column('piece', 'number', ['File of the road', 'রোডের ফাইল']),
    column('pieces', 'number', ['Files of the road', 'রোডের মোট ফাইল']),
    column('state', 'text', STATE, PARTS),
    summed(column('bills', 'number', BILLS)),
    column('totalMinor', 'money', SUM),
    column('firstNumber', 'text', ['First bill', 'প্রথম বিল']),
    column('lastNumber', 'text', ['Last bill', 'শেষ বিল']),
    summed(column('pages', 'number', ['Pages', 'পৃষ্ঠা'])),
    column('bytes', 'number', ['Bytes', 'বাইট']),
  ],
};

export const printBillsExport: ListExport<typeof listPrintBillsDownload> = {
  name: 'bill-print-bills',
  title: ['Bills of a print', 'ছাপার বিল'],
  list: (_actor, query, { id }) => billList(id, query),
  filters: ({ outcome }) => filterOf(OUTCOME, OUTCOMES, outcome),
  columns: [
    column('partNo', 'number', ['File', 'ফাইল']),
    column('place', 'number', ['Place in the file', 'ফাইলে ক্রম']),
    column('number', 'text', ['Bill', 'বিল']),
    ...namePair(
      ['Name', 'নাম'],
      column('consumerName', 'text', ['Name (English)', 'নাম (ইংরেজি)']),
      column('consumerNameBn', 'text', ['Name (Bengali)', 'নাম (বাংলা)']),
    ),
    column('sectorNumber', 'text', SECTOR),
    column('roadNumber', 'text', ROAD),
    column('plotNumber', 'text', ['Plot', 'প্লট']),
    column('language', 'text', ['Language', 'ভাষা'], { en: ['English', 'ইংরেজি'], bn: ['Bengali', 'বাংলা'] }),
    column('totalMinor', 'money', SUM),
    column('outcome', 'text', OUTCOME, OUTCOMES),
    column('reason', 'text', ['Reason', 'কারণ'], REASONS),
    column('problem', 'text', ['What is wrong', 'সমস্যা']),
  ],
};
