/** Readings on the first page: those that a reviewer looks at, and the meters that nobody has read for the month in force. */
import { may } from '#platform/actor.ts';
import type { MainAct, WorkQueue } from '#platform/work-queues.ts';
import { listUnread } from './queries.ts';
import { monthInForce } from './readings/month-in-force.rules.ts';
import { listReadings } from './readings/queries.ts';

export const readingQueues: readonly WorkQueue[] = [
  {
    ...{ name: 'readings-to-check', order: 60, permissions: ['readings:review'] },
    title: { en: 'Readings to check', bn: 'যাচাইয়ের রিডিং' },
    list: ({ today }) => ({ path: '/preview-review', query: { page: 1, ...flagged(today) } }),
    first: async (db, actor, limit) => {
      const asked = { limit, offset: 1, sort: 'readOn', ...flagged(actor.today) };
      const { total, items } = await listReadings(db, actor, asked);
      return {
        total,
        items: items.map((row) => ({
          ...{ id: row.id, number: row.meterNumber, name: row.consumerName, nameBn: row.consumerNameBn },
          ...{ sectorNumber: row.sectorNumber, roadNumber: row.roadNumber, plotNumber: row.plotNumber },
          ...{ since: row.readOn, dueAt: null },
          to: {
            path: '/preview-review',
            query: { page: 1, ...flagged(actor.today), search: row.meterNumber },
          },
        })),
      };
    },
  },
  {
    ...{ name: 'unread-meters', order: 70, permissions: ['readings:create'] },
    title: { en: 'Meters not read', bn: 'রিডিং বাকি এমন মিটার' },
    list: (actor) =>
      may(actor, 'readings:view')
        ? { path: '/unread-meter-readins', query: { page: 1, period: monthInForce(actor.today) } }
        : { path: '/meter-reading', query: { page: 1, read: 'no' } },
    first: async (db, actor, limit) => {
      const period = monthInForce(actor.today);
      const { total, items } = await listUnread(db, actor, { limit, offset: 1, sort: 'route', period });
      return {
        total,
        items: items.map((row) => ({
          ...{ id: row.connectionId, number: row.meterNumber, name: row.consumerName },
          ...{ nameBn: row.consumerNameBn, sectorNumber: row.sectorNumber, roadNumber: row.roadNumber },
          ...{ plotNumber: row.plotNumber, since: row.lastReadOn, dueAt: null },
          to: { path: '/meter-reading', query: { page: 1, read: 'no', take: row.connectionId } },
        })),
      };
    },
  },
];

const flagged = (today: string) => ({ period: monthInForce(today), state: 'FLAGGED' });

export const readingActs: readonly MainAct[] = [
  {
    ...{ order: 50, permission: 'readings:create', queue: 'unread-meters' },
    title: { en: 'Read the next meter', bn: 'পরের মিটারের রিডিং নিন' },
    to: { path: '/meter-reading', query: { page: 1, read: 'no' } },
  },
];
