/** Closed days and months as files. */
import { sql } from '#platform/database/db.ts';
import type { ListQuery } from '#platform/database/lists.ts';
import {
  exportColumn as column,
  filterOf,
  type ListExport,
  summedIf,
  type Words,
} from '#platform/exports/export-list.ts';
import type { listClosingsDownload, listMonthsDownload } from './contract.ts';
import { closingList, monthList } from './queries.ts';

const STATE: Words = ['State', 'অবস্থা'];
const OUTCOMES: Record<string, Words> = {
  waiting: ['Waits for a second person', 'দ্বিতীয় ব্যক্তির অপেক্ষায়'],
  withdrawn: ['Taken back', 'ফিরিয়ে নেওয়া হয়েছে'],
  refused: ['Refused', 'নাকচ'],
  closed: ['Closed', 'বন্ধ'],
  variance: ['Closed with a variance', 'কমবেশিসহ বন্ধ'],
  reopened: ['Opened again', 'আবার খোলা'],
  asked: ['Reopening asked for', 'আবার খোলার অনুরোধ'],
};

/** The list with whether a closing counts: one that was refused, taken back or opened again is in no sum, nor is one that waits. */
function withCounted(...[actor, query]: Parameters<typeof closingList>): ListQuery {
  const { rows, ...list } = closingList(actor, query);
  return {
    ...list,
    rows: sql`select x.*, x.outcome in ('closed', 'variance', 'asked') as "isCounted" from (${rows}) x`,
  };
}
const counted = (...of: Parameters<typeof column>) => summedIf('isCounted', column(...of));

export const closingsExport: ListExport<typeof listClosingsDownload> = {
  name: 'cash-closings',
  title: ['Cash closing', 'দিনশেষের নগদ হিসাব'],
  list: withCounted,
  filters: ({ state }) => filterOf(STATE, OUTCOMES, state),
  columns: [
    column('day', 'day', ['Day', 'তারিখ']),
    column('cashier', 'text', ['Cashier', 'ক্যাশিয়ার']),
    column('outcome', 'text', STATE, OUTCOMES),
    counted('floatMinor', 'money', ['Float (Taka)', 'শুরুর নগদ (টাকা)']),
    counted('expectedMinor', 'money', ['To be there (Taka)', 'থাকার কথা (টাকা)']),
    counted('countedMinor', 'money', ['Counted (Taka)', 'গোনা (টাকা)']),
    counted('varianceMinor', 'money', ['Variance (Taka)', 'কমবেশি (টাকা)']),
    counted('cardMinor', 'money', ['POS (Taka)', 'পিওএস (টাকা)']),
    column('chequeCount', 'number', ['Cheques', 'চেকের সংখ্যা']),
    counted('chequeMinor', 'money', ['Cheques (Taka)', 'চেক (টাকা)']),
    counted('keptMinor', 'money', ['Stays in the drawer (Taka)', 'ড্রয়ারে থাকবে (টাকা)']),
    column('reason', 'text', ['Reason of the variance', 'কমবেশির কারণ']),
    column('closedBy', 'text', ['Closed by', 'যিনি বন্ধ করেছেন']),
    column('closedAt', 'instant', ['Closed at', 'বন্ধের সময়']),
    column('decidedBy', 'text', ['Decided by', 'যিনি সিদ্ধান্ত দিয়েছেন']),
    column('decidedAt', 'instant', ['Decided at', 'সিদ্ধান্তের সময়']),
    column('decisionRemark', 'text', ['Remark', 'মন্তব্য']),
    column('reopenAskedBy', 'text', ['Reopening asked for by', 'আবার খোলার অনুরোধ করেছেন']),
    column('reopenReason', 'text', ['Why to open it again', 'আবার খোলার কারণ']),
    column('reopenAnswer', 'text', ['Why the request was refused or taken back', 'অনুরোধ নাকচ বা ফেরতের কারণ']),
    column('reopenAnsweredBy', 'text', ['Refused or taken back by', 'যিনি নাকচ করেছেন বা ফিরিয়ে নিয়েছেন']),
    column('reopenedBy', 'text', ['Opened again by', 'যিনি আবার খুলেছেন']),
    column('reopenedAt', 'instant', ['Opened again at', 'আবার খোলার সময়']),
  ],
};

export const monthsExport: ListExport<typeof listMonthsDownload> = {
  name: 'month-closings',
  title: ['Month closing', 'মাস বন্ধ করা'],
  list: monthList,
  order: '-month',
  columns: [
    column('month', 'month', ['Month', 'মাস']),
    column('state', 'text', STATE, {
      CLOSED: ['Closed', 'বন্ধ'],
      OPEN: ['Open', 'খোলা'],
      RUNNING: ['Not over yet', 'এখনো শেষ হয়নি'],
    }),
    column('closedBy', 'text', ['Closed by', 'যিনি বন্ধ করেছেন']),
    column('closedAt', 'instant', ['Closed at', 'বন্ধের সময়']),
  ],
};
