/** Disputes on the first page of those who decide about them, the ones that are due first. */
import type { WorkQueue } from '#platform/work-queues.ts';
import { listDisputes } from './queries.ts';

export const disputeQueue: WorkQueue = {
  ...{ name: 'disputes-to-decide', order: 82, permissions: ['disputes:decide'] },
  title: { en: 'Disputes of bills to decide', bn: 'সিদ্ধান্তের অপেক্ষায় বিল নিয়ে আপত্তি' },
  list: () => ({ path: '/billing/disputes', query: { page: 1, open: 'true', sort: 'decideBy' } }),
  first: async (db, actor, limit) => {
    const { total, items } = await listDisputes(db, actor, {
      limit,
      offset: 1,
      sort: 'decideBy',
      open: true,
    });
    return {
      total,
      items: items.map((row) => ({
        ...{ id: row.id, number: row.number, name: row.consumerName, nameBn: row.consumerNameBn },
        ...{ sectorNumber: row.sectorNumber, roadNumber: row.roadNumber, plotNumber: row.plotNumber },
        ...{ amountMinor: row.dueMinor, since: row.askedAt, dueAt: row.decideBy },
        to: { path: `/billing/disputes/${row.id}` },
      })),
    };
  },
};
