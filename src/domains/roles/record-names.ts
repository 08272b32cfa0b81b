/** What the audit log calls roles. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const roleNames: RecordNames = {
  named: (id) => sql`select name from roles.roles where id = ${id}`,
};
