/** What the audit log calls accounts. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const accountNames: RecordNames = {
  named: (id) => sql`select name from identity.users where id = ${id}`,
};
