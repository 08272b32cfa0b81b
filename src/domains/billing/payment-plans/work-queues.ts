/** Plans on the first page: what was asked for, what waits for a second person or for the household, and what was broken. */
import type { WorkQueue } from '#platform/work-queues.ts';
import type { PlanState } from './plan.rules.ts';
import { pageOfPlans } from './queries.ts';

type Of = Pick<WorkQueue, 'name' | 'order' | 'title' | 'permissions'>;

const plansIn = (state: PlanState, queue: Of, more: { stillOwed?: true } = {}): WorkQueue => ({
  ...queue,
  list: () => ({
    path: '/billing/payment-plans',
    query: { page: 1, state, ...(more.stillOwed ? { stillOwed: 'true' } : {}) },
  }),
  first: async (db, actor, limit) => {
    const { total, items } = await pageOfPlans(db, actor, {
      limit,
      offset: 1,
      sort: '-openedAt',
      state,
      ...more,
    });
    return {
      total,
      items: items.map((row) => ({
        ...{ id: row.id, number: row.number, name: row.consumerName, nameBn: row.consumerNameBn },
        ...{ sectorNumber: row.sectorNumber, roadNumber: row.roadNumber, plotNumber: row.plotNumber },
        ...{ amountMinor: row.sumMinor, since: row.openedAt, dueAt: row.acceptBy },
        to: { path: `/billing/payment-plans/${row.id}` },
      })),
    };
  },
});

export const planQueues: readonly WorkQueue[] = [
  plansIn('REQUESTED', {
    ...{ name: 'plans-asked', order: 83, permissions: ['payment-plans:propose'] },
    title: { en: 'Payment plans that households ask for', bn: 'কিস্তির আবেদন' },
  }),
  plansIn('WAITING', {
    ...{ name: 'plans-to-approve', order: 84, permissions: ['payment-plans:approve'] },
    title: { en: 'Payment plans that wait for a second person', bn: 'দ্বিতীয়জনের অপেক্ষায় কিস্তি' },
  }),
  plansIn('PROPOSED', {
    ...{ name: 'plans-to-accept', order: 86, permissions: ['payment-plans:accept'] },
    title: { en: 'Payment plans that wait for the household', bn: 'গ্রাহকের সম্মতির অপেক্ষায় কিস্তি' },
  }),
  plansIn(
    'BROKEN',
    {
      ...{ name: 'plans-broken', order: 87, permissions: ['payment-plans:propose'] },
      title: { en: 'Broken payment plans with something open', bn: 'বাতিল কিস্তি, টাকা বাকি' },
    },
    { stillOwed: true },
  ),
];
