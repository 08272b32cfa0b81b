/** Staff accounts in the search over everything. */
import { sql } from '#platform/database/db.ts';
import { hit, type SearchSource, worded } from '#platform/search-sources.ts';

const users: SearchSource = {
  name: 'users',
  order: 90,
  permissions: ['users:view'],
  select: (text) => {
    const found = worded(sql`platform.search_text(u.name, u.email, u.phone)`, text);
    return (
      found &&
      sql`select ${hit(sql`u.id`, {
        number: sql`coalesce(u.email, u.phone)`,
        name: sql`u.name`,
        exact: sql`coalesce(${text.phone ?? text.plain}::text in (lower(u.email), u.phone), false)`,
      })} from identity.users u where u.consumer_id is null and ${found}`
    );
  },
};

export const foundUsers: readonly SearchSource[] = [users];
