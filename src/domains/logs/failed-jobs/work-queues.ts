/** Background work that failed, on the first page of those who see the logs, before all other queues. */
import type { WorkQueue } from '#platform/work-queues.ts';
import { listFailedJobs } from './queries.ts';

const LIST = { path: '/failed-jobs', query: { page: 1, state: 'open' } };

export const failedJobQueue: WorkQueue = {
  ...{ name: 'failed-jobs', order: 10, permissions: ['logs:view'] },
  title: { en: 'Background work that failed', bn: 'ব্যর্থ হওয়া স্বয়ংক্রিয় কাজ' },
  list: () => LIST,
  first: async (db, _actor, limit) => {
    const { total, items } = await listFailedJobs(db, { limit, offset: 1, sort: 'since', state: 'open' });
    return {
      total,
      items: items.map(({ id, since }) => ({
        ...{ id, number: null, name: null, since, dueAt: null, to: LIST },
      })),
    };
  },
};
