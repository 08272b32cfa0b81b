/** Categories on the first page: what waits for a second person, and whose end is near so that somebody looks at the connection. */
import type { WorkQueue } from '#platform/work-queues.ts';
import type { CategoryChange } from './contract.ts';
import { listCategoryChanges } from './queries.ts';

const itemOf = (row: CategoryChange) => ({
  ...{ id: row.id, number: row.number, name: row.consumerName, nameBn: row.consumerNameBn },
  ...{ sectorNumber: row.sectorNumber, roadNumber: row.roadNumber, plotNumber: row.plotNumber },
  ...{ since: row.proposedAt, dueAt: row.isToCheck ? row.untilDay : row.fromDay },
  to: { path: `/billing/categories/${row.id}` },
});

export const categoryQueues: readonly WorkQueue[] = [
  {
    ...{ name: 'categories-to-approve', order: 92, permissions: ['connection-categories:approve'] },
    title: { en: 'Categories of connections to approve', bn: 'অনুমোদনের অপেক্ষায় সংযোগের ধরন' },
    list: () => ({ path: '/billing/categories', query: { page: 1, state: 'WAITING' } }),
    first: async (db, actor, limit) => {
      const query = {
        limit,
        offset: 1,
        sort: 'fromDay',
        state: 'WAITING' as const,
        toDecideBy: actor.userId,
      };
      const { total, items } = await listCategoryChanges(db, actor, query);
      return { total, items: items.map(itemOf) };
    },
  },
  {
    ...{ name: 'categories-to-check', order: 93, permissions: ['connection-categories:edit'] },
    title: { en: 'Categories of connections that end', bn: 'মেয়াদ শেষ হতে যাওয়া সংযোগের ধরন' },
    list: () => ({ path: '/billing/categories', query: { page: 1, toCheck: 'true', sort: 'untilDay' } }),
    first: async (db, actor, limit) => {
      const query = { limit, offset: 1, sort: 'untilDay', toCheck: true };
      const { total, items } = await listCategoryChanges(db, actor, query);
      return { total, items: items.map(itemOf) };
    },
  },
];
