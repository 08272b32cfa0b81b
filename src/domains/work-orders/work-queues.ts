/** Work orders on the first page of those whose step is next. */
import type { Actor } from '#platform/actor.ts';
import type { WorkLink, WorkQueue } from '#platform/work-queues.ts';
import { type ClockedOrder, pageOfOrders } from './queries.ts';
import type { OrderState } from './work-order.rules.ts';

type Of = Pick<WorkQueue, 'name' | 'order' | 'title' | 'permissions' | 'needs'> & {
  path: string;
  /** The tab of the list, which is the condition of the queue. */
  tab: { state: OrderState } | { money: 'DUE' };
  /** Only what is assigned to the person. */
  own?: true;
  /** The page on which this work is done, if that is not the order in its list. */
  to?: (id: string) => WorkLink;
};

const ofTab = ({ tab, path, own, to, ...queue }: Of): WorkQueue => {
  const filters = ({ userId }: Actor) => ({ ...tab, ...(own && userId ? { crewId: userId } : {}) });
  return {
    ...queue,
    list: (actor: Actor) => ({ path, query: { page: 1, ...filters(actor) } }),
    first: async (db, actor: Actor, limit) => {
      const paging = { limit, offset: 1, sort: 'urgency' };
      const { total, items } = await pageOfOrders(db, actor, filters(actor), paging);
      return {
        total,
        items: items.map(({ id, number, categoryEn, categoryBn, stateSince: since, ...row }) => ({
          ...{ id, number, name: categoryEn, nameBn: categoryBn, since, dueAt: dueOf(row) },
          ...{ sectorNumber: row.sectorNumber, roadNumber: row.roadNumber, plotNumber: row.plotNumber },
          to: to?.(id) ?? { path: `/work-order-list/${id}` },
        })),
      };
    },
  };
};

/** On hold, or as long as its charge is waited for, nothing is due of it; what was late before that still is. */
const dueOf = ({ dueAt, stoppedAt, isLate }: Pick<ClockedOrder, 'dueAt' | 'stoppedAt' | 'isLate'>) =>
  stoppedAt === null || isLate ? dueAt : null;

/** Who does the work writes there what they did. */
const repair = (id: string): WorkLink => ({ path: `/work-order-repair/${id}` });

export const workOrderQueues: readonly WorkQueue[] = [
  ofTab({
    ...{
      name: 'work-order-requests',
      order: 157,
      permissions: ['work-orders:review'],
      tab: { state: 'PENDING' },
    },
    path: '/work-order-list',
    title: { en: 'Work orders: requests', bn: 'কার্যাদেশ: নতুন অনুরোধ' },
  }),
  ofTab({
    ...{
      name: 'work-order-reviews',
      order: 151,
      permissions: ['work-orders:review'],
      tab: { state: 'ON_REVIEW' },
    },
    path: '/work-order-review',
    title: { en: 'Work orders: on review', bn: 'কার্যাদেশ: পর্যালোচনাধীন' },
  }),
  ofTab({
    ...{
      name: 'work-order-checks',
      order: 152,
      permissions: ['work-orders:review'],
      tab: { state: 'COMPLETED' },
    },
    path: '/work-order-review',
    title: { en: 'Work orders: to verify', bn: 'কার্যাদেশ: যাচাই বাকি' },
  }),
  ofTab({
    ...{
      name: 'work-order-assignments',
      order: 153,
      permissions: ['work-orders:assign'],
      tab: { state: 'ACCEPTED' },
    },
    path: '/work-order-process',
    title: { en: 'Work orders: to assign', bn: 'কার্যাদেশ: দায়িত্ব দেওয়া বাকি' },
  }),
  ofTab({
    ...{
      name: 'work-order-repeats',
      order: 154,
      permissions: ['work-orders:assign'],
      tab: { state: 'RE_OPEN' },
    },
    path: '/work-order-process',
    title: { en: 'Work orders: opened again', bn: 'কার্যাদেশ: আবার খোলা' },
  }),
  ofTab({
    ...{
      name: 'work-order-visits',
      order: 155,
      permissions: ['work-orders:work'],
      tab: { state: 'ASSIGNED' },
    },
    ...{ path: '/work-order-process', own: true, to: repair },
    title: { en: 'Work orders: go there', bn: 'কার্যাদেশ: যেতে হবে' },
  }),
  ofTab({
    ...{
      name: 'work-order-work',
      order: 156,
      permissions: ['work-orders:work'],
      tab: { state: 'IN_PROGRESS' },
    },
    ...{ path: '/work-order-process', own: true, to: repair },
    title: { en: 'Work orders: in progress', bn: 'কার্যাদেশ: কাজ চলছে' },
  }),
  ofTab({
    ...{
      name: 'work-order-charges',
      order: 158,
      permissions: ['work-orders:pay-counter'],
      needs: 'payments:take',
    },
    ...{ path: '/work-order-payment', tab: { money: 'DUE' } },
    to: (id) => ({ path: '/take-payment', query: { workOrderId: id } }),
    title: { en: 'Work orders: charges to take', bn: 'কার্যাদেশ: খরচ নেওয়া বাকি' },
  }),
];
