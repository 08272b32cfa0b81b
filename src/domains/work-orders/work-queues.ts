/** Work orders on the first page of those whose step is next. */
import type { Actor } from '#platform/actor.ts';
import { listPage } from '#platform/database/lists.ts';
import type { WorkQueue } from '#platform/work-queues.ts';
import type { OrderItem } from './contract.ts';
import { orderList } from './queries.ts';
import type { OrderState } from './work-order.rules.ts';

type Of = Pick<WorkQueue, 'name' | 'order' | 'title' | 'permissions'> & {
  path: string;
  state: OrderState;
  /** Only what is assigned to the person. */
  own?: true;
};

const ofState = ({ state, path, own, ...queue }: Of): WorkQueue => ({
  ...queue,
  list: ({ userId }: Actor) => ({
    path,
    query: { page: 1, state, ...(own && userId ? { crewId: userId } : {}) },
  }),
  first: async (db, actor: Actor, limit) => {
    const found = orderList(actor, { state, ...(own && actor.userId ? { crewId: actor.userId } : {}) });
    const { total, items } = await listPage<OrderItem>(db, { limit, offset: 1, sort: 'dueAt' }, found);
    return {
      total,
      items: items.map(({ id, number, categoryEn, categoryBn, stateSince: since, dueAt, ...row }) => ({
        ...{ id, number, name: categoryEn, nameBn: categoryBn, since, dueAt },
        ...{ sectorNumber: row.sectorNumber, roadNumber: row.roadNumber, plotNumber: row.plotNumber },
        to: { path: `/work-order-list/${id}` },
      })),
    };
  },
});

export const workOrderQueues: readonly WorkQueue[] = [
  ofState({
    ...{ name: 'work-order-requests', order: 157, permissions: ['work-orders:review'], state: 'PENDING' },
    path: '/work-order-list',
    title: { en: 'Work orders: requests', bn: 'কার্যাদেশ: নতুন অনুরোধ' },
  }),
  ofState({
    ...{ name: 'work-order-reviews', order: 151, permissions: ['work-orders:review'], state: 'ON_REVIEW' },
    path: '/work-order-review',
    title: { en: 'Work orders: on review', bn: 'কার্যাদেশ: পর্যালোচনাধীন' },
  }),
  ofState({
    ...{ name: 'work-order-checks', order: 152, permissions: ['work-orders:review'], state: 'COMPLETED' },
    path: '/work-order-review',
    title: { en: 'Work orders: to verify', bn: 'কার্যাদেশ: যাচাই বাকি' },
  }),
  ofState({
    ...{ name: 'work-order-assignments', order: 153, permissions: ['work-orders:assign'], state: 'ACCEPTED' },
    path: '/work-order-process',
    title: { en: 'Work orders: to assign', bn: 'কার্যাদেশ: দায়িত্ব দেওয়া বাকি' },
  }),
  ofState({
    ...{ name: 'work-order-repeats', order: 154, permissions: ['work-orders:assign'], state: 'RE_OPEN' },
    path: '/work-order-process',
    title: { en: 'Work orders: opened again', bn: 'কার্যাদেশ: আবার খোলা' },
  }),
  ofState({
    ...{ name: 'work-order-visits', order: 155, permissions: ['work-orders:work'], state: 'ASSIGNED' },
    ...{ path: '/work-order-process', own: true },
    title: { en: 'Work orders: go there', bn: 'কার্যাদেশ: যেতে হবে' },
  }),
  ofState({
    ...{ name: 'work-order-work', order: 156, permissions: ['work-orders:work'], state: 'IN_PROGRESS' },
    ...{ path: '/work-order-process', own: true },
    title: { en: 'Work orders: in progress', bn: 'কার্যাদেশ: কাজ চলছে' },
  }),
];
