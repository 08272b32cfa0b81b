/** Bulk actions and their records as files. */
import { exportColumn as column, type ListExport } from '#platform/exports/export-list.ts';
import { joinNames } from '#shared/words.ts';
import type { listItemsDownload, listJobsDownload } from './contract.ts';
import { bengali, english } from './names.rules.ts';
import { type Offered, offeredBy, titleOf } from './offered.ts';
import { itemList, jobList } from './queries.ts';

const JOB_STATES = joinNames(english.jobStates, bengali.jobStates);
const ITEM_STATES = joinNames(english.itemStates, bengali.itemStates);
const REASONS = joinNames(english.reasons, bengali.reasons);

/** Without what is offered, for those who ask for the columns only. */
const NOTHING = offeredBy([]);

export const jobsExport = (offered: Offered = NOTHING): ListExport<typeof listJobsDownload> => ({
  name: 'bulk-actions',
  title: ['Bulk actions', 'একসঙ্গে অনেক কাজ'],
  list: jobList,
  columns: [
    column('action', 'text', ['Action', 'কাজ'], (name) => {
      const { en, bn } = titleOf(offered, name);
      return [en, bn];
    }),
    column('askedBy', 'text', ['By', 'যিনি করেছেন']),
    column('askedAt', 'instant', ['Started', 'শুরু']),
    column('state', 'text', ['State', 'অবস্থা'], JOB_STATES),
    column('total', 'number', ['Records', 'রেকর্ড']),
    column('done', 'number', ['Done', 'হয়েছে']),
    column('refused', 'number', ['Not done', 'হয়নি']),
    column('givenUp', 'number', ['Given up', 'বাদ']),
    column('leftOut', 'number', ['Left out', 'শুরুতেই বাদ']),
    column('endedAt', 'instant', ['Ended', 'শেষ']),
  ],
});

export const itemsExport = (offered: Offered = NOTHING): ListExport<typeof listItemsDownload> => {
  const reasons = { ...offered.reasons, ...REASONS };
  return {
    name: 'bulk-action-records',
    title: ['Records of a bulk action', 'একসঙ্গে করা কাজের রেকর্ড'],
    list: (actor, query, { id }) => itemList(actor, query, id),
    columns: [
      column('label', 'text', ['Record', 'রেকর্ড']),
      column('state', 'text', ['Result', 'ফল'], ITEM_STATES),
      column(
        'code',
        'text',
        ['Reason', 'কারণ'],
        (code) => reasons[code as keyof typeof reasons] ?? [code, code],
      ),
      column('endedAt', 'instant', ['Time', 'সময়']),
    ],
  };
};
