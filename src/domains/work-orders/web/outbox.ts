/** What of work orders a phone keeps until it has a network. */
import type { Way } from '#web/outbox/way.ts';

export const ORDER_ARRIVAL = 'work-orders.arrival';
export const ORDER_COMPLETION = 'work-orders.completion';
export const ORDER_PHOTO = 'work-orders.photo';

const steps = () => import('../steps/contract.ts');

export const ways: readonly Way[] = [
  {
    name: ORDER_ARRIVAL,
    title: { en: 'Arrival at a work order', bn: 'কাজের স্থানে পৌঁছানো' },
    endpoint: async () => (await steps()).noteArrival,
  },
  {
    name: ORDER_COMPLETION,
    title: { en: 'Completion of a work order', bn: 'কার্যাদেশের কাজ শেষ' },
    endpoint: async () => (await steps()).completeOrder,
  },
  {
    name: ORDER_PHOTO,
    title: { en: 'Photo of a work order', bn: 'কার্যাদেশের ছবি' },
    endpoint: async () => (await steps()).addPhoto,
  },
];
