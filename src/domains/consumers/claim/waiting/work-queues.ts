/** Claims on the first page of those who decide them. */
import type { WorkQueue } from '#platform/work-queues.ts';
import { listClaims } from './queries.ts';

const LIST = { path: '/customer-management/claims', query: { page: 1, state: 'WAITING' } };

export const claimQueue: WorkQueue = {
  ...{ name: 'claims', order: 160, permissions: ['consumers:claims'] },
  title: { en: 'Claims of connections', bn: 'যুক্ত করার অনুরোধ' },
  list: () => LIST,
  first: async (db, _actor, limit) => {
    const { total, items } = await listClaims(db, { limit, offset: 1, sort: 'askedAt', state: 'WAITING' });
    return {
      total,
      items: items.map(({ id, customerNumber, claimant, askedAt }) => ({
        ...{ id, number: customerNumber, name: claimant.name, nameBn: claimant.nameBn },
        ...{ since: askedAt, dueAt: null, to: LIST },
      })),
    };
  },
};
