/** Meters on the first page that somebody asked to scrap, and another person decides on. */
import type { WorkQueue } from '#platform/work-queues.ts';
import { listMeters } from '../queries.ts';

export const storeQueues: readonly WorkQueue[] = [
  {
    ...{ name: 'meters-to-scrap', order: 66, permissions: ['meters:edit'], needs: 'meters:view' as const },
    title: { en: 'Meters to scrap', bn: 'বাতিলের অপেক্ষায় মিটার' },
    list: () => ({ path: '/meter-list', query: { page: 1, scrapAsked: 'true' } }),
    first: async (db, actor, limit) => {
      const asked = { limit, offset: 1, sort: 'number', scrapAsked: true };
      const { total, items } = await listMeters(db, actor, asked);
      return {
        total,
        items: items.map(({ id, number, make }) => ({
          ...{ id, number, name: make || null, since: null, dueAt: null },
          to: { path: `/meter-list/${id}` },
        })),
      };
    },
  },
];
