/** A record of each kind, for the tests that walk over the kinds of all domains. */
import { type Sql, sql } from '#platform/database/db.ts';

export const records: Record<string, Sql<{ id: string }>> = {
  ownership: sql`insert into ownership.ownership (name, created_at) values ('Example', now()) returning id`,
};
