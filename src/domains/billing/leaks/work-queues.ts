/** Leaks on the first page: for who decides those with a reading after the repair, or whose days to wait are over, and those that wait for a second person. */
import type { WorkQueue } from '#platform/work-queues.ts';
import type { Leak } from './contract.ts';
import { listLeaks } from './queries.ts';

type Of = Pick<WorkQueue, 'name' | 'order' | 'title' | 'permissions'>;

const leaksThat = (filter: { ready: true } | { state: Leak['state'] }, queue: Of): WorkQueue => ({
  ...queue,
  list: () => ({
    path: '/billing/leaks',
    query: { page: 1, ...('ready' in filter ? { ready: 'true' } : filter), sort: 'waitUntil' },
  }),
  first: async (db, actor, limit) => {
    const { total, items } = await listLeaks(db, actor, { limit, offset: 1, sort: 'waitUntil', ...filter });
    return {
      total,
      items: items.map((row) => ({
        ...{ id: row.id, number: row.number, name: row.consumerName, nameBn: row.consumerNameBn },
        ...{ sectorNumber: row.sectorNumber, roadNumber: row.roadNumber, plotNumber: row.plotNumber },
        ...{ amountMinor: row.proposedMinor ?? row.totalMinor, since: row.askedAt, dueAt: row.waitUntil },
        to: { path: `/billing/leaks/${row.id}` },
      })),
    };
  },
});

export const leakQueues: readonly WorkQueue[] = [
  leaksThat(
    { ready: true },
    {
      ...{ name: 'leaks-to-decide', order: 88, permissions: ['leaks:decide'] },
      title: { en: 'Leaks to look at', bn: 'দেখার সময় হয়েছে এমন লিকের আবেদন' },
    },
  ),
  leaksThat(
    { state: 'WAITING' },
    {
      ...{ name: 'leaks-to-approve', order: 89, permissions: ['leaks:approve'] },
      title: { en: 'Leak credits that wait for a second person', bn: 'দ্বিতীয়জনের অপেক্ষায় লিকের ছাড়' },
    },
  ),
];
