/** Days of a cashier that are over and not closed, on the first page: the oldest is closed first. */
import { listPage } from '#platform/database/lists.ts';
import type { WorkLink, WorkQueue } from '#platform/work-queues.ts';
import { ownOpenDayList } from './closings/queries.ts';

const closing = (close: string): WorkLink => ({ path: '/cash-closing', query: { page: 1, close } });

export const cashQueues: readonly WorkQueue[] = [
  {
    ...{ name: 'open-days', order: 15, permissions: ['closings:close-day'] },
    title: { en: 'Your days that are not closed', bn: 'আপনার যেসব দিন বন্ধ করা হয়নি' },
    // The dialog that closes a day lists the open ones.
    list: () => closing('open'),
    first: async (db, actor, limit) => {
      const asked = ownOpenDayList(String(actor.userId), actor.today);
      const { total, items } = await listPage<{ day: string }>(db, { limit, offset: 1, sort: 'day' }, asked);
      return {
        total,
        items: items.map(({ day }) => ({
          ...{ id: day, number: null, name: null, day, since: day, dueAt: null },
          to: closing(day),
        })),
      };
    },
  },
];
