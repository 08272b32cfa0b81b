/** Tickets in the search over everything, by their number and their subject. */
import { sql } from '#platform/database/db.ts';
import { hit, is, numbered, type SearchSource, worded } from '#platform/search-sources.ts';
import { seesTicket } from './lock-ticket.ts';

export const foundTickets: readonly SearchSource[] = [
  {
    name: 'tickets',
    order: 88,
    permissions: ['support:view'],
    forConsumers: true,
    select: (text, actor) => {
      const found = numbered(sql`t.number`, text) ?? worded(sql`t.search`, text);
      return (
        found &&
        sql`select ${hit(sql`t.id`, {
          number: sql`t.number`,
          name: sql`t.subject`,
          exact: is(sql`t.number`, text),
        })} from support.tickets t where ${found} and ${seesTicket(actor)}`
      );
    },
  },
];
