/** Cases of the dunning ladder as a file. */
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  type Words,
  YES_NO,
} from '#platform/exports/export-list.ts';
import { ladderOn } from '../ladder/queries.ts';
import { leastSum } from '../least-sum.ts';
import type { CaseState, Closing } from './case.rules.ts';
import type { listCasesDownload } from './contract.ts';
import { caseList } from './queries.ts';

export const STATE_NAMES: Readonly<Record<CaseState, Words>> = {
  REMINDED: ['Reminded', 'তাগাদা দেওয়া হয়েছে'],
  NOTICED: ['Notice given', 'নোটিশ দেওয়া হয়েছে'],
  ORDERED: ['Disconnection ordered', 'বিচ্ছিন্ন করার আদেশ'],
  DISCONNECTED: ['Disconnected', 'বিচ্ছিন্ন'],
  RECONNECTING: ['Reconnection ordered', 'পুনঃসংযোগের আদেশ'],
  CLOSED: ['Closed', 'শেষ'],
};
const CLOSING_NAMES: Readonly<Record<Closing, Words>> = {
  paid: ['Paid', 'পরিশোধিত'],
  held: ['Disputed or in a plan', 'আপত্তি বা কিস্তি'],
  exempt: ['Exempt', 'অব্যাহতি'],
  below_least: ['Too little is late', 'বকেয়া সামান্য'],
  given_up: ['Ended by the office', 'দপ্তর শেষ করেছে'],
  connection_closed: ['Connection closed', 'সংযোগ বন্ধ'],
  switched_off: ['Ladder switched off', 'ধাপগুলো বন্ধ'],
  reconnected: ['Connected again', 'আবার চালু'],
};
const STATE: Words = ['State', 'অবস্থা'];

export const casesExport: ListExport<typeof listCasesDownload> = {
  name: 'dunning',
  title: ['Dunning', 'বকেয়ার তাগাদা'],
  list: async (actor, query, _params, tx) => caseList(actor, query, await ladderOn(tx, actor.today)),
  filters: ({ state, ready, hangs, closed, minMinor }) => [
    ...filterOf(STATE, STATE_NAMES, state),
    ...filterOf(['Ready to disconnect', 'বিচ্ছিন্ন করা যায়'], YES_NO, ready),
    ...filterOf(['Does not go on', 'আটকে আছে'], YES_NO, hangs),
    ...filterOf(['With closed ones', 'শেষ হওয়াগুলোসহ'], YES_NO, closed),
    ...leastSum(minMinor),
  ],
  columns: [
    column('connectionNumber', 'text', ['Connection', 'সংযোগ']),
    column('consumerName', 'text', ['Consumer', 'গ্রাহক']),
    column('phone', 'text', ['Phone', 'ফোন']),
    column('sectorNumber', 'text', ['Sector', 'সেক্টর']),
    column('roadNumber', 'text', ['Road', 'রোড']),
    column('plotNumber', 'text', ['Plot', 'প্লট']),
    column('state', 'text', STATE, STATE_NAMES),
    column('stateOn', 'day', ['Since', 'যে দিন থেকে']),
    column('daysLate', 'number', ['Days late', 'বিলম্বের দিন']),
    column('dueMinor', 'money', ['Late (Taka)', 'বকেয়া (টাকা)']),
    column('payBy', 'day', ['Pay by', 'শেষ তারিখ']),
    column('orderNumber', 'text', ['Work order', 'ওয়ার্ক অর্ডার']),
    column('disconnectedOn', 'day', ['Disconnected on', 'বিচ্ছিন্নের তারিখ']),
    column('closedOn', 'day', ['Closed on', 'শেষের তারিখ']),
    column('closedBecause', 'text', ['Closed because', 'শেষের কারণ'], CLOSING_NAMES),
  ],
};
