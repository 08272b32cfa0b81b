/** Tickets on the first page of those whose step is next. */
import type { Actor } from '#platform/actor.ts';
import type { WorkQueue } from '#platform/work-queues.ts';
import { type Filters, firstTickets } from './queries.ts';

type Of = Pick<WorkQueue, 'name' | 'order' | 'title' | 'permissions'> & { filters: Filters };

const ofFilters = ({ filters, ...queue }: Of): WorkQueue => ({
  ...queue,
  list: () => ({ path: '/support-ticket-management', query: { page: 1, ...texts(filters) } }),
  first: async (db, actor: Actor, limit) => {
    const { total, items } = await firstTickets(db, actor, filters, limit);
    return {
      total,
      items: items.map(({ id, number, subject, stateSince: since, dueAt, ...row }) => ({
        ...{ id, number, name: subject, since, dueAt },
        ...{ sectorNumber: row.sectorNumber, roadNumber: row.roadNumber, plotNumber: row.plotNumber },
        to: { path: '/support-ticket-details', query: { ticketId: id } },
      })),
    };
  },
});

const texts = (filters: Filters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]));

export const ticketQueues: readonly WorkQueue[] = [
  ofFilters({
    ...{ name: 'tickets-to-assign', order: 163, permissions: ['support:assign'], filters: { stage: 'NEW' } },
    title: { en: 'Tickets: to assign', bn: 'টিকিট: দায়িত্ব দেওয়া বাকি' },
  }),
  ofFilters({
    ...{ name: 'tickets-to-answer', order: 164, permissions: ['support:answer'] },
    filters: { stage: 'WORK', mine: true },
    title: { en: 'Tickets: to answer', bn: 'টিকিট: উত্তর দেওয়া বাকি' },
  }),
];
