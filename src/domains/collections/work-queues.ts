/** Cases on the first page: those that a person has to look at before somebody is sent, and those that do not go on; and ladders to approve. */

import { datedQueue } from '#domains/settings/dated/work-queue.ts';
import type { WorkQueue } from '#platform/work-queues.ts';
import { listCases } from './cases/queries.ts';
import { LADDER } from './ladder/queries.ts';

const queue = (
  filter: 'ready' | 'hangs',
  of: Pick<WorkQueue, 'name' | 'order' | 'title' | 'permissions'>,
): WorkQueue => ({
  ...{ ...of, list: () => ({ path: '/billing/dunning', query: { page: 1, [filter]: 'true' } }) },
  first: async (db, actor, limit) => {
    const { total, items } = await listCases(db, actor, { limit, offset: 1, sort: 'payBy', [filter]: true });
    return {
      total,
      items: items.map((row) => ({
        ...{ id: row.id, number: row.connectionNumber, name: row.consumerName, nameBn: row.consumerNameBn },
        ...{ sectorNumber: row.sectorNumber, roadNumber: row.roadNumber, plotNumber: row.plotNumber },
        ...{ amountMinor: row.dueMinor, since: row.stateOn, dueAt: null },
        to: { path: `/billing/dunning/${row.id}` },
      })),
    };
  },
});

export const dunningQueues: readonly WorkQueue[] = [
  queue('ready', {
    ...{ name: 'disconnections-to-decide', order: 165, permissions: ['collections:approve'] },
    title: { en: 'Disconnections to look at', bn: 'সংযোগ বিচ্ছিন্ন করার আগে দেখতে হবে' },
  }),
  queue('hangs', {
    ...{ name: 'dunning-that-hangs', order: 166, permissions: ['collections:approve'] },
    title: {
      en: 'Disconnections and reconnections that wait too long',
      bn: 'যেসব বিচ্ছিন্ন ও পুনঃসংযোগ আটকে আছে',
    },
  }),
  datedQueue(LADDER, {
    ...{ name: 'dunning-rules-to-approve', order: 178, path: '/configuration/dunning' },
    needs: 'tariffs:view',
    title: { en: 'Dunning ladders to approve', bn: 'অনুমোদনের অপেক্ষায় তাগাদার ধাপ' },
  }),
];
