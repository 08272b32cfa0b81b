/** What the audit log calls bulk actions: how many records, because they have no number. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const bulkNames: RecordNames = {
  named: (id) => sql`select total::text || ' × ' || action as name from bulk.jobs where id = ${id}`,
};
