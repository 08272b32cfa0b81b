/** A record of each kind, for the tests that walk over the kinds of all domains. */
import { type Sql, sql } from '#platform/database/db.ts';

export const records: Record<string, Sql<{ id: string }>> = {
  bulk_job: sql`insert into bulk.jobs (action, asked_by, asked_by_name, asked_at, total, state, ended_at)
    select 'example.act', id, name, now(), 1, 'DONE', now() from identity.users limit 1 returning id`,
};
