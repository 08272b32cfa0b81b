/** Ownership requests in the search over everything, by their number. */
import { sql } from '#platform/database/db.ts';
import { hit, is, numbered, type SearchSource } from '#platform/search-sources.ts';
import { seesRequest } from './lock-request.ts';

export const foundRequests: readonly SearchSource[] = [
  {
    name: 'ownership',
    order: 85,
    permissions: ['ownership:view'],
    forConsumers: true,
    select: (text, actor) => {
      const found = numbered(sql`r.number`, text);
      return (
        found &&
        sql`select ${hit(sql`r.id`, {
          number: sql`r.number`,
          name: sql`r.name`,
          nameBn: sql`r.name_bn`,
          sector: sql`r.sector_number`,
          road: sql`r.road_number`,
          plot: sql`r.plot_number`,
          exact: is(sql`r.number`, text),
        })} from ownership.requests r where ${found} and ${seesRequest(actor)}`
      );
    },
  },
];
