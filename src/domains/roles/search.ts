/** Roles in the search over everything. */
import { sql } from '#platform/database/db.ts';
import { allWords, few, type SearchSource } from '#platform/search-sources.ts';

const roles: SearchSource = {
  name: 'roles',
  order: 100,
  permissions: ['roles:view'],
  select: few(sql`roles.roles x`, { name: sql`x.name`, number: sql`x.code` }, (text) =>
    allWords(sql`lower(x.name || ' ' || x.code)`, text),
  ),
};

export const foundRoles: readonly SearchSource[] = [roles];
