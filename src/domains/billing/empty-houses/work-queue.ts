/** Empty houses on the first page: what waits for a second person, due before its first day if that is to come. */
import type { WorkQueue } from '#platform/work-queues.ts';
import { listEmptyHouses } from './queries.ts';

export const emptyHouseQueue: WorkQueue = {
  ...{ name: 'empty-houses-to-approve', order: 91, permissions: ['empty-houses:approve'] },
  title: { en: 'Empty houses to approve', bn: 'অনুমোদনের অপেক্ষায় খালি বাড়ি' },
  list: () => ({ path: '/billing/empty-houses', query: { page: 1, state: 'WAITING' } }),
  first: async (db, actor, limit) => {
    const query = { limit, offset: 1, sort: 'fromDay', state: 'WAITING' as const, notOf: actor.userId };
    const { total, items } = await listEmptyHouses(db, actor, query);
    return {
      total,
      items: items.map((row) => ({
        ...{ id: row.id, number: row.number, name: row.consumerName, nameBn: row.consumerNameBn },
        ...{ sectorNumber: row.sectorNumber, roadNumber: row.roadNumber, plotNumber: row.plotNumber },
        ...{ since: row.proposedAt, dueAt: row.fromDay > actor.today ? row.fromDay : null },
        to: { path: `/billing/empty-houses/${row.id}` },
      })),
    };
  },
};
