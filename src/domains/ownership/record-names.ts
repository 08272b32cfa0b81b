/** What the audit log calls ownership. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const ownershipNames: RecordNames = {
  named: (id) => sql`select name from ownership.ownership where id = ${id}`,
};
