/** Changes of meters on the first page: requests that another person decides, figures that another person confirms, and what came back. */
import type { WorkQueue } from '#platform/work-queues.ts';
import { listFinals, listMeterChanges } from './queries.ts';

type Placed = {
  id: string;
  consumerName: string;
  consumerNameBn: string | null;
  sectorNumber: string;
  roadNumber: string;
  plotNumber: string;
  connectionNumber: string;
};
const rowOf = ({ id, consumerName, consumerNameBn, sectorNumber, roadNumber, plotNumber }: Placed) => ({
  ...{ id, name: consumerName, nameBn: consumerNameBn, sectorNumber, roadNumber, plotNumber, dueAt: null },
});

export const changeQueues: readonly WorkQueue[] = [
  {
    ...{ name: 'meters-to-change', order: 62, permissions: ['meters:change'] },
    title: { en: 'Meters to change', bn: 'বদলের অপেক্ষায় মিটার' },
    list: () => ({ path: '/pending-meter-list', query: { page: 1, state: 'REQUESTED' } }),
    first: async (db, actor, limit) => {
      const { total, items } = await listMeterChanges(db, actor, {
        limit,
        offset: 1,
        sort: 'askedAt',
        state: 'REQUESTED',
      });
      return {
        total,
        items: items.map((row) => ({
          ...rowOf(row),
          ...{ number: row.number, since: row.askedAt },
          to: { path: '/pending-meter-list', query: { page: 1, state: 'REQUESTED', search: row.number } },
        })),
      };
    },
  },
  {
    ...{ name: 'figures-to-confirm', order: 64, permissions: ['readings:review'] },
    title: { en: 'Last figures to confirm', bn: 'নিশ্চিত করার শেষ রিডিং' },
    list: () => ({ path: '/deactivate-meter-readings', query: { page: 1, confirmed: 'false' } }),
    first: async (db, actor, limit) => {
      const { total, items } = await listFinals(db, actor, {
        limit,
        offset: 1,
        sort: 'removedOn',
        confirmed: false,
      });
      return {
        total,
        items: items.map((row) => ({
          ...rowOf(row),
          ...{ number: row.meterNumber, since: row.removedOn },
          to: {
            path: '/deactivate-meter-readings',
            query: { page: 1, confirmed: 'false', search: row.connectionNumber },
          },
        })),
      };
    },
  },
];
