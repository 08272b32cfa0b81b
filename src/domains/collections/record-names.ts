/** What the audit log calls cases: the number of their connection. */
import { sql } from '#platform/database/db.ts';
import type { RecordNames } from '#platform/record-names.ts';

export const caseNames: RecordNames = {
  named: (id) =>
    sql`select c.number as name from collections.cases k join meters.connections c on c.id = k.connection_id where k.id = ${id}`,
};
